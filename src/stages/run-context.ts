import type { Budget } from "../domain/budget.js";
import type { JournalEvent, JournalLine } from "../domain/journal.js";
import type { AskedCall, ModelCall } from "../domain/model-call.js";
import type { Profile } from "../domain/model-plan.js";
import type { OwnSecrets } from "../domain/own-secrets.js";
import type { RunPlan } from "../domain/run-plan.js";
import type { TaskSuite } from "../domain/task.js";
import type { BundleStore } from "../ports/bundle-store.js";
import type { Clock } from "../ports/clock.js";
import type { Coder } from "../ports/coder.js";
import type { Console, RunProgress } from "../ports/console.js";
import type { LanguageModel } from "../ports/language-model.js";
import type { BaseTree, OpenedSandbox, Sandbox } from "../ports/sandbox.js";
import type { SyntaxTrees } from "../ports/syntax-trees.js";
import type { Workspace } from "../ports/workspace.js";

/** What whoever calls a model for this run is held to. */
export interface ModelDesk {
  readonly budget: Budget;
  readonly clock: Clock;
  /** Called after every call, before its reply is used: no paid work is lost. */
  readonly record: (call: ModelCall, number: number) => Promise<void>;
  /** What is written before a call is sent, so that one cut off is not forgotten, and what became of one that cost nothing. */
  readonly trace: {
    readonly opening?: () => Promise<void>;
    readonly asked: (call: AskedCall) => Promise<void>;
    readonly unbilled: (number: number, because: string) => Promise<void>;
  };
}

export interface Models {
  readonly coder: LanguageModel;
  /** Takes repairs of failed attempts; the same as `coder` unless another was named. */
  readonly repair: LanguageModel;
}

/** A bundle as a person points to it; nothing in it is believed yet. */
export interface ApprovedBundle {
  readonly directory: string;
  readonly lines: readonly JournalLine[];
  /** Bytes of its `tests.patch`. */
  readonly testsFile: Uint8Array;
}

/** What a run works with; made in one place by shells/compose. */
export interface HealPorts {
  /** Chooses and probes an engine; nothing of the project has run before. */
  readonly openSandbox: () => Promise<OpenedSandbox>;
  readonly workspace: Workspace;
  readonly base: BaseTree;
  readonly trees: SyntaxTrees;
  /** In the order they take their turn. */
  readonly coders: readonly Coder[];
  /** Absent when no model works in this run. */
  readonly models?: (desk: ModelDesk) => Models;
  readonly bundle: BundleStore;
  /** The bundle whose tests a person approved. */
  readonly approved?: ApprovedBundle;
  /** Whether a text holds what looks like a secret; absent = nothing is known of secrets. */
  readonly holdsSecret?: (text: string) => boolean;
  /** Of those that nobody would write by chance; absent = the run has none. */
  readonly ownSecrets?: OwnSecrets;
  readonly clock: Clock;
  readonly console: Console;
  /** Aborted by Ctrl-C and by a cancelled job. */
  readonly signal: AbortSignal;
  /** Candidates that may run at the same time. */
  readonly parallel: number;
  /** Random text for canaries; `bytes` random bytes as lower-case hex. */
  readonly randomHex: (bytes: number) => string;
  /** Lower-case hex. */
  readonly sha256: (bytes: Uint8Array) => string;
  /** What the proof says about the machine: versions of tools, operating system. */
  readonly fingerprint: Readonly<Record<string, string>>;
}

export interface RunContext {
  readonly plan: RunPlan;
  readonly ports: HealPorts;
  readonly budget: Budget;
  readonly sandbox: Sandbox;
  readonly models: ModelsInUse | undefined;
  /** Tests written for the run's task: every box and view of this context holds them. */
  readonly suite?: TaskSuite;
}

/** The models of a run. `attempt` says for which attempt they are called now; the journal keeps it with each call. */
export interface ModelsInUse extends Models {
  attempt: number | null;
  /** Known once the model was asked for the first time. */
  profile: Profile | null;
}

type Recording = Pick<RunContext, "ports">;

/** Writes the event to the journal, then shows it. */
export async function record(context: Recording, event: JournalEvent): Promise<void> {
  const line = await context.ports.bundle.append(event);
  context.ports.console.event(line);
}

export function showProgress(context: RunContext, progress: Omit<RunProgress, "timeLeftMs">): void {
  context.ports.console.progress({ ...progress, timeLeftMs: context.budget.timeLeft(context.ports.clock.now()) });
}

/** Ends the road at once; heal.ts turns it into the published stop. */
export class Cancelled extends Error {
  override readonly name = "Cancelled";
}

export function throwIfCancelled(context: RunContext): void {
  if (context.ports.signal.aborted) throw new Cancelled("The run was cancelled.");
}
