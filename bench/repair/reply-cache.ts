import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { cassetteKey } from "../../src/adapters/models/cassette-key.ts";
import type { ModelReply } from "../../src/domain/model-call.ts";
import type { LanguageModel, ModelRequest } from "../../src/ports/language-model.ts";

interface CachedReply {
  readonly key: string;
  readonly reply: ModelReply;
}

/** Replies that are worth keeping: the model's own words, not the endpoint's troubles. */
const kept: readonly ModelReply["kind"][] = ["text", "cut-off", "empty", "refused", "tool-calls"];

/** Answers a request that was made before from a file (JSON lines), so that arms share their first samples and a later run goes on from them. */
export class ReplyCache {
  readonly #file: string;
  readonly #replies = new Map<string, ModelReply>();

  constructor(file: string) {
    this.#file = file;
    if (!existsSync(file)) return;
    for (const line of readFileSync(file, "utf8").split("\n").filter(Boolean)) {
      const { key, reply } = JSON.parse(line) as CachedReply;
      this.#replies.set(key, reply);
    }
  }

  over(model: LanguageModel): LanguageModel {
    return { name: model.name, complete: (request, signal) => this.#answer(model, request, signal) };
  }

  async #answer(model: LanguageModel, request: ModelRequest, signal: AbortSignal): Promise<ModelReply> {
    const key = keyOf(model.name, request);
    const known = this.#replies.get(key);
    if (known !== undefined) return known;
    const reply = await model.complete(request, signal);
    if (!kept.includes(reply.kind)) return reply;
    this.#replies.set(key, reply);
    appendFileSync(this.#file, `${JSON.stringify({ key, reply } satisfies CachedReply)}\n`);
    return reply;
  }
}

/** Everything that decides the answer; who asks does not. */
function keyOf(model: string, request: ModelRequest): string {
  return [model, cassetteKey(request), request.temperature, request.seed, request.maxOutputTokens].join(" ");
}
