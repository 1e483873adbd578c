/** A text without what may stand between the characters of a secret, and where each kept character came from. */
export interface BareText {
  readonly text: string;
  /** Index in the original of each code unit of `text`; undefined = nothing was left out. */
  readonly origins: Uint32Array | undefined;
}

/** CSI, OSC and two-character escapes; the lengths are bounded so that a lone escape costs nothing. */
const terminalSequence = new RegExp(
  [
    String.raw`\u001b\[[0-?]{0,64}[ -/]{0,8}[@-~]`,
    String.raw`\u009b[0-?]{0,64}[ -/]{0,8}[@-~]`,
    String.raw`\u001b\][^\u0007\u001b]{0,4096}(?:\u0007|\u001b\\)`,
    String.raw`\u001b[ -/]{0,4}[0-~]`,
  ].join("|"),
  "g",
);
/** Controls and characters nobody sees; line ends and tabs are white space, which patterns need. */
const unseen = /(?![\n\r\t])[\p{Cc}\p{Cf}]/gu;
const between = /[\s\p{Cc}\p{Cf}"'`+\\|]/gu;
/** Signs that words and paths are joined with. */
const joining = /[./_-]/g;

/** Without terminal sequences and unseen characters: what a reader sees, so that a pattern's anchors hold. */
export function seenText(text: string): BareText {
  return without(text, [terminalSequence, unseen]);
}

/** Without anything a value may be split by as well: white space, line ends, quotes, joining signs. */
export function squeezedText(text: string): BareText {
  return without(text, [terminalSequence, between]);
}

/** Without signs between letters and without case as well: how a value may be told that nobody would write so. */
export function foldedText(text: string): BareText {
  const { text: kept, origins } = without(text, [terminalSequence, between, joining]);
  return { text: smallLetters(kept), origins };
}

/** What `foldedText` keeps of a value that is looked for. */
export function folded(value: string): string {
  return smallLetters(squeezed(value).replace(joining, ""));
}

/** Of ASCII alone, so that every character keeps its place. */
function smallLetters(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** What `squeezedText` keeps of a value that is looked for. */
export function squeezed(value: string): string {
  return value.replace(terminalSequence, "").replace(between, "");
}

function without(text: string, patterns: readonly RegExp[]): BareText {
  const dropped = droppedUnits(text, patterns);
  if (dropped === undefined) return { text, origins: undefined };
  const origins = new Uint32Array(text.length);
  const kept: string[] = [];
  let length = 0;
  let from = 0;
  for (let at = 0; at <= text.length; at += 1) {
    if (at < text.length && dropped[at] === 0) {
      origins[length] = at;
      length += 1;
      continue;
    }
    if (at > from) kept.push(text.slice(from, at));
    from = at + 1;
  }
  return { text: kept.join(""), origins: origins.subarray(0, length) };
}

function droppedUnits(text: string, patterns: readonly RegExp[]): Uint8Array | undefined {
  let dropped: Uint8Array | undefined;
  for (const pattern of patterns) {
    for (const match of text.matchAll(pattern)) {
      dropped ??= new Uint8Array(text.length);
      dropped.fill(1, match.index, match.index + match[0].length);
    }
  }
  return dropped;
}

/** The stretch of the original that a stretch of the bare text came from. */
export function originOf({ origins }: BareText, start: number, end: number): { readonly start: number; readonly end: number } {
  if (origins === undefined || end <= start) return { start, end };
  return { start: origins[start] ?? start, end: (origins[end - 1] ?? end - 1) + 1 };
}
