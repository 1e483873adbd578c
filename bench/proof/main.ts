import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type { EngineChoice } from "../../src/domain/run-plan.ts";
import { ScriptedCoder } from "../../test/support/scripted-coder.ts";
import { healRow } from "../repair/heal-row.ts";
import { projectOf } from "../repair/project.ts";
import { type Row, readRows, rightProgram } from "../repair/row.ts";
import { type ProofResult, proofSummary } from "./summary.ts";

/** `npm run bench:proof -- --data FILE.jsonl [--limit N] [--sandbox E] [--json OUT]`: the data's own solutions, given as patches. Goes on from the rows already in OUT. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { data: { type: "string" }, limit: { type: "string" }, sandbox: { type: "string", default: "auto" }, json: { type: "string" } },
  });
  if (values.data === undefined) throw new Error("usage: --data FILE.jsonl [--limit N] [--sandbox E] [--json OUT]");
  const results = knownResults(values.json);
  const known = new Set(results.map(({ task }) => task));
  for (const row of readRows(values.data).slice(0, values.limit === undefined ? undefined : Number(values.limit))) {
    if (known.has(row.task_id)) continue;
    const result = await proveReference(row, values.sandbox as EngineChoice);
    results.push(result);
    console.log(`${result.task}  ${result.stopReason}  ${(result.durationMs / 1000).toFixed(1)} s  ${result.refusedBy.join(" | ")}`);
    if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify({ summary: proofSummary(results), results }, null, 1)}\n`);
  }
  console.log(JSON.stringify(proofSummary(results), null, 2));
}

function knownResults(file: string | undefined): ProofResult[] {
  if (file === undefined || !existsSync(file)) return [];
  return (JSON.parse(readFileSync(file, "utf8")) as { results: ProofResult[] }).results;
}

/** The solution is the only proposal, so a run that does not heal refused it. */
async function proveReference(row: Row, sandbox: EngineChoice): Promise<ProofResult> {
  const { source, files } = projectOf(row);
  const before = files[source] as string;
  const after = projectOf(row, rightProgram(row)).files[source] as string;
  const coder = new ScriptedCoder([
    { explanation: "The data's own solution.", patch: { changes: [{ kind: "modify", path: source, before, after, encoding: "utf8" }] } },
  ]);
  const result = await healRow(row, { sandbox, coders: [coder] });
  const { task, bug, stopReason, durationMs, confidence, hidden, explanation } = result;
  const refusedBy = stopReason === "fixed" || stopReason === "nothing-failed" ? [] : [...result.refusals, ...result.rejectedBy, explanation];
  return { task, bug, stopReason, durationMs, confidence, hidden, refusedBy };
}

await main();
