import { afterEach, describe, expect, it } from "vitest";
import { recogniseRunner, runnerByName } from "../../../src/checks/runners/registry.js";
import type { RunnerName } from "../../../src/domain/case.js";
import type { Coverage } from "../../../src/evidence/probes/coverage.js";
import { coverageProbe } from "../../../src/evidence/probes/coverage-probe.js";
import { readCoverage } from "../../../src/evidence/probes/read-coverage.js";
import { readRun } from "../../../src/evidence/read-run.js";
import { mergeInstrumentation } from "../../../src/stages/prepared-check.js";
import { type JavascriptProject, javascriptProject } from "../../support/javascript-project.js";

let project: JavascriptProject | undefined;
afterEach(() => project?.remove());

async function watched(runner: RunnerName, command: string, texts: Readonly<Record<string, string>>): Promise<(title: string) => Record<string, number[]>> {
  project = javascriptProject(texts);
  const match = recogniseRunner({ name: "check-1", command, kind: "test", directory: "" }, project.files);
  const probe = coverageProbe(runner, project.rig);
  if (match?.runner !== runner || probe === undefined) throw new Error(`${command} cannot be watched`);
  const reported = runnerByName(runner)?.withReport(match, project.rig, project.files);
  if (reported === undefined) throw new Error("no such runner");
  const evidence = await project.run(runner, mergeInstrumentation(reported, probe));
  const coverage: Coverage = readCoverage(evidence.reports, project.root);
  const { cases } = readRun(evidence);
  return (title) => {
    const result = cases.find((one) => one.name.titlePath.at(-1) === title);
    if (result === undefined) throw new Error(`no case ${title}: ${evidence.stdout}${evidence.stderr}`);
    const lines = coverage.of(result) ?? new Map<string, Set<number>>();
    return Object.fromEntries(
      [...lines].filter(([path]) => path.startsWith("src/")).map(([path, found]) => [path, [...found].toSorted((left, right) => left - right)]),
    );
  };
}

const JS = `export function half(n) {
  if (n < 0) {
    throw new Error("negative");
  }
  return n / 2;
}

export function twice(n) {
  return n * 2;
}
`;
const TS = `export interface Unused {
  readonly a: string;
}

export function half(n: number): number {
  if (n < 0) {
    throw new Error("negative");
  }
  return n / 2;
}

export function twice(n: number): number {
  return n * 2;
}
`;
const CJS = JS.replaceAll("export function", "function").concat("module.exports = { half, twice };\n");

