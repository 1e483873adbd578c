import { afterEach, describe, expect, it } from "vitest";
import { TreeSitterTrees } from "../../../src/adapters/syntax/tree-sitter-trees.js";
import { recogniseRunner, runnerByName } from "../../../src/checks/runners/registry.js";
import type { RunnerName } from "../../../src/domain/case.js";
import type { ValueTrace } from "../../../src/domain/value-trace.js";
import { functionsIn } from "../../../src/evidence/locate/functions.js";
import { readTrace } from "../../../src/evidence/probes/read-trace.js";
import { type TraceTarget, traceProbe } from "../../../src/evidence/probes/trace-probe.js";
import { tracedScript } from "../../../src/evidence/probes/trace-script.js";
import { mergeInstrumentation } from "../../../src/stages/prepared-check.js";
import { type JavascriptProject, javascriptProject } from "../../support/javascript-project.js";

let project: JavascriptProject | undefined;
afterEach(() => project?.remove());

const trees = new TreeSitterTrees();

interface Scene {
  readonly runner: RunnerName;
  readonly command: string;
  readonly texts: Readonly<Record<string, string>>;
  readonly source: string;
  readonly functions: readonly string[];
  readonly test: { readonly file: string; readonly titlePath: readonly string[] };
}

/** Runs one case of a real project with its traced functions, as stages do it in a box. */
async function traced(scene: Scene): Promise<ValueTrace | undefined> {
  project = javascriptProject(scene.texts);
  const language = trees.languageOf(scene.source);
  if (language === undefined) throw new Error("no grammar");
  await trees.load(language);
  const tree = trees.parse(language, scene.texts[scene.source] ?? "");
  const targets: TraceTarget[] = functionsIn(tree)
    .filter(({ name }) => scene.functions.includes(name))
    .map(({ name, startLine, endLine }) => ({ file: scene.source, function: name, startLine, endLine }));
  const script = language === "python" ? undefined : tracedScript(tree, targets);
  if (script !== undefined) project.write(scene.source, script);
  const match = recogniseRunner({ name: "check-1", command: scene.command, kind: "test", directory: "" }, project.files);
  const probe = traceProbe(scene.runner, project.rig, targets);
  if (match?.runner !== scene.runner || probe === undefined) throw new Error(`${scene.command} cannot be watched`);
  const alone = runnerByName(scene.runner)?.rerunOnly(match, [{ runner: scene.runner, ...scene.test }], { rig: project.rig, files: project.files });
  if (alone === undefined) throw new Error("cannot be run alone");
  const evidence = await project.run(scene.runner, mergeInstrumentation(alone, probe));
  const trace = readTrace(evidence.reports);
  if (trace === undefined) throw new Error(`${evidence.stdout}\n${evidence.stderr}`);
  return trace;
}

function steps(trace: ValueTrace | undefined): string[] {
  return [...(trace?.first ?? []), ...(trace?.last ?? [])].map((step) => `${step.line} ${step.event} ${JSON.stringify(step.values)}`);
}

const MEAN = `export function mean(values, { floor = 0 } = {}) {
  let sum = floor;
  for (const value of values) {
    sum += value;
  }
  return sum / values.length;
}

export const twice = (n) => n * 2;

export function first(values) {
  if (values.length === 0) throw new Error("empty");
  return values[0];
}
`;
const MEAN_COMMONJS = MEAN.replaceAll("export ", "").concat("module.exports = { mean, twice, first };\n");
const MEAN_TYPED = `type Options = { readonly floor?: number };

export function mean(values: readonly number[], { floor = 0 }: Options = {}): number {
  let sum = floor;
  for (const value of values) {
    sum += value;
  }
  return sum / values.length;
}
`;

