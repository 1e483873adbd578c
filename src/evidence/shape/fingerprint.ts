import type { CaseResult } from "../../domain/case.js";

/**
 * Says whether two red results are the same failure: the case, the exception's class, the message without what changes
 * from run to run (numbers, addresses, paths, quoted texts), and the innermost project file, without its line.
 */
export function failureKey(one: CaseResult): string {
  const { failure } = one;
  if (failure === undefined) return one.id;
  return [one.id, failure.type, steadyMessage(failure.message), failure.frames[0]?.file ?? ""].join("\n");
}

/** The first line with everything that varies replaced by a mark. */
export function steadyMessage(message: string): string {
  const [line = ""] = message.split("\n", 1);
  return line
    .replace(/0x[0-9a-f]+/gi, "#")
    .replace(/(["'`])(?:\\.|(?!\1).)*\1/g, "“”")
    .replace(/(?:[A-Za-z]:)?(?:[\\/][\w.@-]+){2,}/g, "/…")
    .replace(/\d+(?:\.\d+)?/g, "#")
    .trim();
}
