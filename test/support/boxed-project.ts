import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { FolderBundle } from "../../src/adapters/bundle/folder-bundle.js";
import { openLocalWorkspace } from "../../src/adapters/workspace/local-workspace.js";
import { Budget } from "../../src/domain/budget.js";
import type { CaseResult } from "../../src/domain/case.js";
import type { JournalLine } from "../../src/domain/journal.js";
import type { Patch } from "../../src/domain/patch.js";
import { makePlan } from "../../src/settings/plan.js";
import { healPorts } from "../../src/shells/compose/heal-ports.js";
import { systemClock } from "../../src/shells/compose/system-clock.js";
import { type Baseline, runBaseline } from "../../src/stages/baseline.js";
import type { RunContext } from "../../src/stages/run-context.js";
import { writeFiles } from "./heal-project.js";

const MODULES = resolve(import.meta.dirname, "../../node_modules");

/** A real project in real boxes up to its baseline, for one stage at a time. */
export interface BoxedProject {
  readonly context: RunContext;
  readonly baseline: Baseline;
  readonly lines: () => readonly JournalLine[];
  dispose(): Promise<void>;
}

/** Bubblewrap, with this repository's own `node_modules` where the project has a package.json. */
export async function boxedProject(files: Readonly<Record<string, string>>, checks: readonly string[]): Promise<BoxedProject> {
  const scratch = realpathSync(mkdtempSync(join(tmpdir(), "heal-boxed-")));
  const workspace = await openLocalWorkspace(writeFiles(join(scratch, "project"), files));
  const plan = makePlan({}, { checks, sandbox: "bubblewrap", seed: 1 }, { root: workspace.root, baseCommit: null, version: "0.0.0-test", randomSeed: 1 });
  const bundle = await FolderBundle.create(join(scratch, "bundle"), systemClock);
  const ports = healPorts(plan, {
    workspace,
    base: { root: workspace.root, overlays: files["package.json"] === undefined ? [] : [{ from: MODULES, at: "node_modules" }] },
    bundle,
    console: { event() {}, progress() {}, note() {} },
    signal: new AbortController().signal,
    hostEnvironment: process.env as Record<string, string>,
  });
  const opened = await ports.openSandbox();
  if (opened.kind !== "ready") throw new Error(`no sandbox: ${JSON.stringify(opened.tried)}`);
  const context: RunContext = { plan, ports, budget: new Budget(plan.budget, ports.clock.now()), sandbox: opened.sandbox, models: undefined };
  const baseline = await runBaseline(context);
  return {
    context,
    baseline,
    lines: () => bundle.lines(),
    async dispose() {
      await opened.sandbox.close();
      await bundle.close();
      rmSync(scratch, { recursive: true, force: true });
    },
  };
}

export function redCase({ baseline }: BoxedProject, title: string): CaseResult {
  const found = baseline.runs.flatMap(({ reading }) => reading.cases).find(({ name, status }) => status === "failed" && name.titlePath.at(-1) === title);
  if (found === undefined) throw new Error(`no red case ${title}`);
  return found;
}

export function editOf({ context }: BoxedProject, path: string, edit: (text: string) => string): Patch {
  const before = context.ports.workspace.view.read(path)?.text ?? "";
  return { changes: [{ kind: "modify", path, before, after: edit(before), encoding: "utf8" }] };
}
