import { describe, expect, it } from "vitest";
import { OperatorsCoder } from "../../../../../src/agents/coder/operators/coder.js";
import type { History, Reflection, TriedCandidate } from "../../../../../src/domain/attempt.js";
import type { CaseId, CaseResult } from "../../../../../src/domain/case.js";
import type { Failure } from "../../../../../src/domain/failure.js";
import type { Patch } from "../../../../../src/domain/patch.js";
import type { Suspect } from "../../../../../src/domain/suspect.js";
import { failureOf } from "../model/scripted-model.js";
import { briefOf, noHistory, proposals, trees } from "./variants.js";

const coder = new OperatorsCoder(trees);

function suspect(file: string, text: string, more: Partial<Suspect> & { readonly function: string }): Suspect {
  return { file, start: 0, end: text.length, startLine: 1, endLine: text.split("\n").length, score: 1, because: "test", hotLines: [], ...more };
}

function afters(patches: readonly { readonly patch: Patch }[]): string[] {
  return patches.flatMap(({ patch }) => patch.changes.map((change) => (change.kind === "delete" ? "" : change.after)));
}

const cheap = "def cheap(price):\n    return price < 10\n";
const dear = "def dear(price):\n    return price > 90\n";

describe("OperatorsCoder", () => {
  it("proposes nothing twice, nothing that is the tree itself, and nothing that does not parse", async () => {
    const found = afters(await proposals(coder, briefOf({ "shop.py": cheap })));
    expect(new Set(found).size).toBe(found.length);
    expect(found).not.toContain(cheap);
    expect(found.filter((text) => trees.parse("python", text).root.hasError)).toEqual([]);
  });

  it("never touches a protected path or a file without a grammar", async () => {
    const brief = briefOf({ "shop.py": cheap, "test_shop.py": dear, "notes.txt": "1 < 2" }, { isProtected: (path) => path.startsWith("test_") });
    const paths = new Set((await proposals(coder, brief)).flatMap(({ patch }) => patch.changes.map((change) => change.path)));
    expect([...paths]).toEqual(["shop.py"]);
  });

  it("says in one sentence where and what it changes", async () => {
    const text = `import os\n\n\n${cheap}`;
    const brief = briefOf({ "shop.py": text }, { suspects: [suspect("shop.py", text, { function: "cheap", start: text.indexOf("def") })] });
    const swap = (await proposals(coder, brief)).find(({ origin }) => origin.operator === "comparison-swap");
    expect(swap?.explanation).toBe('In cheap(), line 5: "<" becomes "<=".');
    expect(swap?.origin.site).toEqual({ file: "shop.py", line: 5, function: "cheap" });
  });

  it("tries, of a program that goes round for ever, the loop first, then what stands before it, and what stands behind it last", async () => {
    const text =
      "def suffix(text):\n    start = 0\n    while not is_same(text):\n        start += 1\n    return text + text[:start]\n\n\ndef is_same(text):\n    return text == text[::-1]\n";
    const frames = [
      { file: "words.py", line: 3, function: "suffix" },
      { file: "words.py", line: 4, function: "suffix" },
      { file: "words.py", line: 9, function: "is_same" },
    ];
    const red = { ...failureOf("test_words.py", ["test_suffix"]) };
    const endlessly = { ...red, failure: { ...(red.failure as Failure), type: "Timeout", frames } };
    const suspects = [
      suspect("words.py", text, { function: "suffix", end: text.indexOf("\n\n\n"), endLine: 5, hotLines: [3, 4] }),
      suspect("words.py", text, { function: "is_same", start: text.indexOf("def is_same"), startLine: 8, endLine: 9, score: 0.92, hotLines: [9] }),
    ];
    const linesOf = async (failures: readonly CaseResult[]): Promise<number[]> =>
      (await proposals(coder, briefOf({ "words.py": text }, { suspects, failures }))).map(({ origin }) => origin.site?.line ?? 0);
    const lines = await linesOf([endlessly]);
    const mean = (wanted: readonly number[], all: readonly number[]): number => {
      const at = all.flatMap((line, index) => (wanted.includes(line) ? [index] : []));
      return at.reduce((sum, one) => sum + one, 0) / at.length;
    };
    expect(mean([3, 4], lines)).toBeLessThan(mean([2], lines));
    expect(mean([2], lines)).toBeLessThan(mean([5], lines));
    expect(lines.slice(-5).every((line) => line === 5)).toBe(true);
    expect((await linesOf([red])).slice(-5).every((line) => line === 5)).toBe(false);
  });

  it.each([
    ["price > 90", "price >= 90", "price > 89"],
    ["price <= 90", "price < 90", "price <= 89"],
    ["90 > price", "90 >= price", "91 > price"],
  ])("moves the boundary of `%s` by the comparison before it does so by the number", async (written, swapped, stepped) => {
    const found = afters(await proposals(coder, briefOf({ "shop.py": `def dear(price):\n    return ${written}\n` })));
    const at = (condition: string): number => found.indexOf(`def dear(price):\n    return ${condition}\n`);
    expect(at(swapped)).toBeGreaterThanOrEqual(0);
    expect(at(swapped)).toBeLessThan(at(stepped));
  });

  it("shows the expression around a change that says nothing by itself, and quotes what holds quotes otherwise", async () => {
    const text = 'def fields(row):\n    return row.split(" ")\n';
    const found = await proposals(coder, briefOf({ "shop.py": text }));
    expect(found.map(({ explanation }) => explanation)).toContain('In fields(), line 2: `row.split(" ")` becomes "row.split()".');
  });

  it("tries the more suspicious function first with the same row", async () => {
    const suspects = [suspect("a.py", cheap, { function: "cheap", score: 0.2 }), suspect("b.py", dear, { function: "dear", score: 0.9 })];
    const found = await proposals(coder, briefOf({ "a.py": cheap, "b.py": dear }, { suspects }));
    const swaps = found.filter(({ origin }) => origin.operator === "comparison-swap").map(({ origin }) => origin.site?.file);
    expect(swaps[0]).toBe("b.py");
    expect(swaps).toContain("a.py");
  });

  it("tries a likely row in a less suspicious function before an unlikely row in a more suspicious one", async () => {
    const suspects = [suspect("a.py", cheap, { function: "cheap", score: 0.6 }), suspect("b.py", dear, { function: "dear", score: 0.9 })];
    const found = await proposals(coder, briefOf({ "a.py": cheap, "b.py": dear }, { suspects }));
    const firstOfA = found.findIndex(({ origin }) => origin.site?.file === "a.py");
    const lastOfB = found.findLastIndex(({ origin }) => origin.site?.file === "b.py");
    expect(firstOfA).toBeLessThan(lastOfB);
  });

  it("lets rows sink in a function where earlier attempts refuted them", async () => {
    const brief = briefOf({ "shop.py": cheap });
    const before = (await proposals(coder, brief)).findIndex(({ origin }) => origin.operator === "comparison-swap");
    const reflection: Reflection = { attempt: 1, text: "", refuted: [{ operator: "comparison-swap", file: "shop.py", function: "cheap", times: 80 }] };
    const history: History = { tried: [], reflections: [reflection] };
    const after = (await proposals(coder, brief, history)).findIndex(({ origin }) => origin.operator === "comparison-swap");
    expect(after).toBeGreaterThan(before);
  });

  it("turns to other lines when edits of one leave the failure as it was", async () => {
    const text = "def total(prices):\n    first = prices[0] < 10\n    other = prices[1] < 20\n    return first and other\n";
    const count = async (isMoved: boolean): Promise<number> => {
      const tried: TriedCandidate[] = [];
      const lines: number[] = [];
      for await (const proposal of coder.propose(briefOf({ "shop.py": text }), { tried, reflections: [] })) {
        const line = proposal.origin.site?.line ?? 0;
        lines.push(line);
        const verdict = { kind: "still-failing" as const, caseId: "case" as CaseId, message: "", changedMessage: isMoved || line !== 2 };
        tried.push({ number: lines.length, attempt: 1, proposal, verdict });
      }
      return lines.slice(0, 30).filter((line) => line === 2).length;
    };
    expect(await count(false)).toBeLessThan(await count(true));
  });

  it("names functions held by variables", async () => {
    const text = "const cheap = (price) => price < 10;\n";
    const swap = (await proposals(coder, briefOf({ "shop.js": text }))).find(({ origin }) => origin.operator === "comparison-swap");
    expect(swap?.explanation).toBe('In cheap(), line 1: "<" becomes "<=".');
  });

  it("does not propose again what this run has tried", async () => {
    const brief = briefOf({ "shop.py": cheap });
    const [first] = await proposals(coder, brief);
    if (first === undefined) throw new Error("no proposal");
    const history: History = { tried: [{ number: 1, attempt: 1, proposal: first, verdict: { kind: "green", fixed: [] } }], reflections: [] };
    expect(afters(await proposals(coder, brief, history))).not.toContain(afters([first])[0]);
  });

  it("keeps the parent's changes in every patch and writes them against the base", async () => {
    const base = "def cheap(price):\n    return price < 11\n";
    const parent: Patch = {
      changes: [
        { kind: "modify", path: "other.py", before: "x = 1\n", after: "x = 2\n", encoding: "utf8" },
        { kind: "modify", path: "shop.py", before: base, after: cheap, encoding: "utf8" },
      ],
    };
    const brief = briefOf({ "shop.py": cheap, "other.py": "x = 2\n" }, { parent, suspects: [suspect("shop.py", cheap, { function: "cheap" })] });
    const [first] = await proposals(coder, brief);
    expect(first?.patch.changes.map((change) => change.path)).toEqual(["other.py", "shop.py"]);
    expect(first?.patch.changes[0]).toEqual(parent.changes[0]);
    expect(first?.patch.changes[1]).toMatchObject({ kind: "modify", before: base });
    expect(afters(await proposals(coder, brief))).not.toContain(base);
  });

  it("leaves every byte outside the edit alone: byte order mark, carriage returns, encoding", async () => {
    const text = "\uFEFFdef cheap(price):\r\n    # caf\u00e9\r\n    return price < 10\r\n";
    const files = { ...briefOf({ "shop.py": text }).files, read: () => ({ text, encoding: "latin1" as const }) };
    const found = await proposals(coder, briefOf({ "shop.py": text }, { files }));
    const changes = found.flatMap(({ patch }) => patch.changes);
    expect(changes.every((change) => change.encoding === "latin1")).toBe(true);
    expect(changes.map((change) => (change.kind === "modify" ? change.after : ""))).toContain(text.replace("<", "<="));
    expect(changes.filter((change) => change.kind === "modify" && /[^\r]\n/.test(change.after))).toEqual([]);
  });

  it("still proposes mends for a file that does not parse", async () => {
    const broken = "def cheap(price):\n    return price < 10\n\ndef other(:\n    pass\n";
    const brief = briefOf({ "shop.py": broken }, { suspects: [suspect("shop.py", broken, { function: "<module>" })] });
    expect((await proposals(coder, brief)).length).toBeGreaterThan(0);
  });

  it("names module code as such", async () => {
    const text = "limit = 10\n";
    const [first] = await proposals(coder, briefOf({ "shop.py": text }));
    expect(first?.explanation).toMatch(/^At the top level of shop\.py, line 1: /);
  });

  it("gives the same order every time", async () => {
    const brief = briefOf({ "a.py": cheap, "b.py": dear });
    expect(afters(await proposals(coder, brief, noHistory))).toEqual(afters(await proposals(coder, brief, noHistory)));
  });
});
