/** One place in a stack. */
export interface Frame {
  /** Relative to the tree's root when inside it. */
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  readonly function?: string;
}

/** One failing case, shaped: what a coder and a reader need of it. */
export interface Failure {
  /** Exception class or runner's word, e.g. "AssertionError". */
  readonly type: string;
  readonly message: string;
  readonly expected?: string;
  readonly actual?: string;
  /** Project frames only, innermost first; library and runner frames are left out. */
  readonly frames: readonly Frame[];
  /** The failing block of the output or report, capped. */
  readonly excerpt: string;
}

/** Type of a failure that was seen going round where it should have ended. */
export const endless = "Timeout";

/** What a failure is about; it decides whether repair may start. */
export type FailureClass = "healable-code" | "test-bug" | "build-error" | "config" | "dependency" | "infrastructure" | "flaky-suspect" | "no-failure";

/** No patch of the code can mend these. */
export const unhealableClasses: readonly FailureClass[] = ["infrastructure", "dependency", "config"];

/** The one line of a message that says most: the first that shows the two values, else the first that says anything. */
export function tellingLine(message: string): string {
  const lines = message.split("\n").map((line) => line.trim());
  const telling = lines.find((line) => /!==|===|!=|==|expected|actual/i.test(line) && !/^expected values to be|^\+ actual - expected/i.test(line));
  return telling ?? lines.find((line) => line !== "") ?? "";
}
