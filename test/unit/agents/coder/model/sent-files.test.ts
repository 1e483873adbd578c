import { describe, expect, it } from "vitest";
import { composePrompt } from "../../../../../src/agents/coder/model/prompt/compose-prompt.js";
import { lessonSections } from "../../../../../src/agents/coder/model/prompt/parts.js";
import type { Scene } from "../../../../../src/agents/coder/model/prompt/scene.js";
import { readUnknownOutput } from "../../../../../src/agents/coder/model/read-unknown-output.js";
import type { Ask } from "../../../../../src/agents/coder/model/strategy.js";
import type { TriedCandidate } from "../../../../../src/domain/attempt.js";
import type { Profile } from "../../../../../src/domain/model-plan.js";
import { briefOf, coderOf, failureOf, red, ScriptedModel, suspectOf, viewOf } from "./scripted-model.js";

/** Each with a line that only it holds. */
const files = {
  "shapes.py": "def area(radius):\n    return 2 * radius  # of shapes\n",
  "rates.py": "rate = 2  # of rates\n",
  "checks.py": "def close(one, other):\n    assert one == other  # of checks\n",
  "apart.py": "apart = 1  # of apart\n",
  "test_shapes.py": "from shapes import area\n\n\ndef test_area():\n    close(area(1), 3)  # of test_shapes\n",
};
const area = failureOf("test_shapes.py", ["test_area"], "assert 2 == 3");
const excerpt =
  "test_shapes.py:5:\ndef close(one, other):\n>       assert one == other  # of checks\nE       assert 2 == 3\n\nchecks.py:2: AssertionError, see apart.py";
const failure = { type: "AssertionError", message: "assert 2 == 3", frames: [{ file: "checks.py", line: 2 }], excerpt };
const change = { kind: "modify", path: "rates.py", before: files["rates.py"], after: "rate = 3\n", encoding: "utf8" } as const;
const tried: TriedCandidate = { number: 1, attempt: 1, proposal: { explanation: "", patch: { changes: [change] }, origin: { coder: "model" } }, verdict: red };

/** Files of which the request holds a line. */
function heldIn(prompt: string): string[] {
  return Object.keys(files).filter((path) => new RegExp(`# of ${path.replace(".py", "")}\\b`).test(prompt));
}

describe.each<Profile>(["small", "large"])("a request of the %s profile lists every file of which it holds text", (profile) => {
  async function asked(ask: Ask, more: Parameters<typeof briefOf>[1] = {}) {
    const model = new ScriptedModel(["nothing"]);
    const brief = briefOf(files, { suspects: [suspectOf("shapes.py", "area")], failures: [{ ...area, failure }], ...more });
    await coderOf(model, { profile, next: () => ask })
      .propose(brief, { tried: [tried], reflections: [] })
      .next();
    return { prompt: model.prompt(0), files: model.requests[0]?.files ?? [] };
  }

  it("with what the run printed of it, and what an earlier edit took away", async () => {
    const { prompt, files: listed } = await asked({ kind: "fresh", temperature: 0 });
    expect(heldIn(prompt)).toEqual(["shapes.py", "rates.py", "checks.py", "test_shapes.py"]);
    expect([...listed].sort()).toEqual(["checks.py", "rates.py", "shapes.py", "test_shapes.py"]);
  });

  it("with the change that is repaired", async () => {
    const { prompt, files: listed } = await asked({ kind: "repair", parent: tried, temperature: 0 });
    expect(heldIn(prompt)).toContain("rates.py");
    for (const path of heldIn(prompt)) expect(listed).toContain(path);
  });

  it("with the lesson of it", () => {
    const lesson = "The line `rate = 2  # of rates` was no cause.";
    expect(lessonSections({ ...sceneOf(profile), lesson }, tried).map(({ files: listed }) => listed)).toEqual([["rates.py"]]);
  });

  it("with the statement of a test that failed", () => {
    const calls = new Map([[area.id, { statement: "close(area(1), 3)  # of test_shapes", result: undefined }]]);
    const brief = briefOf(files, { failures: [{ ...area, failure: { ...failure, excerpt: "" } }] });
    expect(composePrompt({ ...sceneOf(profile), brief, calls }, { kind: "fresh", temperature: 0 }, 2_000).files).toEqual(["test_shapes.py"]);
    const verdict = { ...red, caseId: area.id };
    const repair: Ask = { kind: "repair", parent: { ...tried, proposal: { ...tried.proposal, patch: { changes: [] } }, verdict }, temperature: 0 };
    const { messages, files: listed } = composePrompt({ ...sceneOf(profile), brief, calls }, repair, 2_000);
    expect(messages[1]?.content).toMatch(/"result">\n.*\nfailing line: close\(area\(1\), 3\)/);
    expect(listed).toEqual(["test_shapes.py"]);
  });

  it("with the values that were recorded in it", () => {
    const step = { file: "rates.py", line: 1, function: "fee", event: "return", values: { return: "2" } } as const;
    const trace = { first: [step], last: [], omitted: 0 };
    const parent = { ...tried, proposal: { ...tried.proposal, patch: { changes: [] } } };
    expect(composePrompt({ ...sceneOf(profile), trace }, { kind: "repair", parent, temperature: 0 }, 2_000).files).toEqual(["rates.py"]);
  });
});

/** Nothing but what a test puts there. */
function sceneOf(profile: Profile): Scene {
  return {
    brief: briefOf(files),
    history: { tried: [], reflections: [] },
    profile,
    files: viewOf(files),
    units: [],
    tests: [],
    calls: new Map(),
    trace: undefined,
    stayedWrong: "no",
    token: "t0k3n",
    format: "whole",
    unusable: undefined,
    lesson: undefined,
    mayAsk: "no",
  };
}

describe("the reading of an unknown output", () => {
  const sent = async (output: string, texts: Readonly<Record<string, string>>) => {
    const model = new ScriptedModel(["nothing"]);
    await readUnknownOutput({ model, output, files: viewOf(texts), token: "t0k3n", seed: 1, signal: new AbortController().signal });
    return model.requests[0]?.files;
  };

  it.each([
    ["lib/calc.rs:3:5\n 3 |   a + b\n   |   ^", ["lib/calc.rs"]],
    ['File "/box/lib/calc.rs", line 3\n    a + b\nError: no', ["lib/calc.rs"]],
    ["calc.rs: near `let answer = rate * 2;` it ends", ["lib/calc.rs"]],
    ["lib/calc.rs failed: a + b is wrong", []],
    ["a + b", []],
    ["lib/calc.rs:3:5 FAILED\n}", []],
  ])("of %j lists the files that it names and quotes: %j", async (output, listed) => {
    expect(await sent(output, { "lib/calc.rs": "fn add() {\n  let answer = rate * 2;\n  a + b\n}\n", "lib/other.rs": "a + b\n" })).toEqual(listed);
  });
});
