import type { AdversarialCase, CaseOutcome } from "../../domain/adversarial-case.js";
import type { ReviewFinding } from "../../domain/review.js";

/** One case on both trees. */
export interface ComparedCase {
  readonly case: AdversarialCase;
  readonly base: CaseOutcome;
  readonly patch: CaseOutcome;
}

export interface CaseJudgement {
  /** Who wrote the case. */
  readonly source: "tester" | "reviewer";
  /** Names of errors that tests, documentation or the report ask for: raising them may be what was wanted. */
  readonly wantedErrors: readonly string[];
  /** Place of the function, in the patched file. */
  readonly place: { readonly file: string | null; readonly line: number | null };
}

/**
 * What the cases say about a patch. A crash, hang or broken invariant which the patch introduces on input that the base answered goes back to the coder;
 * a mere disagreement of values is a question, as nobody can say from it which tree is right; what the base fails on in the same way was no
 * valid input. Nothing else is said of a case.
 */
export function judgeCases(compared: readonly ComparedCase[], judgement: CaseJudgement): ReviewFinding[] {
  return compared.flatMap((one) => {
    const found = judgeCase(one, judgement.wantedErrors);
    if (found === undefined) return [];
    return [{ source: judgement.source, severity: found.severity, ...judgement.place, claim: found.claim, evidence: one }];
  });
}

type Judged = { readonly severity: ReviewFinding["severity"]; readonly claim: string } | undefined;

function judgeCase({ case: tried, base, patch }: ComparedCase, wantedErrors: readonly string[]): Judged {
  const { call } = tried;
  const before = answered(base);
  if (before === undefined) return undefined;
  switch (patch.kind) {
    case "value":
      return valueAgainst(call, before, patch.text);
    case "raised":
      return raisedAgainst(call, patch.text, wantedErrors);
    case "hung":
      return { severity: "block", claim: `\`${call}\` no longer returns; without the patch it gives ${cut(before.text)}.` };
    case "invariant-broken":
      return invariantAgainst(tried, before, patch.text);
    case "not-run":
      return undefined;
  }
}

interface Answer {
  readonly text: string;
  readonly held: "yes" | "no";
}

/** Undefined = the base gives no answer, so nothing can be introduced on this input. */
function answered(base: CaseOutcome): Answer | undefined {
  if (base.kind === "value") return { text: base.text, held: "yes" };
  return base.kind === "invariant-broken" ? { text: base.text, held: "no" } : undefined;
}

function valueAgainst(call: string, before: Answer, now: string): Judged {
  // An invariant that holds again speaks for the patch.
  if (before.held === "no" || before.text === now) return undefined;
  return differing(call, before, now);
}

function differing(call: string, before: Answer, now: string): Judged {
  return { severity: "question", claim: `\`${call}\` gives ${cut(now)}; without the patch it gives ${cut(before.text)}. Which is right?` };
}

function raisedAgainst(call: string, raised: string, wantedErrors: readonly string[]): Judged {
  const isWanted = wantedErrors.includes(errorName(raised));
  const claim = `\`${call}\` now raises ${cut(raised)}; without the patch it gives an answer.`;
  return isWanted ? { severity: "question", claim: `${claim} Tests or documentation speak of this error.` } : { severity: "block", claim };
}

/** A condition that neither tree meets is more likely wrong than both of them: then only the values speak. */
function invariantAgainst({ call, invariant }: AdversarialCase, before: Answer, now: string): Judged {
  if (before.held === "no") return before.text === now ? undefined : differing(call, before, now);
  return { severity: "block", claim: `\`${call}\` gives ${cut(now)}, which breaks \`${invariant ?? ""}\`; without the patch it gives ${cut(before.text)}.` };
}

/**
 * Whether an upheld finding keeps a patch out for good. A rule's does, and so does a crash that no contract has. Every other call may be one the code
 * was never meant for, since all that speaks for it is that broken code gave some answer: the coder is asked for better, and without better it stands.
 */
export function isVeto({ severity, evidence }: ReviewFinding): boolean {
  if (severity !== "block") return false;
  return evidence === null || (evidence.patch.kind === "raised" && brokenCode.test(evidence.patch.text));
}

const brokenCode =
  /^(?:\w+\.)*(?:NameError|UnboundLocalError|ReferenceError|ImportError|ModuleNotFoundError|SyntaxError|IndentationError)\b|\bis not a function\b|\bis not defined\b|^the process ended/;

function errorName(raised: string): string {
  return raised.split(":", 1)[0] ?? raised;
}

const shownCharacters = 120;

function cut(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length > shownCharacters ? `${line.slice(0, shownCharacters - 3)}...` : line;
}

/** Characters after a word for raising in which the error's name is looked for. */
const reach = 120;

/** Errors that texts name shortly after raising: `raises(ValueError)`, `toThrow(RangeError)`, `:raises KeyError:`, "Raises: TypeError". */
export function wantedErrorsIn(texts: readonly string[]): string[] {
  const raising = /assertRaises(?:Regex)?|\b(?:raises?|throws?|toThrow(?:Error)?|rejects)\b/gi;
  const names = texts.flatMap((text) => [...text.matchAll(raising)].flatMap(({ index }) => errorNames(text.slice(index, index + reach))));
  return [...new Set(names)];
}

function errorNames(text: string): string[] {
  const given = /^\w+\(\s*(?:\w+\.)*([A-Z]\w*)/.exec(text)?.[1];
  const named = [...text.matchAll(/\b(?:[A-Z]\w*(?:Error|Exception)|Error|Exception)\b/g)].map(([name]) => name);
  return given === undefined ? named : [given, ...named];
}

/** A candidate that passes everything, with what the cases came to on it. */
export interface Alternative<T> {
  readonly candidate: T;
  /** Characters its patch changes. */
  readonly editSize: number;
  /** In the order of the cases, the same for all. */
  readonly outcomes: readonly CaseOutcome[];
}

/**
 * Candidates that all pass, best first: the largest group that behaves the same on every case (CodeT, arXiv 2207.10397), then the smallest
 * edit, then the order given. Cases that did not run on some candidate tell nothing apart.
 */
export function groupByBehaviour<T>(alternatives: readonly Alternative<T>[]): T[] {
  const ran = (index: number): boolean => alternatives.every(({ outcomes }) => outcomes[index] !== undefined && outcomes[index]?.kind !== "not-run");
  const keyOf = ({ outcomes }: Alternative<T>): string => JSON.stringify(outcomes.filter((_, index) => ran(index)));
  const sizes = new Map<string, number>();
  for (const one of alternatives) sizes.set(keyOf(one), (sizes.get(keyOf(one)) ?? 0) + 1);
  const group = (one: Alternative<T>): number => sizes.get(keyOf(one)) ?? 0;
  return [...alternatives].sort((one, other) => group(other) - group(one) || one.editSize - other.editSize).map(({ candidate }) => candidate);
}
