// Vitest reporter given from outside: one JSON line a case, written as soon as its file has ended. Runs on the project's own Node and Vitest (0.34 and newer).
import { appendFileSync } from "node:fs";
import { join } from "node:path";

const file = join(process.env.HEAL_OUT || ".", `vitest-${String(process.hrtime.bigint()).padStart(20, "0")}-${process.pid}.jsonl`);
const write = (value) => {
  if (process.env.HEAL_OUT) appendFileSync(file, `${JSON.stringify(value)}\n`);
};

// Vitest maps stacks back to the sources in `stacks`; the raw text may still speak of compiled code.
function stackOf(error) {
  const frames = error.stacks || error.stack_frames;
  if (!Array.isArray(frames) || frames.length === 0) return typeof error.stack === "string" ? error.stack : undefined;
  const lines = frames.map((frame) => `    at ${frame.method ? `${frame.method} (` : ""}${frame.file}:${frame.line}:${frame.column}${frame.method ? ")" : ""}`);
  return `${error.name || "Error"}: ${error.message}\n${lines.join("\n")}`;
}

const text = (value) => (typeof value === "string" ? value : undefined);

function plainError(error, depth) {
  if (error === null || typeof error !== "object") return { message: String(error) };
  return {
    name: text(error.name) || text(error.nameStr),
    message: String(error.message),
    stack: stackOf(error),
    expected: text(error.expected),
    actual: text(error.actual),
    diff: text(error.diff),
    cause: error.cause && depth < 4 ? plainError(error.cause, depth + 1) : undefined,
  };
}

const written = new Set();

function writeCase(task, place, more) {
  const result = task.result || {};
  const errors = (result.errors || []).map((error) => plainError(error, 0));
  write({ case: { ...place, durationMs: result.duration, errors, ...more } });
}

function writeTask(task, place) {
  const result = task.result || {};
  const titles = [...place.titles, task.name];
  if (task.type !== "suite") {
    if (result.state === "pass") writeCase(task, { ...place, titles }, { status: "passed", retried: (result.retryCount || 0) > 0 || undefined });
    else if (result.state === "fail") writeCase(task, { ...place, titles }, { status: "failed" });
    else if (task.mode === "todo" || result.state === "todo") writeCase(task, { ...place, titles }, { status: "todo" });
    else if (task.mode !== "run" || result.state === "skip") writeCase(task, { ...place, titles }, { status: "skipped" });
    else write({ missing: titles.join(" > ") });
    return;
  }
  for (const child of task.tasks) writeTask(child, { ...place, titles });
  if (result.errors && result.errors.length > 0) writeCase(task, { ...place, titles: [...titles, "[hook]"] }, { kind: "hook", status: "failed" });
}

function writeFile(task) {
  if (!task || written.has(task)) return;
  written.add(task);
  const place = { file: task.filepath, project: task.projectName || undefined, titles: [] };
  const errors = task.result?.errors || [];
  for (const child of task.tasks) writeTask(child, place);
  if (errors.length > 0 && task.tasks.length === 0) writeCase(task, place, { kind: "load", status: "failed" });
  else if (errors.length > 0) writeCase(task, { ...place, titles: ["[hook]"] }, { kind: "hook", status: "failed" });
}

function finish(files, errors) {
  for (const task of files) writeFile(task);
  for (const error of errors || [])
    write({ runError: { ...plainError(error, 0), kind: text(error.type), file: text(error.VITEST_TEST_PATH), test: text(error.VITEST_TEST_NAME) } });
  write({ heal: "end" });
}

// For a run with coverage: the maps from the code that Vitest ran back to the sources, which its workers do not get.
function writeMaps(vitest) {
  const folder = process.env.HEAL_COVERAGE_OUT;
  const root = process.env.HEAL_COVERAGE_ROOT;
  if (!folder || !root || !vitest) return;
  const target = join(folder, `coverage-maps-${process.pid}.jsonl`);
  appendFileSync(target, '{"heal":"coverage/1","kind":"maps"}\n');
  for (const project of vitest.projects || []) {
    for (const environment of Object.values(project.vite?.environments || {})) {
      for (const [id, node] of environment.moduleGraph?.idToModuleMap || []) {
        const path = id.split("?")[0];
        const map = node.transformResult?.map;
        if (map?.mappings && path.startsWith(`${root}/`) && !path.includes("/node_modules/")) {
          appendFileSync(target, `${JSON.stringify({ mapOf: path, map: { version: 3, names: [], sources: map.sources, mappings: map.mappings } })}\n`);
        }
      }
    }
  }
}

export default class Reporter {
  onInit(vitest) {
    this.vitest = vitest;
    write({ heal: "cases/1", runner: "vitest", cwd: process.cwd() });
  }
  onTestModuleEnd(testModule) {
    writeFile(testModule.task);
  }
  onTestRunEnd(modules, errors) {
    this.ended = true;
    try {
      writeMaps(this.vitest);
    } catch {
      // Without maps coverage speaks of no TypeScript; the run itself is not touched.
    }
    finish(
      modules.map((testModule) => testModule.task),
      errors,
    );
  }
  // Vitest before 3.
  onFinished(files, errors) {
    if (!this.ended) finish(files || [], errors);
  }
}
