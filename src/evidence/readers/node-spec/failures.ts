import { isJavascriptFrame } from "../../frames/javascript.js";
import type { NodeError } from "../node-test/events.js";

/** One entry under "failing tests". */
export interface SpecFailure {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly error: NodeError;
}

const ENTRY = /^test at (.*):(\d+):(\d+)\n✖ (.*?)(?: \([\d.]+ms\))?(?: # .*)?\n([\s\S]*?)(?=^test at |(?![\s\S]))/gm;

export function specFailures(section: string): SpecFailure[] {
  return [...section.matchAll(ENTRY)].map((match) => ({
    file: match[1] ?? "",
    line: Number(match[2]),
    column: Number(match[3]),
    name: match[4] ?? "",
    error: errorOf((match[5] ?? "").replace(/^ {2}/gm, "").trimEnd()),
  }));
}

/** Either the inspected error, or node's own words in quotes. */
function errorOf(body: string): NodeError {
  const quoted = /^'([\s\S]*)'$/.exec(body)?.[1];
  if (quoted !== undefined) return { message: quoted, failureType: failureTypeOf(quoted) };
  const property = (name: string): string | undefined => new RegExp(`^[ \\t]+${name}: (.+?),?$`, "m").exec(body)?.[1];
  const stack = withoutProperties(body);
  const name = /^([A-Z]\w*)/.exec(stack)?.[1];
  return { failureType: "testCodeFailure", cause: { name, stack, expected: property("expected"), actual: property("actual") } };
}

/** An inspected error ends with its own properties in braces, opened behind the last frame. */
function withoutProperties(body: string): string {
  const lines = body.split("\n").map((line) => (isJavascriptFrame(line.replace(/ \{$/, "")) ? line.replace(/ \{$/, "") : line));
  const last = lines.findLastIndex((line) => isJavascriptFrame(line));
  return last === -1 ? body : lines.slice(0, last + 1).join("\n");
}

function failureTypeOf(words: string): string {
  if (words.includes("was cancelled")) return "cancelledByParent";
  return words.startsWith("test timed out") ? "testTimeoutFailure" : "testCodeFailure";
}
