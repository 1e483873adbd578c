import { diffArrays } from "diff";

/** A run of lines that differ; with `before` replaced by `after` at its place. Lines keep their own ends, so bytes are never invented. */
export interface LineHunk {
  /** Index of the first replaced line in the old text, 0-based. */
  readonly at: number;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

export function splitLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

export function lineHunks(before: string, after: string): LineHunk[] {
  const hunks: { at: number; before: string[]; after: string[] }[] = [];
  let line = 0;
  let open: (typeof hunks)[number] | undefined;
  for (const part of diffArrays(splitLines(before), splitLines(after))) {
    if (!part.added && !part.removed) {
      line += part.value.length;
      open = undefined;
      continue;
    }
    if (open === undefined) {
      open = { at: line, before: [], after: [] };
      hunks.push(open);
    }
    if (part.added) open.after.push(...part.value);
    else {
      open.before.push(...part.value);
      line += part.value.length;
    }
  }
  return hunks;
}

/** The old text with just these hunks applied; all of them give the new text back, none the old one. */
export function applyHunks(before: string, hunks: readonly LineHunk[]): string {
  const lines = splitLines(before);
  const out: string[] = [];
  let next = 0;
  for (const hunk of [...hunks].sort((left, right) => left.at - right.at)) {
    out.push(...lines.slice(next, hunk.at), ...hunk.after);
    next = hunk.at + hunk.before.length;
  }
  return [...out, ...lines.slice(next)].join("");
}
