import { describe, expect, it } from "vitest";
import { afterOf, briefOf, coderOf, failureOf, ScriptedModel, searched, suspectOf } from "./scripted-model.js";

const source = 'import math\n\n\ndef area(radius):\n    """Area of a circle."""\n    return 2 * math.pi * radius\n';
const test = "from shapes import area\n\n\ndef test_area():\n    assert round(area(1), 2) == 3.14\n";
const brief = briefOf(
  { "shapes.py": source, "test_shapes.py": test },
  {
    suspects: [suspectOf("shapes.py", "area")],
    failures: [failureOf("test_shapes.py", ["test_area"])],
    isProtected: (path) => path.startsWith("test_"),
  },
);
const mended = "```python\ndef area(radius):\n    return math.pi * radius ** 2\n```";

describe("ModelCoder", () => {
  it("puts a fenced function of the answer in the place of its namesake and leaves the rest of the file", async () => {
    const { proposals } = await searched(coderOf(new ScriptedModel([mended])), brief, { most: 1 });
    expect(afterOf(proposals[0]?.patch ?? { changes: [] }, "shapes.py")).toBe("import math\n\n\ndef area(radius):\n    return math.pi * radius ** 2\n");
    expect(proposals[0]?.origin).toEqual({ coder: "model", variant: "rewrite, greedy", site: { file: "shapes.py", line: 4, function: "area" } });
  });

  it("hides the broken body in a rewrite and shows it, with the failure, in a fix", async () => {
    const model = new ScriptedModel([mended, mended]);
    await searched(coderOf(model), brief, { most: 2 });
    expect(model.prompt(0)).toContain("Area of a circle.");
    expect(model.prompt(0)).toContain("assert round(area(1), 2) == 3.14");
    expect(model.prompt(0)).not.toContain("2 * math.pi");
    expect(model.prompt(1)).toContain("2 * math.pi");
    expect(model.prompt(1)).toContain("assert 3 == 2");
  });

  it("mends a JavaScript function that is given to a constant", async () => {
    const files = { "shop.js": "const total = (prices) => {\n  return prices.length;\n};\n\nmodule.exports = { total };\n" };
    const model = new ScriptedModel(["```js\nfunction total(prices) {\n  return prices.reduce((sum, one) => sum + one, 0);\n}\n```"]);
    const { proposals } = await searched(coderOf(model), briefOf(files, { suspects: [suspectOf("shop.js", "total")] }), { most: 1 });
    expect(afterOf(proposals[0]?.patch ?? { changes: [] }, "shop.js")).toBe(
      "const total = (prices) => {\n  return prices.reduce((sum, one) => sum + one, 0);\n};\n\nmodule.exports = { total };\n",
    );
  });
});
