/** Offsets into the text of the file the brief shows. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The text with all edits made; nothing but the edited ranges changes. */
export function edited(text: string, edits: readonly TextEdit[]): string {
  let result = text;
  for (const change of [...edits].sort((a, b) => b.start - a.start || b.end - a.end))
    result = result.slice(0, change.start) + change.text + result.slice(change.end);
  return result;
}
