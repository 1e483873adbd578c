import { withOrdinals } from "../case-results.js";
import { count } from "../footer.js";
import type { NodeEvent } from "../node-test/events.js";
import { nodeCases } from "../node-test/to-case.js";
import type { ReadCases, ReadContext, Reader } from "../reader.js";
import { fileRow } from "../tap/tap.js";
import { type SpecFailure, specFailures } from "./failures.js";

/** Node's spec reporter: a tree of results, a count, then "failing tests" with the errors. */
export const nodeSpecReader: Reader = {
  format: "node-spec",
  runner: "node:test",
  source: "console",
  sniff: (text) => /^ℹ tests \d+$/m.test(text) || (/^✖ failing tests:$/m.test(text) && /^test at /m.test(text)),
  read: readSpec,
};

const OPENED = /^((?: {2})*)▶ (.*)$/;
const RESULT = /^((?: {2})*)([✖✔﹣⚠]) (.*?)(?: \([\d.]+ms\))?(?: # (SKIP|TODO)\b.*| # .*)?$/;
const FAILING = /^✖ failing tests:$/m;

function readSpec(text: string, context: ReadContext): ReadCases | undefined {
  const split = FAILING.exec(text);
  const tree = split === null ? text : text.slice(0, split.index);
  const failures = split === null ? [] : specFailures(text.slice(split.index));
  const events = eventsOf(tree.split("\n"), failures);
  if (events.length === 0) return undefined;
  const footer = tree.match(/^ℹ (?:pass|skipped) \d+$/gm)?.map((line) => line.replace(/ℹ (\w+) (\d+)/, "$2 $1")) ?? [];
  const joined = footer.join(", ");
  return {
    cases: withOrdinals(nodeCases({ cwd: "", events, ended: true }, context)),
    listsAll: true,
    intact: footer.length > 0,
    totals: { passed: count(joined, "pass"), skipped: count(joined, "skipped") },
    notes: [],
  };
}

/** Red lines of the tree take their errors from the list of failures, which has the same order. */
function eventsOf(lines: readonly string[], failures: readonly SpecFailure[]): NodeEvent[] {
  const events: NodeEvent[] = [];
  const waiting = [...failures];
  const open: { nesting: number; name: string }[] = [];
  let output: string[] = [];
  for (const line of lines) {
    const opened = OPENED.exec(line);
    const result = RESULT.exec(line);
    if (opened === null && result === null) {
      output.push(line);
      continue;
    }
    const nesting = ((opened ?? result)?.[1] ?? "").length / 2;
    const name = (opened === null ? result?.[3] : opened[2]) ?? "";
    while ((open.at(-1)?.nesting ?? -1) > nesting) open.pop();
    const closes = open.at(-1)?.nesting === nesting && open.at(-1)?.name === name;
    if (!closes) events.push({ type: "test:start", nesting, name, ...(nesting === 0 ? fileRow(name) : {}) });
    if (opened !== null) {
      open.push({ nesting, name });
      continue;
    }
    if (closes) open.pop();
    events.push(...resultEvents({ nesting, name, mark: result?.[2] ?? "", directive: result?.[4], isParent: closes }, waiting, output));
    output = [];
  }
  return events;
}

interface ResultLine {
  readonly nesting: number;
  readonly name: string;
  readonly mark: string;
  readonly directive: string | undefined;
  readonly isParent: boolean;
}

function resultEvents(line: ResultLine, waiting: SpecFailure[], output: readonly string[]): NodeEvent[] {
  const base = { nesting: line.nesting, name: line.name, ...(line.nesting === 0 ? fileRow(line.name) : {}) };
  if (line.mark === "﹣" || line.directive === "SKIP") return [{ ...base, type: "test:pass", skip: true }];
  if (line.mark === "⚠" || line.directive === "TODO") return [{ ...base, type: "test:fail", todo: true }];
  if (line.mark === "✔") return [{ ...base, type: "test:pass" }];
  const at = waiting.findIndex((failure) => failure.name === line.name);
  if (at === -1) return [{ ...base, type: "test:fail", error: line.isParent ? { failureType: "subtestsFailed" } : {} }];
  const [failure] = waiting.splice(at, 1);
  const place = { file: failure?.file ?? "", line: failure?.line ?? 0, column: failure?.column ?? 0 };
  const said: NodeEvent = { type: "test:stderr", nesting: 0, name: "", file: place.file, message: `${output.join("\n")}\n` };
  const error = line.isParent ? { ...failure?.error, failureType: "hookFailed" } : failure?.error;
  return [said, { ...base, ...place, type: "test:fail", ...(error === undefined ? {} : { error }) }];
}
