import type { RunEnd } from "../domain/journal.js";
import type { BoxLimits, LimitHolders, LimitName } from "../domain/limits.js";
import type { Patch } from "../domain/patch.js";
import type { EngineName } from "../domain/run-plan.js";

/** The files a box starts from. */
export interface BaseTree {
  /** Absolute path on the host; inside the box the tree stands at the same path. Never written to. */
  readonly root: string;
  /** Host folder whose content stands at `root` instead of the root's own (the action: the pinned commit's files). Never written to. Absent = `root`. */
  readonly from?: string;
  /** Further read-only folders laid over the root, lowest first (ignored folders that earlier steps left); `from` is absolute on the host, `at` relative to the root. */
  readonly overlays: readonly { readonly from: string; readonly at: string }[];
}

/** What a command wrote, kept to be laid under later boxes. Opaque: only the sandbox that made it can use it. */
export interface Layer {
  readonly id: string;
}

export interface BoxSpec {
  readonly base: BaseTree;
  /** Lowest first, above the base and below the patch: setup, then warm. */
  readonly layers: readonly Layer[];
  readonly patch: Patch;
}

export interface BoxCommand {
  /** One shell line for `sh -c`. */
  readonly command: string;
  /** Relative to the root; "" is the root. */
  readonly directory: string;
  /** Added to the allow-listed environment. */
  readonly environment: Readonly<Record<string, string>>;
  /** Files placed under `Box.paths.tools` before the command: name to text. */
  readonly tools: Readonly<Record<string, string>>;
  /** Names below `Box.paths.out` to read back afterwards; "*" reads every file there. */
  readonly collect: readonly string[];
  /** Overrides of the sandbox's limits for this command. */
  readonly limits?: Partial<BoxLimits>;
  /** `discard`: what it writes is gone afterwards. `keep`: it comes back as a layer. */
  readonly writes: "discard" | "keep";
  readonly signal?: AbortSignal;
}

/** Bytes of one stream, decoded leniently: the head and the tail are kept, the middle is counted. */
export interface CapturedOutput {
  readonly head: string;
  /** "" when nothing was left out. */
  readonly tail: string;
  readonly omittedBytes: number;
  readonly totalBytes: number;
}

export interface BoxResult {
  readonly end: RunEnd;
  readonly stdout: CapturedOutput;
  readonly stderr: CapturedOutput;
  /** Collected files by name, each capped at 64 MiB; missing ones are absent. */
  readonly files: Readonly<Record<string, string>>;
  readonly durationMs: number;
  /** Every limit that was hit, also those that did not end the command. */
  readonly limitsReached: readonly { readonly limit: LimitName; readonly heldBy: string }[];
  /** Present when `writes` was "keep" and the command ran to its end. */
  readonly layer?: Layer;
}

export interface Box {
  /** Absolute paths as the command sees them. */
  readonly paths: { readonly root: string; readonly tools: string; readonly out: string };
  /** One command after another; each starts from the box's layers with fresh scratch. May be called concurrently. */
  run(command: BoxCommand): Promise<BoxResult>;
  close(): Promise<void>;
}

export type ProbeOutcome =
  | { readonly kind: "usable"; readonly engine: EngineName; readonly heldBy: LimitHolders; readonly leftOut: readonly string[]; readonly assurance: string }
  | { readonly kind: "unusable"; readonly engine: EngineName; readonly reason: string; readonly remedy: string };

/** Makes boxes: process trees without network, credentials or a way out, under hard limits. */
export interface Sandbox {
  readonly engine: EngineName;
  readonly limits: BoxLimits;
  /** Runs a real command and checks each property it promises; reads a random file of the tree. */
  probe(root: string): Promise<ProbeOutcome>;
  open(spec: BoxSpec): Promise<Box>;
  /** Removes boxes, mounts and folders that a killed run left. Names what it removed. */
  sweep(): Promise<readonly string[]>;
  /** Closes what is still open. Safe to call twice. */
  close(): Promise<void>;
}

/** What choosing an engine came to; `auto` may have tried several. */
export type OpenedSandbox =
  | { readonly kind: "ready"; readonly sandbox: Sandbox; readonly probe: Extract<ProbeOutcome, { readonly kind: "usable" }> }
  | { readonly kind: "unavailable"; readonly tried: readonly { readonly engine: EngineName; readonly reason: string; readonly remedy: string }[] };
