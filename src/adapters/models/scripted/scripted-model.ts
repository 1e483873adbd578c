import type { ModelReply } from "../../../domain/model-call.js";
import type { LanguageModel, ModelRequest } from "../../../ports/language-model.js";
import type { ScriptedReply } from "./script.js";

/** Answers from a script: each asker takes the first unused reply that is for its role or for anybody. */
export class ScriptedModel implements LanguageModel {
  readonly name: string;
  readonly #file: string;
  readonly #left: ScriptedReply[];
  #asked = 0;

  constructor(replies: readonly ScriptedReply[], file: string) {
    this.name = `scripted:${file}`;
    this.#file = file;
    this.#left = [...replies];
  }

  async complete(request: ModelRequest, signal: AbortSignal): Promise<ModelReply> {
    if (signal.aborted) return { kind: "cancelled" };
    this.#asked++;
    const index = this.#left.findIndex((candidate) => candidate.role === null || candidate.role === request.role);
    const [next] = index < 0 ? [] : this.#left.splice(index, 1);
    return next?.reply ?? this.#nothingLeft(request);
  }

  #nothingLeft(request: ModelRequest): ModelReply {
    const rest = this.#left.length === 0 ? "all are used" : `${this.#left.length} for other roles are left`;
    const reason = `The script ${this.#file} has no reply for call ${this.#asked} (role ${request.role}): ${rest}.`;
    return { kind: "unavailable", reason, retry: "never", retryAfterMs: null };
  }
}
