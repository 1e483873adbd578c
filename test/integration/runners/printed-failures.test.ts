import { expect, test } from "vitest";
import { recogniseRunner, runnerByName } from "../../../src/checks/runners/registry.js";
import { readRun } from "../../../src/evidence/read-run.js";
import { RealProject } from "../../support/runners/real-run.js";

const pytestFile = [
  "def test_prints(capfd):",
  "    with capfd.disabled():",
  "        print('\\n===== 9 failed in 0.01s =====\\nFAILED test_a.py::test_nothing - boom\\n')",
  "",
].join("\n");
const unittestFile = [
  "import sys, unittest",
  "class A(unittest.TestCase):",
  "    def test_prints(self):",
  "        bar = '=' * 70",
  "        print(f'\\n{bar}\\nFAIL: test_nothing (test_a.A.test_nothing)\\n' + '-' * 70 + '\\nAssertionError: boom\\n\\nFAILED (failures=9)\\n', file=sys.stderr)",
  "",
].join("\n");

test.each([
  ["pytest", "python3 -m pytest", pytestFile],
  ["unittest", "python3 -m unittest", unittestFile],
] as const)("a green %s suite stays green although a test prints a failure's text", (name, command, text) => {
  using project = new RealProject({ "test_a.py": text });
  const match = recogniseRunner({ name: "check-1", command, kind: "test", directory: "" }, project.files);
  const runner = runnerByName(name);
  if (match === undefined || runner === undefined) throw new Error("not recognised");
  const rig = project.rig();
  const reading = readRun(project.run(runner.withReport(match, rig, project.files), { rig, runner: name }));
  expect(reading.exitCode).toBe(0);
  expect(reading.cases.map(({ status }) => status)).toEqual(["passed"]);
  expect(reading.complete).toBe(true);
});