describe("the values of a failing case", () => {
  it("of pytest are arguments, locals and the return, in order, first and last steps", async () => {
    const trace = await traced({
      runner: "pytest",
      command: "python3 -m pytest",
      source: "src/calc.py",
      functions: ["mean"],
      test: { file: "tests/test_calc.py", titlePath: ["test_mean"] },
      texts: {
        "src/__init__.py": "",
        "src/calc.py":
          "def mean(values, *, floor=0):\n    total = floor\n    for value in values:\n        total += value\n    return total / (len(values) + 1)\n",
        "tests/test_calc.py":
          "from src.calc import mean\n\n\ndef test_other():\n    assert mean([7]) == 7\n\n\ndef test_mean():\n    assert mean([1, 2, 3, 4]) == 2.5\n",
      },
    });
    expect(steps(trace)).toEqual([
      '1 call {"values":"[1, 2, 3, 4]","floor":"0"}',
      '2 line {"values":"[1, 2, 3, 4]","floor":"0"}',
      '3 line {"values":"[1, 2, 3, 4]","floor":"0","total":"0"}',
      '4 line {"values":"[1, 2, 3, 4]","floor":"0","total":"0","value":"1"}',
      '3 line {"values":"[1, 2, 3, 4]","floor":"0","total":"1","value":"1"}',
      '3 line {"values":"[1, 2, 3, 4]","floor":"0","total":"6","value":"3"}',
      '4 line {"values":"[1, 2, 3, 4]","floor":"0","total":"6","value":"4"}',
      '3 line {"values":"[1, 2, 3, 4]","floor":"0","total":"10","value":"4"}',
      '5 line {"values":"[1, 2, 3, 4]","floor":"0","total":"10","value":"4"}',
      '5 return {"return":"2.0"}',
    ]);
    expect(trace?.omitted).toBe(3);
  });

  const watched = (source: string, test: string, functions: readonly string[]): Promise<ValueTrace | undefined> =>
    traced({
      runner: "pytest",
      command: "python3 -m pytest",
      source: "calc.py",
      functions,
      test: { file: "test_calc.py", titlePath: ["test_it"] },
      texts: { "calc.py": source, "test_calc.py": test },
    });

  it("end nothing, whatever a value does when it is printed", async () => {
    const source = "class Odd:\n    def __repr__(self):\n        raise SystemExit(3)\n\n\ndef f(odd):\n    return 7\n";
    const trace = await watched(source, "from calc import Odd, f\n\n\ndef test_it():\n    assert f(Odd()) == 8\n", ["f"]);
    const odd = "<Odd: its repr raised SystemExit>";
    expect(steps(trace)).toEqual([`6 call {"odd":"${odd}"}`, `7 line {"odd":"${odd}"}`, '7 return {"return":"7"}']);
  });

  it("of a generator are what it gives, and its call once", async () => {
    const source = "def up(n):\n    yield n\n    return n + 1\n";
    const trace = await watched(source, "from calc import up\n\n\ndef test_it():\n    assert list(up(1)) == [2]\n", ["up"]);
    expect(steps(trace)).toEqual(['1 call {"n":"1"}', '2 line {"n":"1"}', '2 line {"yield":"1"}', '3 line {"n":"1"}', '3 return {"return":"2"}']);
  });

  it("of a coroutine are those of the function, not what its loop gets", async () => {
    const source = "import asyncio\n\n\nasync def later(n):\n    await asyncio.sleep(0)\n    return n + 1\n";
    const trace = await watched(source, "import asyncio\nfrom calc import later\n\n\ndef test_it():\n    assert asyncio.run(later(1)) == 3\n", ["later"]);
    expect(steps(trace)).toEqual(['4 call {"n":"1"}', '5 line {"n":"1"}', '6 line {"n":"1"}', '6 return {"return":"2"}']);
  });

  it("of a deep recursion are its own, and no error of the tracer's", async () => {
    const source = "def down(n):\n    if n == 0:\n        return 0\n    return down(n - 1) + 1\n";
    const trace = await watched(source, "from calc import down\n\n\ndef test_it():\n    assert down(900) == 901\n", ["down"]);
    expect(steps(trace).at(-1)).toBe('4 return {"return":"900"}');
  });

  it("of a script that goes deeper than a traced one can hold no error that it does not make", async () => {
    const trace = await traced({
      runner: "node:test",
      command: "node --test",
      source: "calc.js",
      functions: ["down"],
      test: { file: "calc.test.js", titlePath: ["it"] },
      texts: {
        "calc.js": "exports.down = function down(n) {\n  if (n === 0) return 0;\n  return down(n - 1) + 1;\n};\n",
        "calc.test.js":
          "const { test } = require('node:test');\nconst assert = require('node:assert');\nconst { down } = require('./calc.js');\ntest('it', () => assert.equal(down(9000), 9001));\n",
      },
    });
    expect(steps(trace)[0]).toBe('1 call {"n":"9000"}');
    expect(JSON.stringify(trace)).not.toMatch(/RangeError|throw/);
  });

  it("of unittest end with the error that leaves a decorated method", async () => {
    const trace = await traced({
      runner: "unittest",
      command: "python3 -m unittest",
      source: "calc.py",
      functions: ["Stack.top"],
      test: { file: "test_calc.py", titlePath: ["Calc", "test_top"] },
      texts: {
        "calc.py":
          "import functools\n\n\ndef plain(f):\n    return functools.wraps(f)(lambda *a: f(*a))\n\n\nclass Stack:\n    def __init__(self):\n        self.items = []\n\n    @plain\n    def top(self):\n        return self.items[-1]\n",
        "test_calc.py":
          "import unittest\n\nfrom calc import Stack\n\n\nclass Calc(unittest.TestCase):\n    def test_top(self):\n        self.assertIsNone(Stack().top())\n",
      },
    });
    expect(trace?.first.map(({ event }) => event)).toEqual(["call", "line", "throw"]);
    expect(trace?.first.at(-1)).toMatchObject({ line: 14, function: "Stack.top", values: { throw: "IndexError('list index out of range')" } });
  });

  it("of a case that never ends are there all the same", async () => {
    const trace = await traced({
      runner: "pytest",
      command: "timeout 4 python3 -m pytest",
      source: "calc.py",
      functions: ["spin"],
      test: { file: "test_calc.py", titlePath: ["test_spin"] },
      texts: {
        "calc.py": "def spin(n):\n    while n > 0:\n        n = n + 1\n    return n\n",
        "test_calc.py": "from calc import spin\n\n\ndef test_spin():\n    assert spin(3) == 0\n",
      },
    });
    expect(trace?.first[0]).toMatchObject({ event: "call", values: { n: "3" } });
    expect(trace?.omitted).toBeGreaterThan(100);
  });

  const asserting = 'import assert from "node:assert";\nimport { it } from "node:test";\n';

  it("of node:test are recorded by the script itself, closures and destructured parameters included", async () => {
    const trace = await traced({
      runner: "node:test",
      command: "node --test",
      source: "src/calc.js",
      functions: ["mean"],
      test: { file: "test/calc.test.js", titlePath: ["averages"] },
      texts: {
        "package.json": '{"type":"module"}',
        "src/calc.js": MEAN,
        "test/calc.test.js": `${asserting}import { mean } from "../src/calc.js";\nit("other", () => assert.equal(mean([7]), 7));\nit("averages", () => assert.equal(mean([1, 3]), 3));\n`,
      },
    });
    expect(steps(trace)).toEqual([
      '1 call {"values":"[ 1, 3 ]","floor":"0"}',
      '2 line {"values":"[ 1, 3 ]","floor":"0"}',
      '3 line {"values":"[ 1, 3 ]","floor":"0","sum":"0"}',
      '4 line {"values":"[ 1, 3 ]","floor":"0","sum":"0","value":"1"}',
      '4 line {"values":"[ 1, 3 ]","floor":"0","sum":"1","value":"3"}',
      '6 line {"values":"[ 1, 3 ]","floor":"0","sum":"4"}',
      '6 return {"return":"2"}',
    ]);
  });

  it("of Mocha tell an arrow function's value, and the line an error leaves from", async () => {
    const trace = await traced({
      runner: "mocha",
      command: "mocha",
      source: "src/calc.js",
      functions: ["twice", "first"],
      test: { file: "test/calc.js", titlePath: ["calc", "doubles"] },
      texts: {
        "package.json": "{}",
        "src/calc.js": MEAN_COMMONJS,
        "test/calc.js":
          'const assert = require("node:assert");\nconst { twice, first } = require("../src/calc");\ndescribe("calc", () => {\n  it("doubles", () => { assert.equal(twice(4), 8); first([]); });\n});\n',
      },
    });
    expect(steps(trace)).toEqual([
      '9 call {"n":"4"}',
      '9 return {"return":"8"}',
      '11 call {"values":"[]"}',
      '12 line {"values":"[]"}',
      '12 throw {"throw":"Error: empty"}',
    ]);
  });

  it("of Vitest speak of the TypeScript source", async () => {
    const trace = await traced({
      runner: "vitest",
      command: "vitest run",
      source: "src/calc.ts",
      functions: ["mean"],
      test: { file: "test/calc.test.ts", titlePath: ["calc", "averages"] },
      texts: {
        "package.json": '{"type":"module"}',
        "src/calc.ts": MEAN_TYPED,
        "test/calc.test.ts":
          'import { describe, expect, it } from "vitest";\nimport { mean } from "../src/calc";\ndescribe("calc", () => {\n  it("averages", () => expect(mean([1, 3])).toBe(3));\n});\n',
      },
    });
    expect(trace?.first[0]).toEqual({ file: "src/calc.ts", line: 3, function: "mean", event: "call", values: { values: "[ 1, 3 ]", floor: "0" } });
    expect(trace?.last.at(-1)).toMatchObject({ line: 8, event: "return", values: { return: "2" } });
  });

  it("of Jest get out of its sandbox", async () => {
    const trace = await traced({
      runner: "jest",
      command: "jest",
      source: "src/calc.js",
      functions: ["mean"],
      test: { file: "test/calc.test.js", titlePath: ["averages"] },
      texts: {
        "package.json": "{}",
        "src/calc.js": MEAN_COMMONJS,
        "test/calc.test.js": 'jest.mock("fs");\nconst { mean } = require("../src/calc");\nit("averages", () => expect(mean([1, 3])).toBe(3));\n',
      },
    });
    expect(trace?.first[0]).toMatchObject({ line: 1, event: "call", values: { values: "[ 1, 3 ]" } });
    expect(trace?.last.at(-1)).toMatchObject({ line: 6, event: "return", values: { return: "2" } });
  });
});
