import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type { EngineChoice } from "../../src/domain/run-plan.ts";
import { healRow, type RowResult } from "./heal-row.ts";
import { readRows } from "./row.ts";
import { summarise } from "./summary.ts";

/** `npm run bench:repair -- --data FILE.jsonl [--limit N] [--coder operators] [--sandbox E] [--json OUT]`; goes on from the rows already in OUT. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      data: { type: "string" },
      limit: { type: "string" },
      coder: { type: "string", default: "operators" },
      sandbox: { type: "string", default: "auto" },
      json: { type: "string" },
    },
  });
  if (values.data === undefined || values.coder !== "operators")
    throw new Error("usage: --data FILE.jsonl [--limit N] [--coder operators] [--sandbox E] [--json OUT]");
  const rows = readRows(values.data).slice(0, values.limit === undefined ? undefined : Number(values.limit));
  const results: RowResult[] =
    values.json !== undefined && existsSync(values.json) ? (JSON.parse(readFileSync(values.json, "utf8")) as { results: RowResult[] }).results : [];
  const known = new Set(results.map(({ task }) => task));
  for (const row of rows.filter(({ task_id }) => !known.has(task_id))) {
    const result = await healRow(row, { sandbox: values.sandbox as EngineChoice });
    results.push(result);
    console.log(
      `${result.task}  ${result.outcome}/${result.stopReason}  ${result.hidden ?? "-"}  ${(result.durationMs / 1000).toFixed(1)} s  ${result.candidates} candidates  ${result.confidence ?? ""}  ${result.explanation.slice(0, 120)}`,
    );
    if (values.json !== undefined)
      writeFileSync(values.json, `${JSON.stringify({ data: values.data.split("/").at(-1), summary: summarise(results), results }, null, 1)}\n`);
  }
  console.log(JSON.stringify(summarise(results), null, 2));
}

await main();
