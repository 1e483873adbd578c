import { appendFileSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import type { Proposal } from "../../../src/domain/attempt.js";
import { defaultBudgetLimits } from "../../../src/domain/budget.js";
import type { Patch } from "../../../src/domain/patch.js";
import type { RunPlan } from "../../../src/domain/run-plan.js";
import { lastOf } from "../../../src/render/journal-view.js";
import { type HealedProject, healProject, writeFiles } from "../../support/heal-project.js";
import { suiteRequires } from "../../support/requirements.js";
import { ScriptedCoder } from "../../support/scripted-coder.js";

const broken = "exports.double = (n) => n + 1;\nexports.half = (n) => n / 2;\n";

const project = {
  "package.json": '{ "name": "numbers", "private": true }\n',
  "numbers.js": broken,
  "numbers.test.js": [
    'const { test } = require("node:test");',
    'const assert = require("node:assert");',
    'const { double, half } = require("./numbers.js");',
    'test("doubles", () => assert.strictEqual(double(4), 8));',
    'test("halves", () => assert.strictEqual(half(4), 2));',
    "",
  ].join("\n"),
};

const lastFailure = "Last failure: node:test:numbers.test.js::doubles: ";

function becomes(after: string): Patch {
  return { changes: [{ kind: "modify", path: "numbers.js", before: broken, after, encoding: "utf8" }] };
}

const wrong = (n: number): Patch => becomes(broken.replace("n + 1", `n + ${n}`));
const breaking = (n: number): Patch => becomes(broken.replace("n / 2", `n / ${n}`).replace("n + 1", "n * 2"));
const cheating: Patch = { changes: [{ kind: "modify", path: "numbers.test.js", before: project["numbers.test.js"], after: "", encoding: "utf8" }] };
const cheatingAgain: Patch = { changes: [{ kind: "delete", path: "numbers.test.js", before: project["numbers.test.js"], encoding: "utf8" }] };

const opened: HealedProject[] = [];

afterEach(() => {
  for (const one of opened.splice(0)) one.dispose();
});

async function stopOf(patches: readonly Patch[], plan: Partial<RunPlan> = {}): Promise<HealedProject> {
  return stopBy(new ScriptedCoder(patches.map((patch, index) => ({ explanation: `Proposal ${index + 1}.`, patch }))), plan);
}

async function stopBy(coder: ScriptedCoder, plan: Partial<RunPlan> = {}): Promise<HealedProject> {
  const healed = await healProject({ project, checks: ["node --test"], coders: [coder], plan });
  opened.push(healed);
  return healed;
}

suiteRequires("bubblewrap")("a loop that does not heal says which rule ended it", () => {
  it("six proposals are the most", async () => {
    const { stop } = await stopOf([2, 3, 5, 6, 7, 8, 9].map(wrong));
    expect(stop.reason).toBe("max-attempts");
    expect(stop.sentence).toBe(`Stopped after 6 attempts (max-attempts): all 6 proposals are used. ${lastFailure}12 !== 8.`);
  });

  it("the same patch twice again", async () => {
    const { stop } = await stopOf([wrong(2), wrong(2), wrong(2), wrong(3)]);
    expect(stop.sentence).toBe(`Stopped after 3 attempts (same-patch): a patch that had failed was proposed again, twice. ${lastFailure}6 !== 8.`);
  });

  it("two patches by turns", async () => {
    const { stop } = await stopOf([wrong(2), wrong(3), wrong(2), wrong(3), wrong(5)]);
    expect(stop.sentence).toBe(`Stopped after 4 attempts (oscillation): two patches were proposed by turns. ${lastFailure}7 !== 8.`);
  });

  it("two patches in a row that break a passing case", async () => {
    const { stop } = await stopOf([breaking(3), breaking(5), wrong(2)]);
    expect(stop.sentence).toBe(`Stopped after 2 attempts (regression): two proposals in a row broke passing cases. ${lastFailure}5 !== 8.`);
  });

  it("two patches in a row that touch the tests", async () => {
    const { stop } = await stopOf([cheating, cheatingAgain, wrong(2)]);
    expect(stop.sentence).toBe(`Stopped after 2 attempts (tamper): two proposals in a row were refused by a tamper rule. ${lastFailure}5 !== 8.`);
  });

  it("three replies in a row without an edit", async () => {
    const talk = { explanation: "No edit.", patch: { changes: [] }, unusable: "the reply holds no code block" };
    const { stop, lines } = await stopBy(new ScriptedCoder([talk, { explanation: "An edit.", patch: wrong(2) }, talk, talk, talk]));
    expect(stop.sentence).toBe(
      `Stopped after 5 attempts (unusable-replies): three replies in a row held no edit that could be tried, the last because the reply holds no code block. Name another model, or give another profile (small, large). ${lastFailure}6 !== 8.`,
    );
    expect(lines.filter(({ event }) => event.type === "candidate-tried" && event.verdict.kind === "unusable")).toHaveLength(4);
  });

  it("a model that cannot be reached any more", async () => {
    const end = { reason: "model-unavailable", because: "the endpoint answers 503" } as const;
    const { stop } = await stopBy(new ScriptedCoder([{ explanation: "An edit.", patch: wrong(2) }], end));
    expect(stop.reason).toBe("model-unavailable");
    expect(stop.sentence).toBe(`Stopped after 1 attempt (model-unavailable): the endpoint answers 503. ${lastFailure}6 !== 8.`);
  });

  it("nothing left to propose", async () => {
    const { stop } = await stopOf([wrong(2)]);
    expect(stop.sentence).toBe(`Stopped after 1 attempt (no-progress). ${lastFailure}6 !== 8.`);
  });

  it("nothing that may be edited", async () => {
    const healed = await healProject({ project, checks: ["node --test"], plan: { protectedGlobs: ["*.js"] } });
    opened.push(healed);
    expect(healed.stop.sentence).toBe(
      `Nothing could be tried (no-progress): every file the failure points to is protected or written in a language without repair operators. ${lastFailure}5 !== 8.`,
    );
  });

  it("the wall clock", async () => {
    const { stop } = await stopOf([wrong(2)], { budget: { ...defaultBudgetLimits, maxMinutes: 0.000001, operatorMs: 1000 } });
    expect(stop.sentence).toBe(`Stopped after 0 attempts (max-time). ${lastFailure}5 !== 8.`);
  });

  it("a right patch heals and the stop is fixed", async () => {
    const healed = await stopOf([wrong(2), becomes(broken.replace("n + 1", "n * 2"))]);
    expect(healed.stop.reason).toBe("fixed");
    expect(lastOf(healed.lines, "accepted")?.proof.greenAfter).toEqual(["node:test:numbers.test.js::doubles"]);
  });
});

suiteRequires("bubblewrap")("a proposal that writes through a link", () => {
  it.each(["alias.js", "elsewhere/new.js"])("is unusable at %s and ends nothing", async (path) => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), "heal-linked-")));
    writeFiles(folder, { ...project, "docs/notes.txt": "Numbers.\n" });
    symlinkSync("numbers.js", join(folder, "alias.js"));
    symlinkSync("docs", join(folder, "elsewhere"));
    const through: Patch = { changes: [{ kind: "add", path, after: "1;\n", encoding: "utf8" }] };
    const coder = new ScriptedCoder([
      { explanation: "Through a link.", patch: through },
      { explanation: "The right fix.", patch: becomes(broken.replace("n + 1", "n * 2")) },
    ]);
    const healed = await healProject({ project: folder, checks: ["node --test"], coders: [coder] });
    opened.push(healed);
    rmSync(folder, { recursive: true });
    expect(healed.lines.flatMap(({ event }) => (event.type === "candidate-tried" ? [event.verdict.kind] : []))).toEqual(["unusable", "green"]);
    expect(healed.stop.reason).toBe("fixed");
  });
});

suiteRequires("bubblewrap")("a project that somebody works on meanwhile", () => {
  it("is not called healed: the proof would speak of other files", async () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), "heal-moved-")));
    writeFiles(folder, project);
    const coder = {
      name: "scripted" as const,
      async *propose(): AsyncIterable<Proposal> {
        appendFileSync(join(folder, "package.json"), "\n");
        yield { explanation: "The right fix.", patch: becomes(broken.replace("n + 1", "n * 2")), origin: { coder: "scripted" as const } };
      },
    };
    const healed = await healProject({ project: folder, checks: ["node --test"], coders: [coder] });
    opened.push(healed);
    rmSync(folder, { recursive: true });
    expect(healed.stop.reason).toBe("stale-head");
    expect(healed.stop.sentence).toBe(
      "The project's files were changed while the run went on, so what the checks showed no longer speaks of them. Run heal again when nothing else writes to the project.",
    );
    expect(healed.lines.some(({ event }) => event.type === "accepted")).toBe(false);
  });
});
