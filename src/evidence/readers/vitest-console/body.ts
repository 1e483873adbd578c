import type { Failure } from "../../../domain/failure.js";
import { javascriptFrames } from "../../frames/javascript.js";
import { shapeFailure } from "../../shape/failure.js";
import type { ReadContext } from "../reader.js";

const FRAME = /^ ?❯ .+:\d+:\d+$/;
const DIFF_HEAD = /^- Expected(?: +- \d+)?$/;

/** `Type: message`, maybe a diff, then frames with code. */
export function vitestBody(body: string, context: ReadContext): Failure {
  const lines = body.split("\n");
  const firstFrame = lines.findIndex((line) => FRAME.test(line));
  const told = firstFrame === -1 ? lines : lines.slice(0, firstFrame);
  const diffAt = told.findIndex((line) => DIFF_HEAD.test(line));
  const headline = (diffAt === -1 ? told : told.slice(0, diffAt))
    .join("\n")
    .trim()
    .replace(/^Unknown Error: /, "");
  const match = /^([A-Z]\w*|\w*Error): ([\s\S]*)$/.exec(headline);
  const values = diffAt === -1 ? {} : diffValues(told.slice(diffAt + 2));
  return shapeFailure({ type: match?.[1] ?? "Error", message: match?.[2] ?? headline, ...values, frames: javascriptFrames(body, context), excerpt: body });
}

/** Lines with "-" belong to the expected value, with "+" to the received one, the others to both. */
function diffValues(lines: readonly string[]): { readonly expected: string; readonly actual: string } {
  const diff = lines.filter((line) => !line.startsWith("@@"));
  const side = (mark: string): string =>
    diff
      .filter((line) => line.startsWith(mark) || line.startsWith(" "))
      .map((line) => line.slice(2))
      .join("\n")
      .trim();
  return { expected: side("-"), actual: side("+") };
}
