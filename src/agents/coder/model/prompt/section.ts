import { bytesIn, headAndTail, tokensOf } from "../text/tokens.js";

/** A part of a prompt. */
export interface Section {
  /** A heading line above it; "" = none. */
  readonly title: string;
  /** Text as it is sent, fences included, for a given number of bytes it may take; Infinity = all of it. */
  readonly text: (bytes: number) => string;
  /** 0 is never left out; the highest goes first. */
  readonly rank: number;
  /** Files of the project whose text it holds. */
  readonly files: readonly string[];
}

export interface FittedPrompt {
  readonly text: string;
  readonly files: readonly string[];
}

export function plain(title: string, text: string, rank = 0): Section {
  return { title, text: () => text, rank, files: [] };
}

/** Data of the project, cut to its head and tail where the room is short. */
export function data(
  section: { readonly title: string; readonly text: string; readonly rank: number; readonly files?: readonly string[] },
  fence: (text: string) => string,
): Section {
  return { title: section.title, text: (bytes) => fence(headAndTail(section.text, bytes)), rank: section.rank, files: section.files ?? [] };
}

/** Least bytes a section is cut to. */
const least = 240;

/** The sections in their order within so many tokens: the least needed are left out first, then the longest are cut. The same sections give the same text. */
export function fitted(sections: readonly Section[], tokens: number): FittedPrompt {
  let kept = [...sections];
  while (tokensOf(rendered(kept, Number.POSITIVE_INFINITY)) > tokens) {
    const last = kept.reduce<Section | undefined>((worst, one) => (one.rank > (worst?.rank ?? 0) ? one : worst), undefined);
    if (last === undefined) break;
    kept = kept.filter((section) => section !== last);
  }
  let bytes = Number.POSITIVE_INFINITY;
  while (bytes > least && tokensOf(rendered(kept, bytes)) > tokens) bytes = Math.max(least, Math.floor(Math.min(bytes, bytesIn(tokens)) * 0.75));
  return { text: rendered(kept, bytes), files: [...new Set(kept.flatMap(({ files }) => files))] };
}

function rendered(sections: readonly Section[], bytes: number): string {
  return sections.map(({ title, text }) => (title === "" ? text(bytes) : `${title}\n${text(bytes)}`)).join("\n\n");
}
