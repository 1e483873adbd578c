import { afterEach, expect, it } from "vitest";
import { adversarialSuite } from "../../../src/checks/runners/adversarial/suite.js";
import type { AdversarialCase, CaseOutcome } from "../../../src/domain/adversarial-case.js";
import type { RunnerName } from "../../../src/domain/case.js";
import { emptyPatch, type Patch } from "../../../src/domain/patch.js";
import { runCases } from "../../../src/stages/adversarial.js";
import { type BoxedProject, boxedProject, editOf } from "../../support/boxed-project.js";
import { suiteRequires } from "../../support/requirements.js";

const opened: BoxedProject[] = [];
afterEach(async () => {
  for (const project of opened.splice(0)) await project.dispose();
});

interface Scene {
  readonly runner: RunnerName;
  readonly command: string;
  readonly files: Readonly<Record<string, string>>;
  readonly testFile: string;
}

async function open(scene: Scene): Promise<BoxedProject> {
  const project = await boxedProject(scene.files, [scene.command]);
  opened.push(project);
  return project;
}

/** Shapes of outcomes, in the order of the calls. */
async function ran(scene: Scene, project: BoxedProject, { patch = emptyPatch, calls }: { patch?: Patch; calls: readonly string[] }): Promise<CaseOutcome[]> {
  const cases = calls.map((line): AdversarialCase => {
    const [call = "", invariant] = line.split(" ;; ");
    return { title: call, call, ...(invariant === undefined ? {} : { invariant }) };
  });
  const suite = adversarialSuite({ runner: scene.runner, testFile: scene.testFile, files: project.context.ports.workspace.view, cases });
  const prepared = project.baseline.checks[0];
  if (suite === undefined || prepared === undefined) throw new Error("no suite");
  return runCases(project.context, { prepared, suite, patch, timeoutMs: 8_000 });
}

const PYTHON =
  "def half(n):\n    if n == 7:\n        while True:\n            pass\n    return n / 2\n\n\nasync def later(n):\n    return n\n\n\ndef each(n):\n    yield from range(n)\n";
const SCRIPT =
  "export function half(n) {\n  if (n === null) throw new TypeError('no number');\n  return n / 2;\n}\nexport const later = async (n) => n;\nexport function* each(n) { for (let i = 0; i < n; i += 1) yield i; }\nexport const never = () => new Promise(() => {});\n";
const COMMONJS = SCRIPT.replaceAll(/export (function|const)/g, "$1")
  .concat("module.exports = { half, later, each, never };\n")
  .replace("export function*", "function*");

suiteRequires("bubblewrap", "pytest")("adversarial cases of Python", () => {
  const pytest: Scene = {
    runner: "pytest",
    command: "python3 -m pytest -q",
    testFile: "tests/test_half.py",
    files: {
      "src/__init__.py": "",
      "src/half.py": PYTHON,
      "tests/test_half.py": "from src.half import each, half, later\n\nTWO = 2\n\n\ndef test_half():\n    assert half(TWO) == 5\n",
    },
  };

  it("tell values, errors, broken invariants and a case that never ends, which keeps no other from its turn", async () => {
    const project = await open(pytest);
    const calls = [
      "half(TWO)",
      "half('a')",
      "half(4) ;; result > 100",
      "half(7)",
      "later(3)",
      "each(3)",
      "half(6) ;; result.nothing",
      "half(8) ;; result == 4",
    ];
    expect(await ran(pytest, project, { calls })).toEqual([
      { kind: "value", text: "1.0" },
      { kind: "raised", text: "TypeError: unsupported operand type(s) for /: 'str' and 'int'" },
      { kind: "invariant-broken", text: "2.0" },
      { kind: "hung" },
      { kind: "value", text: "3" },
      { kind: "value", text: "[0, 1, 2]" },
      { kind: "invariant-broken", text: "3.0" },
      { kind: "value", text: "4.0" },
    ]);
  });

  it("run on the patched tree, and leave the project as it is", async () => {
    const project = await open(pytest);
    const patch = editOf(project, "src/half.py", (text) => text.replace("n / 2", "n // 2"));
    expect(await ran(pytest, project, { patch, calls: ["half(3)"] })).toEqual([{ kind: "value", text: "1" }]);
    expect(project.context.ports.workspace.view.read("tests/test_half.py")?.text).not.toContain("heal");
  });

  it("stand in front of a unittest file's main block, and an end of the process is told of", async () => {
    const scene: Scene = {
      runner: "unittest",
      command: "python3 test_half.py",
      testFile: "test_half.py",
      files: {
        "half.py": `import os\n\n\n${PYTHON}\n\ndef leave():\n    os._exit(3)\n`,
        "test_half.py":
          "import unittest\n\nfrom half import half, leave\n\n\nclass Half(unittest.TestCase):\n    def test_half(self):\n        self.assertEqual(half(2), 5)\n\n\nif __name__ == '__main__':\n    unittest.main()\n",
      },
    };
    const project = await open(scene);
    expect(await ran(scene, project, { calls: ["leave()", "half(2)"] })).toEqual([
      { kind: "raised", text: "the process ended (exit 3)" },
      { kind: "value", text: "1.0" },
    ]);
  });
});

