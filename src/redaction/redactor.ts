import { knownValues } from "./known-values.js";
import { findPatterns } from "./patterns.js";
import { replaceRanges, type SecretRange } from "./ranges.js";

export type Redact = (text: string) => string;

export interface RedactorOptions {
  /** Values that must not leave in any spelling: key, tokens, environment values with secret-looking names. */
  readonly knownValues: readonly string[];
  /** Milliseconds, monotonic. */
  readonly now?: () => number;
}

/** Time for one text: a base and more for each million characters. Ordinary text takes a hundredth of it. */
const baseBudgetMs = 2_000;
const budgetMsPerMillion = 3_000;
/** Texts above this are withheld: nothing of ours is as long, and scanning must end. */
const longestText = 64 * 1024 * 1024;

export const withheldText = "[withheld: it could not be searched for secrets in time]";

/**
 * The text without known values and without what looks like a credential. Same input, same output; applying it again changes nothing
 * that a reader would see as a secret. When the time is used up the whole text is withheld: it fails closed.
 */
export function createRedactor(options: RedactorOptions): Redact {
  const known = knownValues(options.knownValues);
  const now = options.now ?? (() => performance.now());
  return remembering((text) => {
    if (text.length > longestText) return withheldText;
    const deadline = now() + baseBudgetMs + (budgetMsPerMillion * text.length) / 1e6;
    const ranges = searched(() => [...known.find(text), ...findPatterns(text, pulse(now, deadline))]);
    return ranges === undefined ? withheldText : replaceRanges(text, ranges);
  });
}

class OutOfTime extends Error {
  override readonly name = "OutOfTime";
}

function pulse(now: () => number, deadline: number): () => void {
  return () => {
    if (now() > deadline) throw new OutOfTime();
  };
}

function searched(search: () => SecretRange[]): SecretRange[] | undefined {
  try {
    return search();
  } catch (error) {
    if (error instanceof OutOfTime) return undefined;
    throw error;
  }
}

/** The journal repeats names and whole files; each is searched once. */
const remembered = 512;

function remembering(redact: Redact): Redact {
  const answers = new Map<string, string>();
  return (text) => {
    if (text.length < 4) return text;
    const answer = answers.get(text);
    if (answer !== undefined) return answer;
    const fresh = redact(text);
    if (answers.size >= remembered) answers.delete(answers.keys().next().value ?? "");
    answers.set(text, fresh);
    return fresh;
  };
}
