/** Offsets into the text of the file the brief shows. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The text with all edits made; nothing but the edited ranges changes. What is inserted at one place stands in the order it is given, before what is replaced there. */
export function edited(text: string, edits: readonly TextEdit[]): string {
  let result = text;
  const fromBack = edits.map((edit, index) => ({ ...edit, index })).sort((a, b) => b.start - a.start || b.end - a.end || b.index - a.index);
  for (const change of fromBack) result = result.slice(0, change.start) + change.text + result.slice(change.end);
  return result;
}
