import { describe, expect, it } from "vitest";
import type { Ask } from "../../../../../src/agents/coder/model/strategy.js";
import type { TriedCandidate } from "../../../../../src/domain/attempt.js";
import type { Profile } from "../../../../../src/domain/model-plan.js";
import { briefOf, coderOf, failureOf, red, ScriptedModel, suspectOf } from "./scripted-model.js";

const fault = "return 2 * math.pi * radius";
/** As long as the room of a small prompt leaves it beside short lines. */
const documentation = `"""Area of a circle.\n${"    One more line about circles and their radius.\n".repeat(68)}    """`;
const source = `import math\n\n\ndef area(radius):\n    ${documentation}\n    ${fault}\n`;
const files = { "shapes.py": source, "test_shapes.py": "from shapes import area\n\n\ndef test_area():\n    assert round(area(1), 2) == 3.14\n" };
const brief = briefOf(files, { suspects: [suspectOf("shapes.py", "area")], failures: [failureOf("test_shapes.py", ["test_area"])] });

/** The default limits: six attempts, and two proposals of a second opinion; so many stand before the last one. */
const before = 7;

function tried(number: number, line: string): TriedCandidate {
  const change = { kind: "modify", path: "shapes.py", before: source, after: source.replace(fault, line), encoding: "utf8" } as const;
  return { number, attempt: number, proposal: { explanation: "", patch: { changes: [change] }, origin: { coder: "model" } }, verdict: red };
}

const edits = (count: number, line: (number: number) => string) => Array.from({ length: count }, (_, index) => tried(index + 1, line(index + 1)));

/** The prompt of one more proposal after these, and its lines of edits that failed. */
async function toldAfter(all: readonly TriedCandidate[], profile: Profile, kind: "repair" | "fresh") {
  const model = new ScriptedModel(["nothing"]);
  const parent = all[0];
  if (parent === undefined) throw new Error("nothing was tried");
  const ask: Ask = kind === "repair" ? { kind, parent, temperature: 0 } : { kind, temperature: 0 };
  await coderOf(model, { profile, next: () => ask })
    .propose(brief, { tried: all, reflections: [] })
    .next();
  const prompt = model.prompt(0);
  const [, list = ""] = /<data-t0k3n "tried">\n([\s\S]*?)\n<\/data-t0k3n>/.exec(prompt) ?? [];
  return { prompt, lines: list.split("\n") };
}

describe("edits that were tried and failed", () => {
  it.each<[Profile, "repair" | "fresh", number]>([
    ["small", "repair", before],
    ["small", "fresh", before],
    ["large", "repair", 2 * before],
    ["large", "fresh", 2 * before],
  ])("stay as one line each: profile %s, %s, %i edits", async (profile, kind, count) => {
    const { lines } = await toldAfter(
      edits(count, (number) => `return math.pi * radius ** ${number + 2}`),
      profile,
      kind,
    );
    const all = Array.from({ length: count }, (_, index) => `- \`${fault}\` becomes \`return math.pi * radius ** ${index + 3}\`: still red: assert 3 == 2`);
    expect(lines).toEqual(all);
  });

  it.each(["repair", "fresh"] as const)("fit into a small %s prompt, what they put there last, when each is long", async (kind) => {
    const long = edits(before, (number) => `return ${number} + ${"radius * math.pi + ".repeat(30)}0`);
    const { prompt, lines } = await toldAfter(long, "small", kind);
    expect(lines.map((line) => /becomes `return (\d) \+ radius[^`]*\.\.\.`: still red: assert 3 == 2$/.exec(line)?.[1])).toEqual([..."1234567"]);
    expect(Buffer.byteLength(prompt)).toBeLessThanOrEqual(6_300);
    expect(prompt).toContain("def area(radius):");
    expect(prompt).toContain("assert round(area(1), 2) == 3.14");
  });
});
