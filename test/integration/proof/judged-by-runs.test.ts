import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { type CanaryVerdict, canaryVerdict } from "../../../src/acceptance/canary.js";
import { type AcceptanceVerdict, type CheckRun, suiteVerdict } from "../../../src/acceptance/verdict.js";
import { recogniseRunner, runnerByName } from "../../../src/checks/runners/registry.js";
import type { CanaryFile } from "../../../src/checks/runners/runner.js";
import type { Check } from "../../../src/domain/check.js";
import { emptyPatch, type Patch } from "../../../src/domain/patch.js";
import { readRun } from "../../../src/evidence/read-run.js";
import { type CheatProject, cheatProject, cheatRunners, cheats, textsOf } from "../../support/cheats.js";
import { type JavascriptProject, javascriptProject } from "../../support/javascript-project.js";

const secret = { token: "q7w3e", value: "value-8f2k1" };
const open: JavascriptProject[] = [];

afterEach(() => {
  for (const project of open.splice(0)) project.remove();
});

function patchedTree(project: CheatProject, patch: Patch): JavascriptProject {
  const tree = javascriptProject(textsOf(project));
  open.push(tree);
  for (const change of patch.changes) {
    if (change.kind === "delete") rmSync(join(tree.root, change.path));
    else tree.write(change.path, change.after);
  }
  return tree;
}

function checkOf(project: CheatProject): Check {
  return { name: "check-1", command: project.check, kind: "test", directory: "" };
}

/** Runs the check on the patched tree, without a box: what is asked here is what the reports make of it. */
async function run(project: CheatProject, patch: Patch): Promise<CheckRun> {
  return (await runWith(project, patch, "plain")).run;
}

async function runWith(project: CheatProject, patch: Patch, form: "plain" | "canary"): Promise<{ run: CheckRun; canary: CanaryFile | undefined }> {
  const tree = patchedTree(project, patch);
  const match = recogniseRunner(checkOf(project), tree.files);
  const runner = match === undefined ? undefined : runnerByName(match.runner);
  if (match === undefined || runner === undefined) throw new Error(`no runner behind ${project.check}`);
  const canary = form === "canary" ? runner.canary(match, tree.files, secret) : undefined;
  if (canary !== undefined) tree.write(canary.path, canary.text);
  const evidence = await tree.run(match.runner, runner.withReport(match, tree.rig, tree.files));
  return { run: { end: evidence.end ?? { kind: "cancelled" }, reading: readRun(evidence) }, canary };
}

interface Judged {
  readonly suite: AcceptanceVerdict;
  readonly canary: CanaryVerdict;
}

async function judgedByRuns(project: CheatProject, patch: Patch): Promise<Judged> {
  const baseline = (await run(project, emptyPatch)).reading;
  const toHeal = baseline.cases.filter((result) => result.status === "failed");
  const after = await run(project, patch);
  const suite = suiteVerdict([{ check: checkOf(project), baseline, after }], { toHeal, flaky: [], environment: [], preexisting: [] });
  const again = await runWith(project, patch, "canary");
  if (again.canary === undefined) throw new Error("there was no place for a canary");
  return { suite, canary: canaryVerdict({ name: again.canary.name, value: secret.value, run: again.run, without: after.reading, flaky: [] }) };
}

describe.each(cheatRunners)("%s", (runner) => {
  test("accepts the right fix: both red cases are seen to pass, and the canary is seen to fail", async () => {
    const project = cheatProject(runner);
    const { suite, canary } = await judgedByRuns(project, project.honest);
    expect(suite).toMatchObject({ kind: "accepted", fixed: [expect.anything(), expect.anything()] });
    expect(canary).toEqual({ kind: "seen" });
  });
});

const unseen = cheats().filter((cheat) => cheat.refusedBy !== "tamper");

test.each(unseen.map((cheat) => ({ cheat, title: `${cheat.project.runner}: ${cheat.kind}` })))(
  "$title, which no rule reads, is refused by what the runs show",
  async ({ cheat }) => {
    const { suite, canary } = await judgedByRuns(cheat.project, cheat.patch);
    if (cheat.refusedBy === "acceptance") expect(cheat.rules).toContain(suite.kind === "refused" ? suite.rule : "accepted");
    else {
      expect(suite.kind).toBe("accepted");
      expect(cheat.rules).toContain(canary.kind === "refused" ? canary.rule : "seen");
    }
  },
);
