import { parseDocument } from "yaml";
import * as z from "zod";
import { SetupError } from "../../../domain/errors.js";
import type { ModelReply, ModelRole } from "../../../domain/model-call.js";

export interface ScriptedReply {
  /** Null = for whoever asks next. */
  readonly role: ModelRole | null;
  readonly reply: ModelReply;
}

const tokens = z.strictObject({ input: z.int().min(0), output: z.int().min(0) });
const call = z.strictObject({ name: z.string().min(1), arguments: z.union([z.string(), z.record(z.string(), z.unknown())]) });
const kind = z.enum(["text", "tool-calls", "cut-off", "empty", "refused", "malformed", "context-exceeded", "unavailable"]);

const entry = z.strictObject({
  role: z.enum(["coder", "repair", "reflection", "tester", "reviewer", "reading", "probe"]).optional(),
  kind: kind.optional(),
  text: z.string().optional(),
  calls: z.array(call).min(1).optional(),
  reason: z.string().optional(),
  usage: tokens.optional(),
});

const script = z.strictObject({ replies: z.array(z.union([z.string(), entry])).min(1) });

type Entry = z.infer<typeof entry>;

/** Reads `replies:` of a JSON or YAML file; a reply is a text, or a mapping with text, calls or kind. Throws SetupError naming file and place. */
export function readScript(text: string, file: string): readonly ScriptedReply[] {
  const document = parseDocument(text, { prettyErrors: true, uniqueKeys: true });
  const problem = document.errors[0];
  if (problem !== undefined) throw invalid(file, problem.message.split("\n")[0] ?? "it cannot be read");
  const read = script.safeParse(document.toJS({ maxAliasCount: 100 }));
  if (read.success) return read.data.replies.map((reply, index) => scripted(reply, `${file}: replies[${index}]`));
  const issue = read.error.issues[0];
  throw invalid(file, `${issue?.path.join(".") || "the whole"}: ${issue?.message ?? "wrong"}`);
}

function invalid(file: string, problem: string): SetupError {
  return new SetupError(
    `The scripted model's file ${file} cannot be used: ${problem}. It wants a list \`replies:\` of texts, or of mappings with text, calls or kind.`,
  );
}

function scripted(given: string | Entry, place: string): ScriptedReply {
  const reply = typeof given === "string" ? { text: given } : given;
  return { role: ("role" in reply ? reply.role : undefined) ?? null, reply: replyOf(reply, place) };
}

/** No model was asked, so nothing is charged unless the script says so. */
function replyOf(given: Entry, place: string): ModelReply {
  const usage = given.usage ?? { input: 0, output: 0 };
  const text = given.text ?? "";
  const reason = given.reason ?? "The script says so.";
  switch (given.kind ?? (given.calls === undefined ? "text" : "tool-calls")) {
    case "text":
      if (given.text === undefined) throw new SetupError(`${place} has neither text, calls nor kind.`);
      return text.trim() === "" ? { kind: "empty", usage } : { kind: "text", text, usage };
    case "tool-calls":
      if (given.calls === undefined) throw new SetupError(`${place} is of kind tool-calls and has no calls.`);
      return { kind: "tool-calls", calls: given.calls.map(toolCall), text, usage };
    case "cut-off":
      return { kind: "cut-off", text, usage };
    case "empty":
      return { kind: "empty", usage };
    case "refused":
      return { kind: "refused", reason, usage };
    case "malformed":
      return { kind: "malformed", reason, usage };
    case "context-exceeded":
      return { kind: "context-exceeded", limit: null };
    case "unavailable":
      return { kind: "unavailable", reason, retry: "never", retryAfterMs: null };
  }
}

function toolCall(given: z.infer<typeof call>, index: number): { id: string; name: string; arguments: string } {
  const text = typeof given.arguments === "string" ? given.arguments : JSON.stringify(given.arguments);
  return { id: `call_${index + 1}`, name: given.name, arguments: text };
}
