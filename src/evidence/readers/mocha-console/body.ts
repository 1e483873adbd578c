import type { Failure } from "../../../domain/failure.js";
import { isJavascriptFrame, javascriptFrames } from "../../frames/javascript.js";
import { shapeFailure } from "../../shape/failure.js";
import type { ReadContext } from "../reader.js";

/** `Type: message`, maybe a diff under "+ expected - actual", then the stack. */
export function mochaBody(body: string, context: ReadContext): Failure {
  const lines = body.split("\n");
  const firstFrame = lines.findIndex((line) => isJavascriptFrame(line));
  const told = firstFrame === -1 ? lines : lines.slice(0, firstFrame);
  const diffAt = told.findIndex((line) => /^\s+\+ expected - actual$/.test(line));
  const headline = (diffAt === -1 ? told : told.slice(0, diffAt))
    .map((line) => line.replace(/^ {5,6}/, ""))
    .join("\n")
    .trim();
  const match = /^(?:Uncaught )?([A-Z]\w*)(?: \[[\w-]+\])?: ([\s\S]*)$/.exec(headline);
  const values = diffAt === -1 ? {} : diffValues(told.slice(diffAt + 1));
  return shapeFailure({
    type: match?.[1] ?? "Error",
    message: match?.[2] ?? headline,
    ...values,
    frames: javascriptFrames(body, context),
    excerpt: body.trimEnd(),
  });
}

/** In mocha's diff "-" is what was received and "+" what was expected. */
function diffValues(lines: readonly string[]): { readonly expected: string; readonly actual: string } {
  const diff = lines.map((line) => line.replace(/^ {6}/, "")).filter((line) => line.trim() !== "");
  const side = (mark: string): string =>
    diff
      .filter((line) => line.startsWith(mark) || line.startsWith(" "))
      .map((line) => line.slice(1))
      .join("\n")
      .trim();
  return { expected: side("+"), actual: side("-") };
}
