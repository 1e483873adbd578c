/** Line ends and tabs aside: controls (terminal sequences too), formats (zero width, direction, tags), lone surrogates, odd line separators. */
const hidden = /(?![\n\t])(?:[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\u{115f}\u{1160}\u{3164}\u{ffa0}]|\p{Variation_Selector})/gu;

/** What a model reads is what a person would see: characters nobody sees stand as escapes. Line ends become "\n"; a byte order mark at the start is left out. */
export function visibleText(text: string): string {
  return text
    .replace(/^\uFEFF/, "")
    .replace(/\r\n/g, "\n")
    .replace(hidden, escapeOf);
}

/** Escapes that a reply copied from `original` become the characters they stood for. */
export function withHiddenCharacters(reply: string, original: string): string {
  let text = reply;
  for (const character of new Set(original.replace(/^\uFEFF/, "").match(hidden) ?? [])) {
    const escaped = escapeOf(character);
    if (character !== "\r" && !original.includes(escaped)) text = text.replaceAll(escaped, character);
  }
  return text;
}

function escapeOf(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
