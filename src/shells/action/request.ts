import type { PinnedCommit } from "../../adapters/workspace/pinned-commit.js";
import type { JournalLine } from "../../domain/journal.js";
import type { Stop } from "../../domain/outcome.js";
import type { OwnSecrets } from "../../domain/own-secrets.js";
import type { WorkflowRun } from "../../domain/workflow-run.js";
import type { Console } from "../../ports/console.js";
import type { Redact } from "../../redaction/redactor.js";
import type { Publisher } from "../../stages/publish.js";
import type { ActionInputs } from "./inputs.js";

/** One run as the action asks for it. */
export interface HealRequest {
  readonly inputs: ActionInputs;
  readonly pinned: PinnedCommit;
  /** Where checks run, relative to the tree's root. */
  readonly directory: string;
  /** The settings file of the base branch; null = there is none. */
  readonly settings: { readonly text: string; readonly where: string } | null;
  /** Absolute, outside the workspace; does not exist yet. */
  readonly bundleDirectory: string;
  /** Where a reader of the pull request finds the bundle; null = the runner does not say. */
  readonly workflowRun: WorkflowRun | null;
  readonly publisher: Publisher;
  /** Applied to everything that leaves. */
  readonly redact: Redact;
  readonly ownSecrets: OwnSecrets;
  /** What tools are found with; no variable of the runner, no secret. */
  readonly hostEnvironment: Readonly<Record<string, string>>;
  /** HTTPS_PROXY, HTTP_PROXY and NO_PROXY of the runner, for the model's endpoint. */
  readonly proxy: Readonly<Record<string, string>>;
  /** `go-on`: nobody could give a key to this run, so a model that was named does not stop it. */
  readonly missingKey: "stop" | "go-on";
  readonly console: Console;
  readonly signal: AbortSignal;
}

export interface HealResult {
  readonly stop: Stop;
  readonly lines: readonly JournalLine[];
}

/** Leaves a whole bundle in `bundleDirectory` whatever the run comes to. */
export type HealFunction = (request: HealRequest) => Promise<HealResult>;
