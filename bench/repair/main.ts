import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type { EngineChoice } from "../../src/domain/run-plan.ts";
import { arms, isArm } from "./arms.ts";
import { compareArms } from "./compare-arms.ts";
import { contraryProject } from "./contrary.ts";
import { healRow, type MeasuredModel, type RowResult } from "./heal-row.ts";
import { type Project, projectOf } from "./project.ts";
import { ReplyCache } from "./reply-cache.ts";
import { pilotOf, type Row, readRows } from "./row.ts";
import { summarise } from "./summary.ts";
import { toolRow, tools } from "./tools/tool-row.ts";

const usage = `usage: --data FILE.jsonl [--limit N | --pilot N] [--coder operators | --arm ${arms.join("|")} --model NAME --base-url URL [--cache FILE] [--max-tokens N]] [--sandbox E] [--contrary] [--json OUT], or --tool aider|mini --tool-path PROGRAM with model and base-url, or --compare OUT,OUT`;

const options = {
  data: { type: "string" },
  limit: { type: "string" },
  pilot: { type: "string" },
  coder: { type: "string", default: "operators" },
  arm: { type: "string", default: "F" },
  model: { type: "string" },
  "base-url": { type: "string" },
  cache: { type: "string" },
  "max-tokens": { type: "string", default: "12000" },
  sandbox: { type: "string", default: "auto" },
  json: { type: "string" },
  compare: { type: "string" },
  tool: { type: "string" },
  "tool-path": { type: "string" },
  /** Each row gets a test that contradicts its own, the odd ones plainly. */
  contrary: { type: "boolean", default: false },
} as const;

type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>["values"];

/** `npm run bench:repair`: heals the rows of a file in HumanEvalPack form in one way of repair; goes on from the rows already in OUT. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options });
  if (values.compare !== undefined) {
    console.log(JSON.stringify(compareArms(values.compare.split(",").map(resultsIn)), null, 2));
    return;
  }
  if (values.data === undefined || values.coder !== "operators") throw new Error(usage);
  const heals = healerOf(values);
  const tasks = tasksIn(rowsOf(values), values.contrary).slice(0, values.limit === undefined ? undefined : Number(values.limit));
  const results = values.json !== undefined && existsSync(values.json) ? resultsIn(values.json) : [];
  const known = new Set(results.map(({ task }) => task));
  for (const { row, project } of tasks.filter(({ row: { task_id } }) => !known.has(task_id))) {
    const result = await heals(row, project);
    results.push(result);
    console.log(lineOf(result));
    if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(document(values, results), null, 1)}\n`);
  }
  console.log(JSON.stringify(summarise(results), null, 2));
}

interface Task {
  readonly row: Row;
  readonly project: Project;
}

function rowsOf({ data = "", pilot }: Values): Row[] {
  const rows = readRows(data);
  return pilot === undefined ? rows : pilotOf(rows, Number(pilot));
}

function tasksIn(rows: readonly Row[], contrary: Values["contrary"]): Task[] {
  if (!contrary) return rows.map((row) => ({ row, project: projectOf(row) }));
  return rows.flatMap((row, at) => {
    const project = contraryProject(row, at % 2 === 0 ? "hidden" : "plain");
    return project === undefined ? [] : [{ row, project }];
  });
}

/** Another tool, or Heal in one of its arms. */
function healerOf(values: Values): (row: Row, project: Project) => Promise<RowResult> {
  const { tool, model: name } = values;
  if (tool === undefined) {
    const model = measuredModel(values);
    return (row, project) => healRow(row, { sandbox: values.sandbox as EngineChoice, project, ...(model === undefined ? {} : { model }) });
  }
  const known = tools.find((one) => one === tool);
  const path = values["tool-path"];
  const baseUrl = values["base-url"];
  if (known === undefined || path === undefined || name === undefined || baseUrl === undefined) throw new Error(usage);
  return (row) => toolRow(row, { tool: known, path, model: name, baseUrl });
}

/** Undefined = the operators alone. */
function measuredModel(values: Values): MeasuredModel | undefined {
  if (!isArm(values.arm)) throw new Error(usage);
  if (values.arm === "F") return undefined;
  const { model, cache } = values;
  const baseUrl = values["base-url"];
  if (model === undefined || baseUrl === undefined) throw new Error(usage);
  return {
    arm: values.arm,
    name: model,
    baseUrl,
    maxTokens: Number(values["max-tokens"]),
    cache: cache === undefined ? undefined : new ReplyCache(cache),
  };
}

function resultsIn(file: string): RowResult[] {
  return (JSON.parse(readFileSync(file, "utf8")) as { results: RowResult[] }).results;
}

function document(values: Values, results: readonly RowResult[]) {
  return { data: values.data?.split("/").at(-1), arm: values.tool ?? values.arm, summary: summarise(results), results };
}

function lineOf(result: RowResult): string {
  const model = result.calls === 0 ? "" : `  ${result.calls} calls  ${result.tokens} tokens`;
  return `${result.task}  ${result.outcome}/${result.stopReason}  ${result.hidden ?? "-"}  ${(result.durationMs / 1000).toFixed(1)} s  ${result.candidates} candidates${model}  ${result.confidence ?? ""}  ${result.explanation.slice(0, 120)}`;
}

await main();
