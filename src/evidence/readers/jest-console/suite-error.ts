import type { Failure } from "../../../domain/failure.js";
import { javascriptFailure } from "../javascript-failure.js";
import type { ReadContext } from "../reader.js";
import { jestBody } from "./body.js";

const SUITE_HEAD = "● Test suite failed to run";
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours are what has to go.
const COLOUR = /\u001b\[[0-9;]*m/g;

/**
 * Why a file as a whole is red. Jest's own rendering knows more than the error it hands to reporters,
 * which often lost its message on the way between processes; a plain stack is better still.
 */
export function jestLoadError(printed: string, stack: string | undefined, context: ReadContext): Failure {
  if (stack !== undefined && /^[A-Z]\w*: ./.test(stack)) return javascriptFailure({ stack, diff: undefined }, context);
  const plain = printed.replace(COLOUR, "");
  const at = plain.lastIndexOf(SUITE_HEAD);
  const block = at === -1 ? plain : plain.slice(at + SUITE_HEAD.length);
  return jestBody(dedent(block), context);
}

/** Takes four spaces off each line: the indent of a block's body. */
export function dedent(block: string): string {
  return block
    .split("\n")
    .map((line) => line.replace(/^ {1,4}/, ""))
    .join("\n")
    .trim();
}
