import type { RunnerName } from "../domain/case.js";
import type { FileView } from "../domain/file-view.js";
import type { RunEnd } from "../domain/journal.js";

/** What a run of a check left behind; the input of every reader. */
export interface RunEvidence {
  /** The runner the command was recognised as; "unknown" = by exit status alone. */
  readonly runner: RunnerName;
  /** Undefined when only a log or report file was given. */
  readonly end: RunEnd | undefined;
  readonly stdout: string;
  readonly stderr: string;
  /** Collected report files: name to text. */
  readonly reports: Readonly<Record<string, string>>;
  /** Absolute root of the tree as the paths in the text spell it; prefixes of it are cut. "" = unknown. */
  readonly root: string;
  /** Used to tell project frames from others and to complete base names; undefined = unknown. */
  readonly files: FileView | undefined;
}
