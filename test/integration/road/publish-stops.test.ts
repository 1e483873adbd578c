import { afterEach, beforeEach, expect, it } from "vitest";
import type { Proposal } from "../../../src/domain/attempt.js";
import { eventsOf, lastOf } from "../../../src/render/journal-view.js";
import { type Publisher, publisher } from "../../../src/stages/publish.js";
import { adaptersFor } from "../../support/github-server/client.js";
import { type GithubServer, startGithub } from "../../support/github-server/server.js";
import { type HealedProject, healProject } from "../../support/heal-project.js";
import { becomes, numbersProject, right } from "../../support/numbers-project.js";
import { suiteRequires } from "../../support/requirements.js";

const patch = becomes(right);

let server: GithubServer;
let main: string;
const opened: HealedProject[] = [];

beforeEach(async () => {
  server = await startGithub();
  main = server.push("main", numbersProject);
});

afterEach(async () => {
  for (const one of opened.splice(0)) one.dispose();
  expect(server.violations).toEqual([]);
  await server.close();
});

function toMain(): Publisher {
  const text = () => ({ title: "Mend double", body: "Why and how." });
  return publisher({ ...adaptersFor(server), text }, { targetBranch: "main", targetCommit: main, writes: { kind: "allowed" }, draft: true });
}

/** A run whose coder knows the fix; `meanwhile` is what others do to the repository while it works. */
async function healed(meanwhile: () => void = () => undefined): Promise<HealedProject> {
  const coder = {
    name: "scripted" as const,
    async *propose(): AsyncIterable<Proposal> {
      meanwhile();
      yield { explanation: "It has to be doubled.", patch, origin: { coder: "scripted" } };
    },
  };
  const one = await healProject({ project: numbersProject, checks: ["node --test"], coders: [coder], publisher: toMain() });
  opened.push(one);
  return one;
}

suiteRequires("bubblewrap")("a run that healed", () => {
  it("ends as already fixed where its branch got the fix meanwhile", async () => {
    let tip = "";
    const { stop, lines } = await healed(() => {
      tip = server.push("main", { "numbers.js": right });
    });
    expect(stop).toEqual({
      reason: "already-fixed",
      sentence: `main already holds this fix at ${tip.slice(0, 9)}, so nothing was written. Run the failed job again there.`,
    });
    expect(lines.at(-1)?.event).toEqual({ type: "stopped", stop, class: "healable-code" });
  });

  it("ends as stale where its branch became another one on which the fix does not fit", async () => {
    let tip = "";
    const { stop, lines } = await healed(() => {
      tip = server.push("other", { "numbers.js": "exports.double = null;\n" });
      server.state.objects.moveRef("refs/heads/main", tip, main);
    });
    expect(stop).toEqual({
      reason: "stale-head",
      sentence: `main moved to ${tip.slice(0, 9)} during the run and changed numbers.js, so the fix does not fit any more. Run Heal again there; the patch is in the bundle.`,
    });
    expect(lastOf(lines, "published")).toMatchObject({ action: "nothing", reason: stop.sentence });
    expect(lines.at(-1)?.event).toEqual({ type: "stopped", stop, class: "healable-code" });
  });

  it("does not set out again once a person closed its pull request", async () => {
    const first = await healed();
    expect(first.stop.reason).toBe("fixed");
    for (const pull of server.state.pulls) pull.state = "closed";
    const second = await healed();
    expect(second.stop).toEqual({
      reason: "closed-by-person",
      sentence:
        "The pull request #1 for this failure was closed without merging, so Heal leaves the failure alone. Reopen the pull request to have it worked on again.",
    });
    expect(eventsOf(second.lines, "attempt-started")).toEqual([]);
  });
});
