import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { CandidateVerdict } from "../../../src/domain/attempt.js";
import type { JournalLine } from "../../../src/domain/journal.js";
import type { Patch } from "../../../src/domain/patch.js";
import { eventsOf } from "../../../src/render/journal-view.js";

/** The obvious edit that a project's README warns of: texts of one file, each with what a hasty person makes of it. */
export interface Trap {
  readonly file: string;
  readonly edits: readonly (readonly [written: string, instead: string])[];
  /** A title, or part of one, of a case that the edit breaks. */
  readonly breaks: string;
}

export function trapPatch(folder: string, { file, edits }: Trap): Patch {
  const before = readFileSync(join(folder, file), "utf8");
  const after = edits.reduce((text, [written, instead]) => replaceOnce(text, written, instead), before);
  return { changes: [{ kind: "modify", path: file, before, after, encoding: "utf8" }] };
}

function replaceOnce(text: string, written: string, instead: string): string {
  if (text.split(written).length !== 2) throw new Error(`the text must stand there once: ${written}`);
  return text.replace(written, () => instead);
}

/** What Heal made of the one proposal that did not come from the operators. */
export function verdictOnTrap(lines: readonly JournalLine[]): CandidateVerdict | undefined {
  return eventsOf(lines, "candidate-tried").find(({ proposal }) => proposal.origin.coder === "scripted")?.verdict;
}