describe("per-test coverage", () => {
  it("of node:test tells apart the tests of one file, branches included", async () => {
    const lines = await watched("node:test", "node --test", {
      "package.json": '{"type":"module"}',
      "src/calc.js": JS,
      "test/calc.test.js":
        'import assert from "node:assert";\nimport { describe, it } from "node:test";\nimport { half, twice } from "../src/calc.js";\ndescribe("calc", () => {\n  it("halves", () => assert.equal(half(4), 2));\n  it("doubles", () => assert.equal(twice(4), 9));\n});\n',
    });
    expect(lines("halves")).toEqual({ "src/calc.js": [1, 2, 5] });
    expect(lines("doubles")).toEqual({ "src/calc.js": [8, 9] });
  });

  it("of node:test finds a test's file on a Node that does not tell it", async () => {
    const lines = await watched("node:test", "node --require ./older-node.cjs --test", {
      "older-node.cjs":
        'require("node:test").beforeEach((context) => Object.defineProperty(Object.getPrototypeOf(context), "filePath", { value: undefined }));\n',
      "src/calc.js": CJS,
      "test/calc.test.js":
        'const assert = require("node:assert");\nconst { it } = require("node:test");\nconst { half } = require("../src/calc.js");\nit("halves", () => assert.equal(half(4), 3));\n',
    });
    expect(lines("halves")).toEqual({ "src/calc.js": [1, 2, 5] });
  });

  it("of Vitest speaks of the TypeScript source", async () => {
    const lines = await watched("vitest", "vitest run", {
      "package.json": '{"type":"module"}',
      "src/calc.ts": TS,
      "test/calc.test.ts":
        'import { describe, expect, it } from "vitest";\nimport { half, twice } from "../src/calc";\ndescribe("calc", () => {\n  it("halves", () => expect(half(4)).toBe(2));\n  it("doubles", () => expect(twice(4)).toBe(9));\n});\n',
    });
    expect(lines("halves")["src/calc.ts"]).toEqual(expect.arrayContaining([6, 9]));
    expect(lines("halves")["src/calc.ts"]).not.toEqual(expect.arrayContaining([7]));
    expect(lines("halves")["src/calc.ts"]).not.toEqual(expect.arrayContaining([13]));
    expect(lines("doubles")["src/calc.ts"]).toEqual(expect.arrayContaining([13]));
    expect(lines("doubles")["src/calc.ts"]).not.toEqual(expect.arrayContaining([6]));
  });

  it("of Jest speaks of the source before it was transformed", async () => {
    const lines = await watched("jest", "jest", {
      "package.json": "{}",
      "src/calc.js": CJS,
      "test/calc.test.js":
        'const { half, twice } = require("../src/calc");\ndescribe("calc", () => {\n  it("halves", () => expect(half(4)).toBe(2));\n  it("doubles", () => expect(twice(4)).toBe(9));\n});\n',
    });
    expect(lines("halves")["src/calc.js"]).toEqual(expect.arrayContaining([2, 5]));
    expect(lines("halves")["src/calc.js"]).not.toEqual(expect.arrayContaining([3]));
    expect(lines("doubles")["src/calc.js"]).toEqual(expect.arrayContaining([9]));
    expect(lines("doubles")["src/calc.js"]).not.toEqual(expect.arrayContaining([5]));
  });

  it("of Mocha tells apart the tests of one file", async () => {
    const lines = await watched("mocha", "mocha", {
      "package.json": "{}",
      "src/calc.js": CJS,
      "test/calc.js":
        'const assert = require("node:assert");\nconst { half, twice } = require("../src/calc");\ndescribe("calc", () => {\n  it("halves", () => assert.equal(half(4), 2));\n  it("doubles", () => assert.equal(twice(4), 9));\n});\n',
    });
    expect(lines("halves")).toEqual({ "src/calc.js": [1, 2, 5] });
    expect(lines("doubles")).toEqual({ "src/calc.js": [8, 9] });
  });

  const PYTHON = 'def half(n):\n    if n < 0:\n        raise ValueError("negative")\n    return n / 2\n\n\ndef twice(n):\n    return n * 2\n';

  it("of pytest tells apart parametrised cases", async () => {
    const lines = await watched("pytest", "python3 -m pytest", {
      "src/calc.py": PYTHON,
      "src/__init__.py": "",
      "tests/test_calc.py":
        "import pytest\n\nfrom src.calc import half, twice\n\n\n@pytest.mark.parametrize('n', [4, -1])\ndef test_half(n):\n    half(n)\n\n\ndef test_twice():\n    assert twice(4) == 9\n",
    });
    expect(lines("test_twice")).toEqual({ "src/calc.py": [7, 8] });
    expect(lines("test_half")).toEqual({ "src/calc.py": [1, 2, 4] });
  });

  it("of unittest sees every test method", async () => {
    const lines = await watched("unittest", "python3 -m unittest", {
      "src/calc.py": PYTHON,
      "src/__init__.py": "",
      "test_calc.py":
        "import unittest\n\nfrom src.calc import half, twice\n\n\nclass Calc(unittest.TestCase):\n    def test_half(self):\n        self.assertEqual(half(4), 2)\n\n    def test_twice(self):\n        self.assertEqual(twice(4), 9)\n",
    });
    expect(lines("test_half")).toEqual({ "src/calc.py": [1, 2, 4] });
    expect(lines("test_twice")).toEqual({ "src/calc.py": [7, 8] });
  });
});
