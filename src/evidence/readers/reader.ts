import type { CaseResult, RunnerName } from "../../domain/case.js";
import type { FileView } from "../../domain/file-view.js";

/** What a reader needs besides the text. */
export interface ReadContext {
  /** Absolute root of the tree as the text spells it; "" = unknown. */
  readonly root: string;
  /** Undefined = the tree is not at hand: a path counts as the project's unless it is plainly a library's. */
  readonly files: FileView | undefined;
}

/** What one report or one console log said. */
export interface ReadCases {
  /** Leaf cases only, in order of appearance, ids unique (`withOrdinals`). */
  readonly cases: readonly CaseResult[];
  /** True when the passed and skipped cases are listed too; false = failing ones only (most consoles). */
  readonly listsAll: boolean;
  /** False when the text ends too early or is damaged. */
  readonly intact: boolean;
  /**
   * True when the writer leaves no red case out. A whole report of this kind that has a red case, or of a green run, needs no help
   * from the console, where any test can print what looks like a failure.
   */
  readonly leavesNothingOut?: boolean;
  /** Totals of a footer, used only for what the cases do not list. */
  readonly totals?: { readonly passed?: number; readonly skipped?: number };
  /**
   * Errors that make the run red without belonging to a case (unhandled rejections, obsolete snapshots, crashes):
   * one sentence each. They explain a red exit without a red case but do not make the reading complete.
   */
  readonly runErrors?: readonly string[];
  /** Facts worth telling, e.g. "x passed only when retried". */
  readonly notes: readonly string[];
}

/** One format of one runner. Readers are tolerant: damaged text gives what can be read with `intact: false`, never an exception. */
export interface Reader {
  /** e.g. "pytest-console". */
  readonly format: string;
  readonly runner: RunnerName | "junit";
  /** `report` = a file the tool wrote; `console` = normalised output (see `log/normalise.ts`). */
  readonly source: "report" | "console";
  /** Cheap look at the text: is it this format? Must be false for other runners' texts. */
  sniff(text: string): boolean;
  /** Undefined = nothing of this format in the text after all. */
  read(text: string, context: ReadContext): ReadCases | undefined;
}
