import { says } from "./replies.js";
import type { ModelServer, Reply } from "./server.js";

/** Text of the nth answer. */
export type Answers = (count: number) => string;

/** Each model answers with its own texts, and each call takes 20 tokens in and 20 out. */
export function byModel(texts: Readonly<Record<string, Answers>>): Reply {
  const counts = new Map<string, number>();
  return (exchange) => {
    const model = String(exchange.json.model);
    const count = (counts.get(model) ?? 0) + 1;
    counts.set(model, count);
    const text = texts[model]?.(count) ?? `No model here is called ${model}.`;
    return says(text, { usage: { prompt_tokens: 20, completion_tokens: 20, total_tokens: 40 } })(exchange);
  };
}

/** Names of the models that were asked, in order. */
export function modelsAsked({ requests }: ModelServer): string[] {
  return requests.map(({ body }) => (JSON.parse(body) as { model: string }).model);
}
