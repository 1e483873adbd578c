import * as z from "zod";

// Unknown fields are let go: endpoints add their own. What is read has to have its shape.

const count = z.number().int().min(0).max(1e12);
const usage = z.object({ prompt_tokens: count, completion_tokens: count.optional(), total_tokens: count.optional() }).nullish();
/** Endpoints that fail in the middle say so in a successful answer. */
const failure = z.unknown().optional();
const finish = z.string().max(200).nullish();
const words = z.string().nullish();
/** Older servers leave the role out of the pieces after the first, or send it empty. */
const role = z.enum(["assistant", "model", ""]).nullish();

const toolPiece = z.object({
  index: z.number().int().min(0).max(1000).nullish(),
  id: z.string().nullish(),
  function: z.object({ name: z.string().nullish(), arguments: z.string().nullish() }).nullish(),
});

/** Thoughts come in fields of their own names; they are only measured. */
const thoughts = z.string().nullish().catch(null);

const piece = z.object({ role, content: words, refusal: words, reasoning: thoughts, reasoning_content: thoughts, tool_calls: z.array(toolPiece).nullish() });
const choiceIndex = z.number().int().min(0).nullish();

/** One event of a stream. */
export const chunkSchema = z.object({
  choices: z.array(z.object({ index: choiceIndex, delta: piece.nullish(), finish_reason: finish })).nullish(),
  usage,
  error: failure,
});

/** An answer that comes whole. */
export const answerSchema = z.object({
  choices: z.array(z.object({ index: choiceIndex, message: piece, finish_reason: finish })).nullish(),
  usage,
  error: failure,
});

export type AnswerChunk = z.infer<typeof chunkSchema>;
export type AnswerPiece = z.infer<typeof piece>;
export type AnswerUsage = z.infer<typeof usage>;
export type ToolPiece = z.infer<typeof toolPiece>;

/** A whole answer as the one chunk a stream could have been. */
export function asChunk(answer: z.infer<typeof answerSchema>): AnswerChunk {
  const choices = answer.choices?.map(({ message, ...choice }) => ({ ...choice, delta: message }));
  return { choices, usage: answer.usage, error: answer.error };
}

/** What is wrong with it, e.g. "choices[0].delta.content: expected string". */
export function shapeProblem(error: z.ZodError): string {
  const issue = error.issues[0];
  if (issue === undefined) return "unknown";
  const place = issue.path.map((step) => (typeof step === "number" ? `[${step}]` : `.${String(step)}`)).join("");
  return `${place.replace(/^\./, "") || "the whole"}: ${issue.message}`.slice(0, 200);
}
