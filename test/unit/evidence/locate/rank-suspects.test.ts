import { describe, expect, it } from "vitest";
import { TreeSitterTrees } from "../../../../src/adapters/syntax/tree-sitter-trees.js";
import type { CaseResult } from "../../../../src/domain/case.js";
import type { Frame } from "../../../../src/domain/failure.js";
import { rankSuspects } from "../../../../src/evidence/locate/rank-suspects.js";
import { Coverage, titleKey } from "../../../../src/evidence/probes/coverage.js";
import { caseResult } from "../../../../src/evidence/readers/case-results.js";
import { shapeFailure } from "../../../../src/evidence/shape/failure.js";
import { fileViewOf } from "../../../support/javascript-project.js";

const trees = new TreeSitterTrees();

const TREE = {
  "src/cart.js":
    'import { round } from "./money.js";\n\nexport function total(items) {\n  return round(items.reduce((sum, item) => sum + item.price, 0));\n}\n\nexport class Cart {\n  add(item) {\n    this.items.push(item);\n  }\n  clear() {\n    this.items = [];\n  }\n}\n',
  "src/money.js":
    "const PLACES = 2;\n\nexport const round = (value) => {\n  return Number(value.toFixed(PLACES));\n};\n\nexport function format(value) {\n  return `${value} EUR`;\n}\n",
  "src/unrelated.js": "export function far() {\n  return 1;\n}\n",
  "test/cart.test.js": 'import { total } from "../src/cart.js";\nit("adds", () => total([]));\n',
};

function result(title: string, status: "passed" | "failed", frames: readonly Frame[] = []): CaseResult {
  const name = { runner: "jest" as const, file: "test/cart.test.js", titlePath: [title] };
  return caseResult({ name, reportedId: title, status, failure: shapeFailure({ type: "Error", message: "no", frames, excerpt: "" }) });
}

function covered(lines: Readonly<Record<string, Readonly<Record<string, readonly number[]>>>>): Coverage {
  return new Coverage(
    new Map(
      Object.entries(lines).map(([title, files]) => [
        titleKey("test/cart.test.js", [title]),
        new Map(Object.entries(files).map(([path, found]) => [path, new Set(found)])),
      ]),
    ),
  );
}

async function ranked(parts: {
  failures: readonly CaseResult[];
  passed?: readonly CaseResult[];
  coverage?: Coverage;
  tree?: Readonly<Record<string, string>>;
}) {
  const files = fileViewOf(new Map(Object.entries(parts.tree ?? TREE)));
  const suspects = await rankSuspects({
    failures: parts.failures,
    passed: parts.passed ?? [],
    coverage: parts.coverage,
    files,
    trees,
    isProtected: (path) => path.startsWith("test"),
  });
  return { suspects, names: suspects.map((suspect) => `${suspect.file}:${suspect.function}`) };
}

describe("functions ranked by suspicion", () => {
  it("begin with those on the failing case's stack, innermost first", async () => {
    const frames = [
      { file: "src/money.js", line: 4 },
      { file: "src/cart.js", line: 4 },
      { file: "test/cart.test.js", line: 2 },
    ];
    const { suspects, names } = await ranked({ failures: [result("adds", "failed", frames)] });
    expect(names.slice(0, 2)).toEqual(["src/money.js:round", "src/cart.js:total"]);
    expect(suspects[0]).toMatchObject({ startLine: 3, endLine: 5, hotLines: [4], score: 1 });
    expect(TREE["src/money.js"].slice(suspects[0]?.start, suspects[0]?.end)).toMatch(/^\(value\) =>/);
  });

  it("follow Ochiai when no frame names them: what only red cases execute comes first", async () => {
    const coverage = covered({
      adds: { "src/cart.js": [3, 4], "src/money.js": [3, 4] },
      rounds: { "src/money.js": [3, 4] },
      clears: { "src/cart.js": [12] },
    });
    const { suspects, names } = await ranked({
      failures: [result("adds", "failed")],
      passed: [result("rounds", "passed"), result("clears", "passed")],
      coverage,
    });
    expect(names.slice(0, 2)).toEqual(["src/cart.js:total", "src/money.js:round"]);
    expect(suspects[0]?.hotLines).toEqual([3, 4]);
    expect(suspects[0]?.because).toBe("executed by failing tests (Ochiai 1.00)");
    expect(suspects[1]?.because).toBe("executed by failing tests (Ochiai 0.71)");
    expect(names.indexOf("src/money.js:format")).toBeGreaterThan(names.indexOf("src/money.js:<module>"));
  });

  it("are found through imports when neither frames nor coverage say anything", async () => {
    const { names } = await ranked({ failures: [result("adds", "failed")] });
    expect(names[0]).toBe("src/cart.js:total");
    expect(names).toContain("src/money.js:round");
    expect(names).toContain("src/money.js:<module>");
    expect(names).not.toContain("src/unrelated.js:far");
  });

  it("never lie in protected files", async () => {
    const { names } = await ranked({ failures: [result("adds", "failed", [{ file: "test/cart.test.js", line: 2 }])] });
    expect(names.filter((name) => name.startsWith("test/"))).toEqual([]);
  });

  it("name methods with their class", async () => {
    const { names } = await ranked({ failures: [result("adds", "failed", [{ file: "src/cart.js", line: 9 }])] });
    expect(names[0]).toBe("src/cart.js:Cart.add");
  });

  it("include the top level of a file when a frame stands there", async () => {
    const { names } = await ranked({ failures: [result("adds", "failed", [{ file: "src/money.js", line: 1 }])] });
    expect(names[0]).toBe("src/money.js:<module>");
  });
});

describe("imports that are followed", () => {
  const python = (imports: string): Readonly<Record<string, string>> => ({
    "src/shop/__init__.py": "",
    "src/shop/prices.py": "from .tax import rate\n\n\ndef price(n):\n    return n * rate()\n",
    "src/shop/tax.py": "def rate():\n    return 2\n",
    "test/cart.test.js": "",
    "tests/test_prices.py": imports,
  });
  const failure = caseResult({
    name: { runner: "pytest", file: "tests/test_prices.py", titlePath: ["test_price"] },
    reportedId: "tests/test_prices.py::test_price",
    status: "failed",
    failure: shapeFailure({ type: "AssertionError", message: "", frames: [], excerpt: "" }),
  });

  it.each(["from shop.prices import price\n", "import shop.prices\n", "from shop import prices\n", "from src.shop import prices as p\n"])(
    "of Python: %s",
    async (imports) => {
      const { names } = await ranked({ failures: [failure], tree: python(imports) });
      expect(names).toEqual(expect.arrayContaining(["src/shop/prices.py:price", "src/shop/tax.py:rate"]));
    },
  );

  it.each([
    ["a workspace package", "@shop/money", "packages/money/package.json", '{"name":"@shop/money","main":"src/index.js"}'],
    ["a path alias", "@/index", "tsconfig.json", "{}"],
    ["a TypeScript source imported as .js", "../packages/money/src/index.js", "tsconfig.json", "{}"],
  ])("of JavaScript: %s", async (_, specifier, extra, text) => {
    const tree = {
      "packages/money/src/index.ts": "export function round(x: number): number {\n  return x;\n}\n",
      "test/cart.test.js": `const { round } = require("${specifier}");\n`,
      [extra]: text,
    };
    const fixed = specifier === "@shop/money" ? { ...tree, "packages/money/src/index.js": "exports.round = function (x) { return x; };\n" } : tree;
    const { names } = await ranked({ failures: [result("adds", "failed")], tree: fixed });
    expect(names.some((name) => name.endsWith(":round"))).toBe(true);
  });
});
