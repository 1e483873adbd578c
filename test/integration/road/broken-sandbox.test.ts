import { afterEach, expect, it } from "vitest";
import { readJournal } from "../../../src/adapters/bundle/read-bundle.js";
import { emptyPatch, type Patch } from "../../../src/domain/patch.js";
import { eventsOf, lastOf } from "../../../src/render/journal-view.js";
import { answersByRole } from "../../support/answers-by-role.js";
import type { StartFault } from "../../support/breaking-sandbox.js";
import { type HealedProject, type HealProjectRequest, healProject } from "../../support/heal-project.js";
import { smallModel } from "../../support/model-road.js";
import { becomes, numbersProject, right } from "../../support/numbers-project.js";
import { suiteRequires } from "../../support/requirements.js";
import { ScriptedCoder } from "../../support/scripted-coder.js";

const remedy = "Put that right, or name another engine with `sandbox`, and run Heal again.";
const lastFailure = "Last failure: node:test:numbers.test.js::doubles: 5 !== 8.";

const opened: HealedProject[] = [];

afterEach(() => {
  for (const one of opened.splice(0)) one.dispose();
});

async function healed(request: Partial<HealProjectRequest>): Promise<HealedProject> {
  const one = await healProject({ project: numbersProject, checks: ["node --test"], ...request });
  opened.push(one);
  return one;
}

function proposals(...codes: readonly string[]): ScriptedCoder {
  return new ScriptedCoder(codes.map((code, index) => ({ explanation: `Proposal ${index + 1}.`, patch: becomes(code) })));
}

const wrong = [2, 3, 5, 6, 7, 8].map((n) => `exports.double = (n) => n + ${n};\n`);

/** Every box from the one on that `begins` speaks of. */
function deadFrom(reason: string, begins: (patch: Patch, command: number) => boolean): StartFault {
  let commands = 0;
  let dead = false;
  return (patch) => {
    commands += 1;
    dead ||= begins(patch, commands);
    return dead ? reason : undefined;
  };
}

const holds = (patch: Patch, text: string): boolean => patch.changes.some((change) => change.kind !== "delete" && change.after.includes(text));
const isPatched = (patch: Patch): boolean => patch.changes.length > emptyPatch.changes.length;

function verdicts({ lines }: HealedProject): readonly string[] {
  return eventsOf(lines, "candidate-tried").map(({ number, verdict }) => `${number} ${verdict.kind}`);
}

