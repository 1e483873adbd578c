import { rules } from "@secretlint/secretlint-rule-preset-recommend";
import { type BareText, originOf, seenText, squeezedText } from "./bare-text.js";
import type { SecretRange } from "./ranges.js";
import { encodedTokenPatterns, splitTokenPatterns, tokenPatterns } from "./token-patterns.js";

type Rule = (typeof rules)[number];
type Context = Parameters<Rule["create"]>[0];
type Source = Parameters<NonNullable<ReturnType<Rule["create"]>["file"]>>[0];
type Scan = (text: string, report: (range: readonly [number, number]) => void) => void;

interface Scanner {
  readonly what: string;
  readonly scan: Scan;
}

/** Called between two scans; throws when the time is used up. */
export type Pulse = () => void;

/**
 * The collection's scanners, one by one and without its filter: the filter obeys comments in the text ("secretlint-disable"), so that
 * hostile output could switch detection off.
 */
const scanners: readonly Scanner[] = [
  ...rules.filter(({ meta }) => meta.type === "scanner").map(fromRule),
  ...[...tokenPatterns, ...encodedTokenPatterns].map(fromPattern),
];
const squeezedScanners: readonly Scanner[] = splitTokenPatterns.map(fromPattern);

function fromPattern({ what, pattern }: (typeof tokenPatterns)[number]): Scanner {
  return {
    what,
    scan: (text, report) => {
      for (const match of text.matchAll(pattern)) report([match.index, match.index + match[0].length]);
    },
  };
}

function fromRule(rule: Rule): Scanner {
  const what = rule.meta.id.replace(/^.*secretlint-rule-/, "");
  const scan: Scan = (text, report) => {
    const handler = rule.create(contextFor(report), {});
    // Every scanner of the collection works in one go; a promise would mean that its findings come too late.
    if (handler.file?.(sourceOf(text)) instanceof Promise) throw new Error(`The rule ${what} does not answer at once.`);
  };
  return { what, scan };
}

function contextFor(report: (range: readonly [number, number]) => void): Context {
  return {
    sharedOptions: {},
    createTranslator: () => (messageId: unknown) => ({ message: String(messageId), messageId: String(messageId), data: {} }),
    report: ({ range }: { readonly range: readonly [number, number] }) => report(range),
    ignore: () => undefined,
  } as unknown as Context;
}

function sourceOf(content: string): Source {
  const line = { line: 1, column: 0 };
  return {
    content,
    filePath: "output.txt",
    physicalFilePath: undefined,
    ext: ".txt",
    contentType: "text",
    hasBOM: false,
    indexToPosition: () => line,
    indexToLocation: () => line,
    locationToRange: () => [0, 0],
    rangeToLocation: () => ({ start: line, end: line }),
  } as unknown as Source;
}

/** Texts are scanned in pieces that overlap, so that the time can be looked at in between; a key in PEM form fits into the overlap. */
const pieceLength = 32 * 1024;
const overlap = 8 * 1024;

/** Finds what looks like a credential. */
export function findPatterns(text: string, pulse: Pulse): SecretRange[] {
  return [...findIn(seenText(text), scanners, pulse), ...findIn(squeezedText(text), squeezedScanners, pulse)];
}

function findIn(bare: BareText, used: readonly Scanner[], pulse: Pulse): SecretRange[] {
  const found: SecretRange[] = [];
  for (let from = 0; from < bare.text.length; from += pieceLength - overlap) {
    const piece = bare.text.slice(from, from + pieceLength);
    for (const variant of variantsOf(piece)) {
      for (const { what, scan } of used) {
        pulse();
        scan(variant, ([start, end]) => void found.push({ ...originOf(bare, from + start, from + end), what }));
      }
    }
    if (from + pieceLength >= bare.text.length) break;
  }
  return found;
}

/** A second look with escapes blanked, place for place: a token after a literal "\n" has no word edge before it. */
function variantsOf(piece: string): string[] {
  if (!piece.includes("\\") && !piece.includes("%")) return [piece];
  const blanked = piece.replace(/\\(?:u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2}|[nrtbf"'\\/0])|%(?:0[AaDd]|2[0267Cc]|3[DdAa])/g, (sequence) =>
    " ".repeat(sequence.length),
  );
  return blanked === piece ? [piece] : [piece, blanked];
}
