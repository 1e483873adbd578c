import type { Failure, Frame } from "../../domain/failure.js";

/** Characters of a message and of an excerpt that are kept; the middle is cut. */
export const MESSAGE_LIMIT = 2_000;
export const EXCERPT_LIMIT = 6_000;
const VALUE_LIMIT = 1_000;

export interface FailureParts {
  readonly type: string;
  readonly message: string;
  readonly expected?: string | undefined;
  readonly actual?: string | undefined;
  /** Project frames, innermost first. */
  readonly frames: readonly Frame[];
  readonly excerpt: string;
}

/** The one place where failures are made: texts are capped here. */
export function shapeFailure(parts: FailureParts): Failure {
  return {
    type: parts.type === "" ? "Error" : parts.type,
    message: capMiddle(parts.message.trim(), MESSAGE_LIMIT),
    ...(parts.expected === undefined ? {} : { expected: capMiddle(parts.expected, VALUE_LIMIT) }),
    ...(parts.actual === undefined ? {} : { actual: capMiddle(parts.actual, VALUE_LIMIT) }),
    frames: parts.frames,
    excerpt: capMiddle(parts.excerpt.trimEnd(), EXCERPT_LIMIT),
  };
}

/** Keeps head and tail: the headline stands first, the innermost frame often last. */
export function capMiddle(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const head = Math.ceil(limit * 0.6);
  const tail = limit - head;
  return `${text.slice(0, head)}\n… ${text.length - limit} characters left out …\n${text.slice(text.length - tail)}`;
}