suiteRequires("bubblewrap")("a sandbox that breaks", () => {
  it("before anything was run ends the run with its reason and a remedy", async () => {
    const { stop } = await healed({ startFault: () => "The box ended before its command began." });
    expect(stop).toEqual({
      reason: "sandbox-unavailable",
      sentence: `The sandbox broke while \`node --test\` ran: the box ended before its command began. ${remedy}`,
    });
  });

  it("while what failed is run again is not taken for tests that pass and fail by turns", async () => {
    const { stop } = await healed({ startFault: deadFrom("mount: no loop device\n\nbwrap: gave up\n", (_, command) => command > 1) });
    expect(stop).toEqual({
      reason: "sandbox-unavailable",
      sentence: `The sandbox broke while \`node --test\` ran: mount: no loop device bwrap: gave up. ${remedy}`,
    });
  });

  it("at the first proposal takes no second one, and the bundle can be read", async () => {
    const answering = answersByRole({ coder: wrong.map((code) => `\`\`\`javascript\n${code}\`\`\``) });
    const reason = "The Docker daemon stopped answering while the command ran. Restart it, or use `sandbox: bubblewrap`.";
    const run = await healed({
      plan: { model: smallModel, coder: "model" },
      ports: { models: (desk) => ({ coder: answering.model(desk), repair: answering.model(desk) }) },
      startFault: deadFrom(reason, isPatched),
    });
    expect(run.stop).toEqual({
      reason: "sandbox-unavailable",
      sentence: `Stopped after 1 attempt (sandbox-unavailable): the sandbox broke while \`node --test\` ran: the Docker daemon stopped answering while the command ran. Restart it, or use \`sandbox: bubblewrap\`. ${remedy} ${lastFailure}`,
    });
    expect(answering.asked.map(({ role }) => role)).toEqual(["coder"]);
    expect(eventsOf(run.lines, "candidate-tried").map(({ verdict }) => verdict)).toEqual([{ kind: "box-failed", reason }]);
    expect(lastOf(run.lines, "attempt-ended")?.reflection).toEqual({ attempt: 1, text: "0 edits were run.", refuted: [] });
    expect(await readJournal(run.bundleFolder)).toEqual(run.lines);
  });

  it("ends a search among many candidates with the first it cannot run", async () => {
    const run = await healed({ plan: { coder: "operators" }, ports: { parallel: 1 }, startFault: deadFrom("no room", isPatched) });
    expect(verdicts(run)).toEqual(["1 box-failed"]);
    expect(run.stop).toEqual({
      reason: "sandbox-unavailable",
      sentence: `Stopped after 1 attempt (sandbox-unavailable): the sandbox broke while \`node --test\` ran: no room. ${remedy} ${lastFailure}`,
    });
  });

  it("while a patch is proved neither refuses the patch nor asks for another", async () => {
    let proving = 0;
    const startFault: StartFault = (patch) => (holds(patch, "n * 2") && ++proving > 2 ? "no room" : undefined);
    const run = await healed({ coders: [proposals(right, ...wrong)], startFault });
    expect(verdicts(run)).toEqual(["1 green"]);
    expect(eventsOf(run.lines, "rejected")).toEqual([]);
    expect(run.stop).toEqual({
      reason: "sandbox-unavailable",
      sentence: `Stopped after 1 attempt (sandbox-unavailable): the sandbox broke while \`node --test\` ran: no room. ${remedy} ${lastFailure}`,
    });
  });

  it("where the patch is taken away again is no proof that the cases were red without it", async () => {
    let isTried = false;
    const startFault: StartFault = (patch) => {
      isTried ||= isPatched(patch);
      return isTried && !isPatched(patch) ? "no room" : undefined;
    };
    const run = await healed({ coders: [proposals(right)], startFault });
    expect(verdicts(run)).toEqual(["1 green"]);
    expect(lastOf(run.lines, "accepted")).toBeUndefined();
    expect(run.stop).toEqual({
      reason: "sandbox-unavailable",
      sentence: `Stopped after 1 attempt (sandbox-unavailable): the sandbox broke while \`node --test\` ran: no room. ${remedy} ${lastFailure}`,
    });
  });
});

suiteRequires("bubblewrap")("a box that does not start", () => {
  it("is opened once more, and the candidate is judged by that one", async () => {
    const patched: Patch[] = [];
    const startFault: StartFault = (patch) => (isPatched(patch) && patched.push(patch) === 1 ? "no room" : undefined);
    const run = await healed({ coders: [proposals(right)], startFault });
    expect(verdicts(run)).toEqual(["1 green"]);
    expect(run.stop.reason, run.stop.sentence).toBe("fixed");
  });

  it("with one candidate alone says nothing of the sandbox: the next one is tried", async () => {
    const run = await healed({
      coders: [proposals(...wrong.slice(0, 1), right)],
      startFault: (patch) => (holds(patch, "n + 2") ? "The patch cannot be laid over the tree." : undefined),
    });
    expect(verdicts(run)).toEqual(["1 box-failed", "2 green"]);
    expect(run.stop.reason, run.stop.sentence).toBe("fixed");
  });

  it("speaks against no edit: one that is proposed again is run and is no repetition", async () => {
    const patched: Patch[] = [];
    const startFault: StartFault = (patch) => (isPatched(patch) && patched.push(patch) < 3 ? "no room" : undefined);
    const run = await healed({ coders: [proposals(right, right)], startFault });
    expect(verdicts(run)).toEqual(["1 box-failed", "2 green"]);
    expect(run.stop.reason, run.stop.sentence).toBe("fixed");
  });
});
