import { afterEach, expect, it } from "vitest";
import type { Proposal } from "../../../src/domain/attempt.js";
import { eventsOf, lastOf } from "../../../src/render/journal-view.js";
import { type HealedProject, type HealProjectRequest, healProject } from "../../support/heal-project.js";
import { becomes, numbersProject, right } from "../../support/numbers-project.js";
import { suiteRequires } from "../../support/requirements.js";
import { ScriptedCoder } from "../../support/scripted-coder.js";

const opened: HealedProject[] = [];

afterEach(() => {
  for (const one of opened.splice(0)) one.dispose();
});

async function healed(request: Partial<HealProjectRequest>): Promise<HealedProject> {
  const one = await healProject({ project: numbersProject, checks: ["node --test"], ...request });
  opened.push(one);
  return one;
}

const wrong = { explanation: "Another sum.", patch: becomes("exports.double = (n) => n + 2;\n") };

/** A coder that does something else in its turn than to propose. */
function coderThat(act: () => void) {
  return {
    name: "scripted" as const,
    async *propose(): AsyncIterable<Proposal> {
      act();
      yield { ...wrong, origin: { coder: "scripted" as const } };
    },
  };
}

suiteRequires("bubblewrap")("the sentence of a run that", () => {
  it("healed tells what became of which case, where and why", async () => {
    const { stop } = await healed({ coders: [new ScriptedCoder([{ explanation: "It has to be doubled.", patch: becomes(right) }])] });
    expect(stop).toEqual({ reason: "fixed", sentence: "Healed 1 case in numbers.js: It has to be doubled. Confidence: low." });
  });

  it("finds a fault of the tests tells so, once a change of the code was tried and did not mend it", async () => {
    const files = { ...numbersProject, "numbers.test.js": `${numbersProject["numbers.test.js"]}}\n` };
    const { stop, lines } = await healed({ project: files, coders: [new ScriptedCoder([wrong])] });
    expect(lastOf(lines, "stopped")?.class).toBe("test-bug");
    expect(eventsOf(lines, "candidate-tried").map(({ verdict }) => verdict.kind)).toEqual(["still-failing"]);
    expect(stop).toEqual({
      reason: "not-healable",
      sentence:
        "Stopped after 1 attempt (not-healable: test-bug). Only test code appears in the failure, and no change of the product code mends it. Last failure: node:test:numbers.test.js: Unexpected token '}'.",
    });
  });

  it("finds a fault of the tests and a model that refuses its key blames the set-up and not the tests", async () => {
    const files = { ...numbersProject, "numbers.test.js": `${numbersProject["numbers.test.js"]}}\n` };
    const end = { reason: "invalid-setup", because: "The setting api-key does not work: it is refused" } as const;
    const { stop, lines } = await healed({ project: files, coders: [new ScriptedCoder([wrong], end)] });
    expect(lastOf(lines, "stopped")?.class).toBe("test-bug");
    expect(stop).toEqual({
      reason: "invalid-setup",
      sentence:
        "Stopped after 1 attempt (invalid-setup): The setting api-key does not work: it is refused. Last failure: node:test:numbers.test.js: Unexpected token '}'.",
    });
  });

  it("meets a fault of Heal's own tells of it, and the stack is in the journal", async () => {
    const { stop, lines } = await healed({
      coders: [
        coderThat(() => {
          throw new TypeError("a coder broke");
        }),
      ],
    });
    expect(stop).toEqual({
      reason: "internal-error",
      sentence: "Heal failed by a fault of its own or of the machine: a coder broke. The stack is in the journal.",
    });
    expect(lastOf(lines, "note")?.text).toMatch(/^TypeError: a coder broke\n {4}at /);
  });

  it("is cancelled tells where to look for what was found", async () => {
    const controller = new AbortController();
    const { stop } = await healed({ coders: [coderThat(() => controller.abort())], ports: { signal: controller.signal } });
    expect(stop).toEqual({ reason: "cancelled", sentence: "The run was cancelled; what was found so far is in the bundle." });
  });

  it("has no sandbox tells what was tried and what to do for each", async () => {
    const tried = [
      { engine: "docker", reason: "No daemon answers.", remedy: "Start it." },
      { engine: "bubblewrap", reason: "bwrap is not there.", remedy: "Install bubblewrap." },
    ] as const;
    const { stop } = await healed({ ports: { openSandbox: () => Promise.resolve({ kind: "unavailable", tried }) } });
    expect(stop).toEqual({
      reason: "sandbox-unavailable",
      sentence:
        "No code was run, because no sandbox can be used here. docker: No daemon answers. Start it. bubblewrap: bwrap is not there. Install bubblewrap.",
    });
  });
});
