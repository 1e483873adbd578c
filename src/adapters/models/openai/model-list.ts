import * as z from "zod";

const size = z.number().int().min(1).max(1e9).optional().catch(undefined);

/** Each server has a field of its own for it; what was served counts before what the model was trained for. */
const entry = z.object({
  id: z.string(),
  // vLLM, SGLang
  max_model_len: size,
  // OpenRouter, Together, LM Studio
  context_length: size,
  // Groq
  context_window: size,
  // Mistral
  max_context_length: size,
  // llama.cpp
  meta: z.object({ n_ctx: size, n_ctx_train: size }).nullish().catch(null),
});

const listSchema = z.object({ data: z.array(z.unknown()) });

/** Tokens that prompt and answer may have together, by an endpoint's list of models; null = it does not tell. */
export function contextIn(list: unknown, model: string): number | null {
  const read = listSchema.safeParse(list);
  if (!read.success) return null;
  const entries = read.data.data.flatMap((one) => entry.safeParse(one).data ?? []);
  const own = entries.find(({ id }) => id === model);
  if (own === undefined) return null;
  const { meta } = own;
  return own.max_model_len ?? own.context_length ?? own.context_window ?? own.max_context_length ?? meta?.n_ctx ?? meta?.n_ctx_train ?? null;
}
