import { withOrdinals } from "../case-results.js";
import type { NodeEvent } from "../node-test/events.js";
import { nodeCases } from "../node-test/to-case.js";
import type { ReadCases, ReadContext, Reader } from "../reader.js";
import { tapDiagnostic } from "./diagnostic.js";

/** TAP as node's runner writes it (`--test-reporter=tap`; the default without a terminal up to Node 22): nested, with YAML blocks. */
export const nodeTapReader: Reader = {
  format: "node-tap",
  runner: "node:test",
  source: "console",
  sniff: (text) => /^TAP version 1[34]$/m.test(text) && /^[ \t]*# Subtest: /m.test(text),
  read: readTap,
};

const SUBTEST = /^((?: {4})*)# Subtest: (.*)$/;
const RESULT = /^((?: {4})*)(not ok|ok) \d+(?: - (.*?))?(?: # (SKIP|TODO)\b.*)?$/;

function readTap(text: string, context: ReadContext): ReadCases | undefined {
  const start = text.search(/^TAP version 1[34]$/m);
  if (start === -1) return undefined;
  const lines = text.slice(start).split("\n");
  const events = eventsOf(lines);
  const ended = lines.some((line) => /^# fail \d+$/.test(line));
  return { cases: withOrdinals(nodeCases({ cwd: "", events, ended }, context)), listsAll: true, intact: ended, notes: [] };
}

/** What a file wrote stands as comments before its row. The same events that node's other reporters get. */
function eventsOf(lines: readonly string[]): NodeEvent[] {
  const events: NodeEvent[] = [];
  let output: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    const subtest = SUBTEST.exec(line);
    if (subtest !== null) events.push({ type: "test:start", nesting: depth(subtest[1]), name: unescapeTap(subtest[2] ?? "") });
    const result = RESULT.exec(line);
    if (subtest === null && result === null && line.startsWith("# ")) output.push(unescapeTap(line.slice(2)));
    if (result === null) continue;
    const block = yamlBlock(lines, at + 1, (result[1] ?? "").length + 2);
    at += block.length;
    const event = resultEvent(result, block);
    if (event.nesting === 0) {
      events.push({ type: "test:stderr", nesting: 0, name: "", file: event.file, message: `${output.join("\n")}\n` });
      output = [];
    }
    events.push(event);
  }
  return events;
}

function depth(indent: string | undefined): number {
  return (indent ?? "").length / 4;
}

function resultEvent(result: RegExpExecArray, block: readonly string[]): NodeEvent {
  const name = unescapeTap(result[3] ?? "");
  const directive = result[4];
  const passed = result[2] === "ok";
  const told = tapDiagnostic(block);
  return {
    type: passed ? "test:pass" : "test:fail",
    nesting: depth(result[1]),
    name,
    ...(directive === "SKIP" ? { skip: true } : {}),
    ...(directive === "TODO" ? { todo: true } : {}),
    ...(depth(result[1]) === 0 ? fileRow(name) : {}),
    ...told,
  };
}

/** A row named like a script is the row of a whole file. */
export function fileRow(name: string): Pick<NodeEvent, "file" | "line" | "column"> {
  return /\.[cm]?[jt]sx?$/.test(name) && !name.includes(" ") ? { file: name, line: 1, column: 1 } : {};
}

/** The lines from `---` to `...` at this indent, both included; none when there is no block. */
function yamlBlock(lines: readonly string[], from: number, indent: number): readonly string[] {
  const fence = " ".repeat(indent);
  if (lines[from] !== `${fence}---`) return [];
  const end = lines.findIndex((line, index) => index > from && line === `${fence}...`);
  return lines.slice(from, end === -1 ? lines.length : end + 1);
}

/** TAP escapes "#" and the backslash in names. */
function unescapeTap(name: string): string {
  return name.replace(/\\([#\\])/g, "$1");
}
