import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { TreeSitterTrees } from "../../src/adapters/syntax/tree-sitter-trees.js";
import { OperatorsCoder } from "../../src/agents/coder/operators/coder.js";
import { everywhere } from "../../src/agents/coder/operators/suspects.js";
import type { History, TriedCandidate } from "../../src/domain/attempt.js";
import type { Brief } from "../../src/domain/brief.js";
import type { CaseId } from "../../src/domain/case.js";
import { emptyPatch } from "../../src/domain/patch.js";
import { Judge } from "./judge.js";

interface Row {
  readonly task_id: string;
  readonly declaration: string;
  readonly buggy_solution: string;
  readonly example_test: string;
  readonly test: string;
  readonly entry_point: string;
  readonly bug_type: string;
}

interface Green {
  readonly position: number;
  readonly operator: string;
  readonly prior: number;
  readonly size: number;
  readonly right: boolean;
  readonly says: string;
}

export interface RowResult {
  readonly id: string;
  readonly kind: "red" | "control" | "left-out";
  readonly bug: string;
  readonly candidates: number;
  readonly perOperator: Readonly<Record<string, number>>;
  readonly greens: readonly Green[];
}

const leftOut = /\/(?:38|50|84|160)$|^JavaScript\/162$/;
const { values } = parseArgs({
  options: {
    data: { type: "string" },
    out: { type: "string" },
    cap: { type: "string", default: "700" },
    only: { type: "string" },
    extra: { type: "string", default: "100000" },
    workers: { type: "string" },
  },
});
if (values.data === undefined || values.out === undefined || values.workers === undefined)
  throw new Error("--data FILE.jsonl --out FILE.jsonl --workers DIR are needed");

const isPython = values.data.includes("python");
const path = isPython ? "solution.py" : "solution.js";
const command = isPython ? ["python3", `${values.workers}/worker.py`] : [process.execPath, "--max-old-space-size=512", `${values.workers}/worker.mjs`];
const judge = new Judge(command);
const trees = new TreeSitterTrees();

function changedLength(before: string, after: string): number {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < Math.min(before.length, after.length) - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return before.length + after.length - 2 * (start + end);
}

async function briefOf(code: string, entry: string): Promise<Brief> {
  const files = {
    paths: () => [path],
    has: (name: string) => name === path,
    read: (name: string) => (name === path ? { text: code, encoding: "utf8" as const } : undefined),
  };
  const empty: Brief = { failures: [], suspects: [], files, parent: emptyPatch, isProtected: () => false, seed: 1 };
  const all = await everywhere(empty, trees);
  const suspects = all.map((suspect) => ({ ...suspect, score: suspect.function === "<module>" ? 0.3 : suspect.function === entry ? 1 : 0.95 }));
  return { ...empty, suspects };
}

async function measure(row: Row): Promise<RowResult> {
  const code = row.declaration + row.buggy_solution;
  const base = { id: row.task_id, bug: row.bug_type };
  if (leftOut.test(row.task_id)) return { ...base, kind: "left-out", candidates: 0, perOperator: {}, greens: [] };
  const before = await judge.ask(code, row.example_test, 3);
  if (before.verdict === "green") return { ...base, kind: "control", candidates: 0, perOperator: {}, greens: [] };
  const tried: TriedCandidate[] = [];
  const history: History = { tried, reflections: [] };
  const perOperator: Record<string, number> = {};
  const greens: Green[] = [];
  let position = 0;
  let hangs = 0;
  let limit = Number(values.cap);
  for await (const proposal of new OperatorsCoder(trees).propose(await briefOf(code, row.entry_point), history)) {
    const change = proposal.patch.changes[0];
    if (change?.kind !== "modify" || position >= limit) break;
    position += 1;
    const operator = proposal.origin.operator ?? "";
    perOperator[operator] = (perOperator[operator] ?? 0) + 1;
    const seen = await judge.ask(change.after, row.example_test, 0.4);
    if (/tim(?:ed|e) ?out|no answer/i.test(seen.message)) hangs += 1;
    if (hangs > 60) break;
    const verdict =
      seen.verdict === "green"
        ? { kind: "green" as const, fixed: [] }
        : { kind: "still-failing" as const, caseId: "visible" as CaseId, message: seen.message, changedMessage: seen.message !== before.message };
    tried.push({ number: position, attempt: 1, proposal, verdict });
    if (seen.verdict !== "green") continue;
    limit = Math.min(limit, (greens[0]?.position ?? position) + Number(values.extra));
    const hidden = await judge.ask(change.after, row.test, 5);
    greens.push({
      position,
      operator,
      prior: proposal.origin.prior ?? 0,
      size: changedLength(code, change.after),
      right: hidden.verdict === "green",
      says: proposal.explanation,
    });
  }
  return { ...base, kind: "red", candidates: position, perOperator, greens };
}

const rows = readFileSync(values.data, "utf8")
  .split("\n")
  .filter(Boolean)
  .map((line) => JSON.parse(line) as Row);
const done = new Set(
  existsSync(values.out)
    ? readFileSync(values.out, "utf8")
        .split("\n")
        .filter(Boolean)
        .map((line) => (JSON.parse(line) as RowResult).id)
    : [],
);
for (const row of rows) {
  if (done.has(row.task_id) || (values.only !== undefined && !values.only.split(",").includes(row.task_id))) continue;
  appendFileSync(values.out, `${JSON.stringify(await measure(row))}\n`);
}
judge.close();
