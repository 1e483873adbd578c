import { setTimeout as wait } from "node:timers/promises";
import type { ModelCall, ModelPrice } from "../../domain/model-call.js";
import type { LanguageModel } from "../../ports/language-model.js";
import type { Ledger } from "./ledger.js";
import { EndpointModel, type EndpointOptions } from "./openai/endpoint-model.js";
import { RedactedModel } from "./redacted.js";
import { ReplayModel } from "./replay/replay-model.js";
import { RetryingModel } from "./retry.js";
import { readScript } from "./scripted/script.js";
import { ScriptedModel } from "./scripted/scripted-model.js";
import { StandingRefusalModel } from "./standing-refusal.js";

export type ModelSource =
  | ({ readonly kind: "endpoint" } & EndpointOptions)
  /** `text` is what stands in the file. */
  | { readonly kind: "scripted"; readonly text: string; readonly file: string }
  /** The calls of a bundle's `model-called` events, in their order. */
  | { readonly kind: "replay"; readonly calls: readonly ModelCall[]; readonly name: string };

export interface ModelOptions {
  readonly source: ModelSource;
  /** Null = not known. */
  readonly price: ModelPrice | null;
  /** One for all models of a run. */
  readonly ledger: Ledger;
  /** Milliseconds the run still has. */
  readonly timeLeft: () => number;
  /** From 0 to below 1. */
  readonly random: () => number;
  /** Hides secrets in a text that is about to leave. */
  readonly redact: (text: string) => string;
  /** Waits between tries; the machine's clock when left out. */
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** A model ready for a run: secrets hidden, then asked again where that helps and no more where it cannot, and every single call under the ledger. Throws SetupError. */
export function createModel(options: ModelOptions): LanguageModel {
  const { timeLeft, random, pause = systemPause } = options;
  const counted = options.ledger.watch(bareModel(options.source), options.price);
  return new RedactedModel(new StandingRefusalModel(new RetryingModel(counted, { timeLeft, random, pause })), options.redact);
}

function bareModel(source: ModelSource): LanguageModel {
  switch (source.kind) {
    case "endpoint":
      return new EndpointModel(source);
    case "scripted":
      return new ScriptedModel(readScript(source.text, source.file), source.file);
    case "replay":
      return new ReplayModel(source.calls, source.name);
  }
}

async function systemPause(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal }).catch(() => undefined);
}
