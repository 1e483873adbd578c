import type { Failure } from "../../../domain/failure.js";
import { isJavascriptFrame, javascriptFrames } from "../../frames/javascript.js";
import { shapeFailure } from "../../shape/failure.js";
import type { ReadContext } from "../reader.js";

const CODE_FRAME = /^\s*(?:>\s*)?\d+ \|/;
const MATCHER = /^expect\(.*?\)(?:\.(?:not|resolves|rejects))*\.(\w+)\(/m;
const ERROR_HEAD = /^([A-Z]\w*(?:Error|Exception)|Error): ([\s\S]*)$/;

/** The body of a `●` block, without its common indent → a failure. Messages end where the code frame or the stack begins. */
export function jestBody(body: string, context: ReadContext): Failure {
  const lines = body.split("\n");
  const end = lines.findIndex((line) => CODE_FRAME.test(line) || isJavascriptFrame(line));
  const message = parserMessage((end === -1 ? lines : lines.slice(0, end)).join("\n").trim());
  const head = ERROR_HEAD.exec(message);
  return shapeFailure({
    type: head?.[1] ?? MATCHER.exec(message)?.[1] ?? "Error",
    message: head?.[2] ?? message,
    expected: valueAfter(message, /^Expected(?: [\w ]+)?:\s/m),
    actual: valueAfter(message, /^Received(?: [\w ]+)?:\s/m),
    frames: framesOf(body, message, context),
    excerpt: body,
  });
}

/** Jest's long advice on files it cannot parse ends with what the parser said. */
function parserMessage(message: string): string {
  if (!/^Jest (?:encountered an unexpected token|failed to parse)/.test(message)) return message;
  const details = /^Details:\s+([\s\S]*)$/m.exec(message)?.[1];
  return details?.replace(/^ {4}/gm, "").trim() ?? message;
}

/** The rest of the labelled line. */
function valueAfter(message: string, label: RegExp): string | undefined {
  const match = label.exec(message);
  if (match === null) return undefined;
  const rest =
    message
      .slice(match.index + match[0].length)
      .split("\n", 1)[0]
      ?.trim() ?? "";
  return rest === "" ? undefined : rest;
}

/** A parser's error names its place in the message: `SyntaxError: /tree/x.js: Unexpected token (2:0)`. */
function framesOf(body: string, message: string, context: ReadContext) {
  const syntax = /(?:SyntaxError: )?((?:\/|[A-Za-z]:\\)?[^\s:]+\.[cm]?[jt]sx?): .*\((\d+):\d+\)/.exec(message);
  const place = syntax === null ? [] : javascriptFrames(`    at ${syntax[1]}:${syntax[2]}:1`, context);
  return [...place, ...javascriptFrames(body, context)];
}
