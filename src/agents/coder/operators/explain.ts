import type { Candidate } from "./candidate.js";
import type { TextEdit } from "./operator.js";

function quoted(text: string): string {
  const line = text.trim().replace(/\s*[\r\n]+\s*/g, " ");
  return `"${line.length > 80 ? `${line.slice(0, 77)}...` : line}"`;
}

/** The whole expression around tiny edits reads better than a lone digit. */
function said(source: string, edit: TextEdit): string {
  const old = source.slice(edit.start, edit.end);
  if (old.trim() === "") return `${quoted(edit.text)} is inserted`;
  return edit.text.trim() === "" ? `${quoted(old)} is removed` : `${quoted(old)} becomes ${quoted(edit.text)}`;
}

export function lineOf(source: string, offset: number): number {
  let line = 1;
  for (let at = source.indexOf("\n"); at >= 0 && at < offset; at = source.indexOf("\n", at + 1)) line += 1;
  return line;
}

/** A plain sentence: `In parse(), line 12: "<" becomes "<=".` */
export function explanationOf(candidate: Candidate): string {
  const { context, draft } = candidate;
  const source = context.text;
  const edits = [...draft.edits].sort((a, b) => a.start - b.start);
  const where = context.suspect.function === "<module>" ? `At the top level of ${context.file}` : `In ${context.suspect.function}()`;
  const changes = edits.map((edit) => said(source, edit));
  const first = edits[0];
  return `${where}, line ${first === undefined ? context.suspect.startLine : lineOf(source, first.start)}: ${changes.join(" and ")}.`;
}
