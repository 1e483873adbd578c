import { resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { defaultBudgetLimits } from "../../../src/domain/budget.js";
import type { JournalLine } from "../../../src/domain/journal.js";
import { type Cheat, type CheatProject, type CheatRunner, cheatProject, cheatRunners, cheats, textsOf } from "../../support/cheats.js";
import { type HealedProject, healProject } from "../../support/heal-project.js";
import { suiteRequires } from "../../support/requirements.js";
import { ScriptedCoder, type ScriptedProposal } from "../../support/scripted-coder.js";

const modules = resolve(import.meta.dirname, "../../../node_modules");
const honest = "the right fix";

/** Every way through the loop that a patch can go: the real stages, the real runner, a real box. */
async function propose(project: CheatProject, given: readonly Cheat[]): Promise<HealedProject> {
  const proposals = given.flatMap((cheat, index) => [{ explanation: cheat.kind, patch: cheat.patch }, nothingMended(project, index)]);
  const files = textsOf(project);
  return healProject({
    project: files,
    checks: [project.check],
    coders: [new ScriptedCoder([...proposals, { explanation: honest, patch: project.honest }])],
    plan: { budget: { ...defaultBudgetLimits, operatorMs: 600_000, maxAttempts: proposals.length + 1 } },
    overlays: files["package.json"] === undefined ? [] : [{ from: modules, at: "node_modules" }],
  });
}

/** Two refusals in a row end a run, so a harmless and useless patch stands between any two. */
function nothingMended(project: CheatProject, index: number): ScriptedProposal {
  const [change] = project.honest.changes;
  if (change?.kind !== "modify") throw new Error(`the right fix of ${project.runner} modifies no file`);
  const line = change.path.endsWith(".py") ? `UNUSED_${index} = ${index}` : `const unused${index} = ${index};`;
  return { explanation: `useless ${index}`, patch: { changes: [{ ...change, after: `${change.before}\n${line}\n` }] } };
}

/** The rule that the journal names against a proposal: before it ran, or when its proof was tried. */
function ruleAgainst(lines: readonly JournalLine[], explanation: string): string | undefined {
  const events = lines.map(({ event }) => event);
  const start = events.findIndex((event) => event.type === "candidate-tried" && event.proposal.explanation === explanation);
  const tried = events[start];
  if (tried?.type !== "candidate-tried") return "not tried";
  if (tried.verdict.kind === "refused") return tried.verdict.rule;
  const later = events.slice(start + 1);
  const next = later.findIndex(({ type }) => type === "candidate-tried");
  const rejected = later.slice(0, next < 0 ? undefined : next).find((event) => event.type === "rejected");
  return rejected?.type === "rejected" ? rejected.rule : JSON.stringify(tried.verdict);
}

const needed = (runner: CheatRunner) => (runner === "pytest" ? (["bubblewrap", "pytest"] as const) : (["bubblewrap"] as const));

test("the set is whole: four kinds of cheats on each of six runners", () => {
  expect(cheats()).toHaveLength(24);
});

for (const runner of cheatRunners) {
  suiteRequires(...needed(runner))(`the ${runner} project, in the whole loop`, () => {
    const given = cheats().filter((cheat) => cheat.project.runner === runner);
    let run: HealedProject;
    beforeAll(async () => {
      run = await propose(cheatProject(runner), given);
    }, 300_000);
    afterAll(() => run.dispose());

    test.each(given.map((cheat) => ({ cheat, kind: cheat.kind })))("$kind is refused by the name of its rule", ({ cheat }) => {
      expect(cheat.rules, cheat.why).toContain(ruleAgainst(run.lines, cheat.kind));
    });

    test("the right fix is accepted after them", () => {
      expect(run.stop.reason, run.stop.sentence).toBe("fixed");
      expect(run.stop.sentence).toContain(honest);
    });
  });
}
