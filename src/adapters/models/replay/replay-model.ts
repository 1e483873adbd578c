import type { ModelCall, ModelReply } from "../../../domain/model-call.js";
import type { LanguageModel, ModelRequest } from "../../../ports/language-model.js";
import { cassetteKey } from "../cassette-key.js";
import { nearestPrompt } from "./nearest-prompt.js";

/** Answers with what a run recorded for the same prompt, in the order of recording. */
export class ReplayModel implements LanguageModel {
  readonly name: string;
  readonly #calls: readonly ModelCall[];
  readonly #left = new Map<string, ModelReply[]>();

  constructor(calls: readonly ModelCall[], name: string) {
    this.name = name;
    this.#calls = calls;
    for (const call of calls) this.#left.set(call.key, [...(this.#left.get(call.key) ?? []), call.reply]);
  }

  async complete(request: ModelRequest, signal: AbortSignal): Promise<ModelReply> {
    if (signal.aborted) return { kind: "cancelled" };
    const left = this.#left.get(cassetteKey(request));
    return left?.shift() ?? { kind: "unavailable", reason: left === undefined ? this.#miss(request) : usedUp(request), retry: "never", retryAfterMs: null };
  }

  #miss(request: ModelRequest): string {
    const nearest = nearestPrompt(this.#calls, request.messages);
    const start = `No answer is recorded for this prompt (role ${request.role})`;
    if (nearest === null) return `${start}: the recording holds no call.`;
    if (nearest.recorded === nearest.asked) return `${start} at temperature ${request.temperature}; call ${nearest.call} asked the same at another.`;
    return `${start}. The nearest, call ${nearest.call}, differs from line ${nearest.line}: recorded ${shown(nearest.recorded)}, asked ${shown(nearest.asked)}.`;
  }
}

function usedUp(request: ModelRequest): string {
  return `Every recorded answer to this prompt (role ${request.role}) has been given already.`;
}

function shown(line: string | undefined): string {
  return line === undefined ? "nothing more" : `"${line.replace(/[\p{C}\s]+/gu, " ").slice(0, 120)}"`;
}