suiteRequires("bubblewrap")("adversarial cases of JavaScript and TypeScript", () => {
  const calls = ["half(3)", "half(null)", "half(4) ;; result > 100", "later(3)", "each(2)", "never()"];
  const expected: CaseOutcome[] = [
    { kind: "value", text: "1.5" },
    { kind: "raised", text: "TypeError: no number" },
    { kind: "invariant-broken", text: "2" },
    { kind: "value", text: "3" },
    { kind: "value", text: "[ 0, 1 ]" },
    { kind: "hung" },
  ];
  const scenes: readonly Scene[] = [
    {
      runner: "node:test",
      command: "node --test",
      testFile: "test/half.test.js",
      files: {
        "package.json": '{"type":"module"}',
        "src/half.js": SCRIPT,
        "test/half.test.js":
          'import assert from "node:assert";\nimport { it } from "node:test";\nimport { each, half, later, never } from "../src/half.js";\nit("halves", () => assert.equal(half(2), 5))',
      },
    },
    {
      runner: "vitest",
      command: "npx vitest run",
      testFile: "test/half.test.ts",
      files: {
        "package.json": '{"type":"module"}',
        "src/half.ts": SCRIPT.replaceAll("(n)", "(n: any)"),
        "test/half.test.ts":
          'import { expect, it } from "vitest";\nimport { each, half, later, never } from "../src/half";\nit("halves", () => expect(half(2)).toBe(5));\n',
      },
    },
    {
      runner: "jest",
      command: "npx jest",
      testFile: "test/half.test.js",
      files: {
        "package.json": "{}",
        "src/half.js": COMMONJS,
        "test/half.test.js": 'const { each, half, later, never } = require("../src/half");\nit("halves", () => expect(half(2)).toBe(5));\n',
      },
    },
    {
      runner: "mocha",
      command: "npx mocha",
      testFile: "test/half.js",
      files: {
        "package.json": "{}",
        "src/half.js": COMMONJS,
        "test/half.js":
          'const assert = require("node:assert");\nconst { each, half, later, never } = require("../src/half");\ndescribe("half", () => {\n  it("halves", () => assert.equal(half(2), 5));\n});\n',
      },
    },
  ];

  it.each(scenes)("of $runner tell values, errors, broken invariants and promises that stay open", async (scene) => {
    const project = await open(scene);
    expect(await ran(scene, project, { calls })).toEqual(expected);
  });

  it("hang in a loop for their own time only: the others are run without it", async () => {
    const scene = {
      ...(scenes[0] as Scene),
      files: { ...scenes[0]?.files, "src/half.js": SCRIPT.replace("return n / 2", "while (n === 7);\n  return n / 2") },
    };
    const project = await open(scene);
    expect(await ran(scene, project, { calls: ["half(7)", "half(8)"] })).toEqual([{ kind: "hung" }, { kind: "value", text: "4" }]);
  });
});
