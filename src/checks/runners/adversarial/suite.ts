import type { AdversarialCase, AdversarialSuite } from "../../../domain/adversarial-case.js";
import type { CaseName, RunnerName } from "../../../domain/case.js";
import type { FileView } from "../../../domain/file-view.js";
import scriptCases from "./cases.probe.cjs";
import pythonCases from "./cases.py";

export interface SuiteRequest {
  readonly runner: RunnerName;
  /** The file of the failing test: its imports and set-up are what the calls need. */
  readonly testFile: string;
  readonly files: FileView;
  readonly cases: readonly AdversarialCase[];
}

/** Variable that tells the cases where to write. */
export const CASES_VARIABLE = "HEAL_CASES_OUT";
/** What they write there: one JSON line when a case starts, one when it ends. */
export const CASES_FILE = "cases.jsonl";

/**
 * The failing test's own file with one more case for each call: whatever the file imports and sets up is there, and every runner that
 * runs the failing test runs these too. Undefined = the runner is not known or the file cannot be read.
 */
export function adversarialSuite(request: SuiteRequest): AdversarialSuite | undefined {
  const text = request.files.read(request.testFile)?.text;
  if (text === undefined || request.cases.length === 0) return undefined;
  switch (request.runner) {
    case "pytest":
      return suite(request, withPython(text, request.cases.map(pytestCase).join("")), (number) => [pytestTitle(number)]);
    case "unittest":
      return suite(request, withPython(text, unittestClass(request.cases)), (number) => ["HealCases", `test_${number}`]);
    case "node:test":
    case "vitest":
    case "jest":
    case "mocha":
      return suite(request, withScript(text, request), (number) => [scriptTitle(number)]);
    case "unknown":
      return undefined;
  }
}

function suite(request: SuiteRequest, text: string, titles: (number: number) => string[]): AdversarialSuite {
  const names = request.cases.map((_, index): CaseName => ({ runner: request.runner, file: request.testFile, titlePath: titles(index + 1) }));
  return { cases: request.cases, path: request.testFile, text, names };
}

function withPython(text: string, cases: string): string {
  const main = /^if\s+__name__\s*==\s*["']__main__["']\s*:/m.exec(text)?.index ?? text.length;
  return `${text.slice(0, main).replace(/\n*$/, "\n")}${pythonCases}${cases}\n\n${text.slice(main)}`;
}

function pytestTitle(number: number): string {
  return `test_heal_case_${number}`;
}

function pytestCase(one: AdversarialCase, index: number): string {
  return `\n\ndef ${pytestTitle(index + 1)}():\n    ${pythonCall(one, index)}\n`;
}

function unittestClass(cases: readonly AdversarialCase[]): string {
  const methods = cases.map((one, index) => `\n    def test_${index + 1}(self):\n        ${pythonCall(one, index)}\n`);
  return `\n\nimport unittest as _heal_unittest\n\n\nclass HealCases(_heal_unittest.TestCase):${methods.join("")}`;
}

function pythonCall({ call, invariant }: AdversarialCase, index: number): string {
  const holds = invariant === undefined ? "" : `, lambda result: (${invariant})`;
  return `_heal_case(${index + 1}, lambda: (${call})${holds})`;
}

function scriptTitle(number: number): string {
  return `heal case ${number}`;
}

function withScript(text: string, { runner, cases, testFile }: SuiteRequest): string {
  const style = /^\s*(?:import\b(?!\s*\()|export\b)/m.test(text) ? "module" : "commonjs";
  const tests = cases.map(({ call, invariant }, index) => {
    const holds = invariant === undefined ? "" : `, (result) => (${invariant})`;
    return `__healTest("${scriptTitle(index + 1)}", () => __healCase(${index + 1}, () => (${call})${holds}));\n`;
  });
  // A type checker in front of the tests must not stumble over what was put in.
  const unchecked = /\.[cm]?tsx?$/.test(testFile) && !text.startsWith("#!") ? "// @ts-nocheck\n" : "";
  return `${unchecked}${text.replace(/\n*$/, "\n")};\n${scriptCases}${testFunction(runner, style, text)}${tests.join("")}`;
}

/** The runner's own test function under a name that no test file uses. */
function testFunction(runner: RunnerName, style: "module" | "commonjs", text: string): string {
  const from = runner === "jest" && /["']@jest\/globals["']/.test(text) ? "@jest/globals" : runner;
  if (from === "mocha") return "const __healTest = globalThis.it || globalThis.test;\n";
  if (from === "jest") return "const __healTest = globalThis.test;\n";
  return style === "module" || from === "vitest" ? `import { test as __healTest } from "${from}";\n` : `const { test: __healTest } = require("${from}");\n`;
}
