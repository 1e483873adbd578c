import { setOutput } from "@actions/core";
import type { Redact } from "../../redaction/redactor.js";
import type { OutcomeDocument } from "../../render/outcome-document.js";
import type { PublishedEvent } from "../../stages/publish.js";

const names = ["outcome", "stop-reason", "pull-request-number", "pull-request-url", "branch", "attempts", "tokens", "cost", "bundle", "report"] as const;

export type StepOutputs = Readonly<Partial<Record<(typeof names)[number], string>>>;

/** Sets every output to nothing, so that a later step never reads one that is not there. */
export function clearOutputs(): void {
  for (const name of names) setOutput(name, "");
}

export function writeOutputs(outputs: StepOutputs, redact: Redact): void {
  for (const [name, value] of Object.entries(outputs)) setOutput(name, redact(value));
}

export function outputsOf(outcome: OutcomeDocument, published: PublishedEvent | undefined): StepOutputs {
  return {
    outcome: outcome.outcome,
    "stop-reason": outcome.stopReason,
    attempts: String(outcome.attempts),
    tokens: String(outcome.tokens.input + outcome.tokens.output),
    cost: outcome.cost.usd === null ? "" : String(outcome.cost.usd),
    branch: published?.branch ?? "",
    "pull-request-number": published?.pullRequest ? String(published.pullRequest.number) : "",
    "pull-request-url": published?.pullRequest?.url ?? "",
  };
}
