import { describe, expect, it } from "vitest";
import { spliced } from "../../../../../../src/agents/coder/model/reply/splice.js";
import type { MissingName } from "../../../../../../src/agents/coder/model/source/missing-name.js";
import type { SyntaxLanguage } from "../../../../../../src/ports/syntax-trees.js";
import { trees } from "../scripted-model.js";

async function added(language: SyntaxLanguage, text: string, { code, ...missing }: Partial<MissingName> & { readonly code: string }): Promise<string> {
  await trees.load(language);
  const result = spliced(trees, {
    language,
    text,
    shown: [],
    wanted: { names: [{ file: "a", name: "spread", owner: undefined, loadedBy: "import", ...missing }], shown: "whole" },
    code,
  });
  return result.kind === "text" ? result.text : `unusable: ${result.reason}`;
}

const median = "def median(values):\n    return values[0]\n";
const spread = "def spread(values):\n    return max(values) - min(values)\n";

describe("what a reply adds to a file", () => {
  it("goes behind the last function", async () => {
    expect(await added("python", median, { code: spread })).toBe(`${median}\n\n${spread}`);
    expect(await added("python", "", { code: spread })).toBe(spread);
  });

  it("goes before what starts the program", async () => {
    const main = 'if __name__ == "__main__":\n    print(median([1]))\n';
    expect(await added("python", `${median}\n\n# Runs.\n${main}`, { code: spread })).toBe(`${median}\n\n${spread}\n\n# Runs.\n${main}`);
  });

  it("brings its imports and helpers, and neither tests nor usages", async () => {
    const code = `import math\n\n\ndef width(a, b):\n    return math.fabs(a - b)\n\n\ndef spread(values):\n    return width(max(values), min(values))\n\n\ndef test_spread():\n    assert spread([1]) == 0\n\n\nprint(spread([1, 2]))\n`;
    const wanted = `import math\n\n${median}\n\ndef width(a, b):\n    return math.fabs(a - b)\n\n\ndef spread(values):\n    return width(max(values), min(values))\n`;
    expect(await added("python", median, { code })).toBe(wanted);
  });

  it("leaves a neighbour the reply repeats as it is, and takes one it changes", async () => {
    expect(await added("python", median, { code: `${median}\n\n${spread}` })).toBe(`${median}\n\n${spread}`);
    const changed = median.replace("values[0]", "sorted(values)[0]");
    const text = await added("python", median, { code: `${changed}\n\n${spread}` });
    expect(text).toContain(changed);
    expect(text).toContain(spread.trim());
  });

  it.each([
    ["its own", "def median(values):\n    return values[0]\n", "unusable: it holds no complete function spread (but median)"],
    ["nothing", "print(1)\n", "unusable: it holds no complete function spread"],
  ])("is refused where it holds %s alone", async (_, code, reason) => {
    expect(await added("python", median, { code })).toBe(reason);
  });

  it.each([
    ["a word", "export function median(v) {\n  return v[0];\n}\n", "export function spread(v) {\n  return v[1];\n}\n"],
    ["a list", "function median(v) {\n  return v[0];\n}\n\nexport { median };\n", undefined],
  ])("leaves an ES module by %s as its neighbours do", async (_, text, wanted) => {
    const code = "// How far apart.\nfunction spread(v) {\n  return v[1];\n}\n";
    const result = await added("javascript", text, { code });
    expect(result).toContain(wanted ?? "// How far apart.\nexport function spread(v) {\n  return v[1];\n}\n\nexport { median };\n");
    expect(result).toContain("// How far apart.\nexport function spread");
  });

  it.each([
    ["const m = 1;\n\nmodule.exports = { m };\n", "const m = 1;\n\nconst spread = (v) => v[1];\n\nmodule.exports = { m, spread };\n"],
    ["const m = 1;\n\nmodule.exports = {\n  m,\n};\n", "const m = 1;\n\nconst spread = (v) => v[1];\n\nmodule.exports = {\n  m,\n  spread,\n};\n"],
    ["const m = 1;\n\nmodule.exports = {};\n", "const m = 1;\n\nconst spread = (v) => v[1];\n\nmodule.exports = { spread };\n"],
    ["exports.m = 1\n", "const spread = (v) => v[1];\n\nexports.m = 1\nexports.spread = spread\n"],
    ["class Stats {}\nmodule.exports = Stats;\n", "class Stats {}\nconst spread = (v) => v[1];\n\nmodule.exports = Stats;\nmodule.exports.spread = spread;\n"],
    ["// Nothing yet.\n", "// Nothing yet.\n\nconst spread = (v) => v[1];\nmodule.exports.spread = spread;\n"],
  ])("leaves a CommonJS module as its neighbours do (%#)", async (text, wanted) => {
    expect(await added("javascript", text, { code: "const spread = (v) => v[1];\n", loadedBy: "require" })).toBe(wanted);
  });

  it("exports what the reply exports itself only once", async () => {
    const text = "export const median = (v: number[]) => v[0];\n";
    const code = "export const spread = (v: number[]) => v[1];\n";
    expect(await added("typescript", text, { code })).toBe(`${text}\n${code}`);
  });

  const stack = "class Stack:\n    def push(self, item):\n        self.items.append(item)\n";
  const peek = "def peek(self):\n    return self.items[-1]\n";
  const peekInside = "    def peek(self):\n        return self.items[-1]\n";

  it.each([
    ["bare", peek],
    ["inside its class", `class Stack:\n${peekInside}`],
    ["in its place in the class", `${stack}\n${peekInside}`],
  ])("a method given %s goes behind the others of its class", async (_, code) => {
    expect(await added("python", stack, { code, name: "peek", owner: "Stack" })).toBe(`${stack}\n${peekInside}`);
  });

  it("a method is the first of its class where there are only fields, or nothing", async () => {
    const missing = { code: peek, name: "peek", owner: "Stack" };
    expect(await added("python", "class Stack:\n    pass\n", missing)).toBe(`class Stack:\n${peekInside}`);
    expect(await added("python", "class Stack:\n    items = []\n", missing)).toBe(`class Stack:\n    items = []\n\n${peekInside}`);
  });

  it("a method of a JavaScript class may be given bare", async () => {
    const queue = "export class Queue {\n  push(item) {\n    this.items.push(item);\n  }\n}\n";
    const code = "peek() {\n  return this.items[0];\n}\n";
    expect(await added("javascript", queue, { code, name: "peek", owner: "Queue" })).toBe(
      queue.replace("  }\n}\n", "  }\n\n  peek() {\n    return this.items[0];\n  }\n}\n"),
    );
  });
});
