import { edited, type TextEdit } from "../text-edits.js";
import type { Candidate } from "./candidate.js";

const widest = 80;

function quoted(text: string): string {
  const line = text.trim().replace(/\s*[\r\n]+\s*/g, " ");
  const short = line.length > widest ? `${line.slice(0, widest - 3)}...` : line;
  return short.includes('"') ? `\`${short}\`` : `"${short}"`;
}

function said(old: string, now: string): string {
  if (old.trim() === "") return `${quoted(now)} is inserted`;
  return now.trim() === "" ? `${quoted(old)} is removed` : `${quoted(old)} becomes ${quoted(now)}`;
}

/** The expression around a change of a few letters says more than the letters, unless they are an operator or a literal. */
function whole({ context, draft, node }: Candidate): readonly [string, string] | undefined {
  const [first] = draft.edits;
  const old = first === undefined ? "" : context.text.slice(first.start, first.end);
  const inside = draft.edits.every((edit) => edit.start >= node.start && edit.end <= node.end);
  const speaks = draft.edits.length === 1 && /^(?:[^\w\s()[\],"'`]+|\w+)$/.test(old);
  if (!inside || speaks || node.text.length > widest || node.text.includes("\n")) return undefined;
  const moved = draft.edits.map((edit) => ({ start: edit.start - node.start, end: edit.end - node.start, text: edit.text }));
  return [node.text, edited(node.text, moved)];
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
  const edits: TextEdit[] = [...draft.edits].sort((a, b) => a.start - b.start);
  const where = context.suspect.function === "<module>" ? `At the top level of ${context.file}` : `In ${context.suspect.function}()`;
  const [first] = edits;
  const around = whole(candidate);
  const changes = around === undefined ? edits.map((edit) => said(source.slice(edit.start, edit.end), edit.text)) : [said(...around)];
  return `${where}, line ${first === undefined ? context.suspect.startLine : lineOf(source, first.start)}: ${changes.join(" and ")}.`;
}
