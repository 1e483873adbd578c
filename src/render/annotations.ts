import type { CaseResult } from "../domain/case.js";
import type { JournalLine } from "../domain/journal.js";
import type { Patch } from "../domain/patch.js";
import { withRelativePaths } from "./relative-paths.js";
import { headline } from "./report/cases.js";
import { factsOf, type RunFacts } from "./report/facts.js";
import { oneLine } from "./safe-text.js";
import { changedLine } from "./unified-diff.js";

export interface Annotation {
  readonly level: "error" | "warning" | "notice";
  readonly title: string;
  readonly message: string;
  readonly file?: string;
  /** 1-based. */
  readonly line?: number;
  readonly endLine?: number;
}

/** The host shows ten of a step. */
const most = 10;
const longestMessage = 1000;

/** What the run came to, then where the fix is or which cases are still red, at their innermost frame. */
export function annotations(lines: readonly JournalLine[]): readonly Annotation[] {
  const facts = factsOf(withRelativePaths(lines));
  return [verdict(facts), ...fixes(facts), ...stillRed(facts)].slice(0, most);
}

function verdict({ outcome, stopped }: RunFacts): Annotation {
  const good = stopped !== undefined && (outcome.outcome === "healed" || outcome.outcome === "nothing-to-heal");
  const level = good ? "notice" : outcome.outcome === "setup-error" ? "error" : "warning";
  return { level, title: `Heal: ${outcome.outcome} (${outcome.stopReason})`, message: oneLine(outcome.summary, longestMessage) };
}

function fixes({ accepted }: RunFacts): Annotation[] {
  if (accepted === undefined) return [];
  const message = oneLine(accepted.explanation, longestMessage);
  return placesOf(accepted.patch).map(({ file, line }): Annotation => ({ level: "notice", title: "Proposed fix", message, file, line }));
}

function placesOf({ changes }: Patch): { file: string; line: number }[] {
  return changes.flatMap((change) => (change.kind === "modify" ? [{ file: change.path, line: changedLine(change) }] : []));
}

function stillRed({ red, outcome }: RunFacts): Annotation[] {
  const still = new Set<string>(outcome.stillFailing);
  return red.filter(({ id }) => still.has(id)).map(redCase);
}

function redCase({ id, failure, name }: CaseResult): Annotation {
  const frame = failure?.frames[0];
  const place = frame === undefined ? (name.file === "" ? {} : { file: name.file }) : { file: frame.file, line: frame.line };
  return {
    level: "warning",
    title: "Still failing",
    message: oneLine(`${id}: ${failure === undefined ? "no message" : headline(failure)}`, longestMessage),
    ...place,
  };
}
