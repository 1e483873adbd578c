import { describe, expect, it } from "vitest";
import { adversarialSuite } from "../../../../../src/checks/runners/adversarial/suite.js";
import type { RunnerName } from "../../../../../src/domain/case.js";
import { viewOf } from "../../../../support/tamper-scene.js";

function suite(runner: RunnerName, testFile: string, text: string) {
  const cases = [
    { title: "a", call: "half(0)" },
    { title: "b", call: "half(1)", invariant: "result > 0" },
  ];
  return adversarialSuite({ runner, testFile, files: viewOf({ [testFile]: text }), cases });
}

describe("a suite of adversarial cases", () => {
  it("is the failing test's file with a case for each call, named as the runner reports it", () => {
    const made = suite("pytest", "tests/test_half.py", "from half import half\n");
    expect(made?.path).toBe("tests/test_half.py");
    expect(made?.text.startsWith("from half import half\n")).toBe(true);
    expect(made?.text).toContain("def test_heal_case_2():\n    _heal_case(2, lambda: (half(1)), lambda result: (result > 0))\n");
    expect(made?.names).toEqual([
      { runner: "pytest", file: "tests/test_half.py", titlePath: ["test_heal_case_1"] },
      { runner: "pytest", file: "tests/test_half.py", titlePath: ["test_heal_case_2"] },
    ]);
  });

  it("stands in front of the main block of a Python file", () => {
    const text = suite("unittest", "test_half.py", 'import unittest\n\nif __name__ == "__main__":\n    unittest.main()\n')?.text ?? "";
    expect(text.indexOf("class HealCases")).toBeGreaterThan(0);
    expect(text.indexOf("class HealCases")).toBeLessThan(text.indexOf("if __name__"));
  });

  it.each([
    ["node:test", "a.test.js", 'import x from "./x.js";\n', 'import { test as __healTest } from "node:test";'],
    ["node:test", "a.test.js", 'const x = require("./x.js");\n', 'const { test: __healTest } = require("node:test");'],
    ["vitest", "a.test.ts", "", 'import { test as __healTest } from "vitest";'],
    ["jest", "a.test.js", 'import { it } from "@jest/globals";\n', 'import { test as __healTest } from "@jest/globals";'],
    ["jest", "a.test.js", "", "const __healTest = globalThis.test;"],
    ["mocha", "a.js", "", "const __healTest = globalThis.it || globalThis.test;"],
  ] as const)("of %s in %s gets at the runner as its file does", (runner, path, text, line) => {
    expect(suite(runner, path, text)?.text).toContain(`\n${line}\n`);
  });

  it("asks no type checker", () => {
    expect(suite("jest", "a.test.ts", "")?.text.split("\n")[0]).toBe("// @ts-nocheck");
  });

  it("is none without a known runner or a readable file", () => {
    expect(suite("unknown", "a.js", "")).toBeUndefined();
    expect(adversarialSuite({ runner: "jest", testFile: "gone.js", files: viewOf({}), cases: [{ title: "a", call: "f()" }] })).toBeUndefined();
  });
});
