import type { CaseName, RunnerName } from "../../domain/case.js";
import type { Check } from "../../domain/check.js";
import type { FileView } from "../../domain/file-view.js";

/** A runner found behind a check's command, and how to reach it. Only its own runner reads the details. */
export interface RunnerMatch {
  readonly runner: RunnerName;
  readonly check: Check;
  /** Folder the runner itself works in, relative to the root. */
  readonly directory: string;
}

/** Places inside the box. */
export interface Rig {
  /** Absolute path of the tree's root. */
  readonly root: string;
  /** Folder of the injected files, read-only, absolute. */
  readonly tools: string;
  /** Folder for reports, writable, absolute. */
  readonly out: string;
}

/** Where a check is run: inside the box, over these files. */
export interface Place {
  readonly rig: Rig;
  readonly files: FileView;
}

/** A command with its report switched on from outside: nothing in the repository is edited. */
export interface InstrumentedCommand {
  readonly command: string;
  readonly directory: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Files to place under `Rig.tools`. */
  readonly tools: Readonly<Record<string, string>>;
  /** Names below `Rig.out` to read back. */
  readonly collect: readonly string[];
}

/** A test file with one case that must be seen failing with `value`. */
export interface CanaryFile {
  readonly path: string;
  readonly text: string;
  /** The case as the runner will report it. */
  readonly name: CaseName;
}

export interface Runner {
  readonly name: RunnerName;
  /** Looks through `npm test`, scripts and wrappers; undefined = not this runner. */
  recognise(check: Check, files: FileView): RunnerMatch | undefined;
  withReport(match: RunnerMatch, rig: Rig, files: FileView): InstrumentedCommand;
  /** The same check for just these cases, with a report; undefined when it cannot be narrowed. Order-preserving, exact: no other case runs where the runner allows it. */
  rerunOnly(match: RunnerMatch, cases: readonly CaseName[], place: Place): InstrumentedCommand | undefined;
  /** A canary the whole-suite command will pick up; undefined when there is no place for one. `token` is a random identifier, `value` a random string its failure message must carry. */
  canary(match: RunnerMatch, files: FileView, secret: { readonly token: string; readonly value: string }): CanaryFile | undefined;
  /** True for test files, fixtures, snapshots and the runner's own configuration: what no patch may touch. */
  isTestMaterial(path: string, files: FileView): boolean;
}
