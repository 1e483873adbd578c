import { afterEach, describe, expect, it } from "vitest";
import { recogniseRunner, runnerByName } from "../../../src/checks/runners/registry.js";
import type { RunnerName } from "../../../src/domain/case.js";
import { stuckFrames } from "../../../src/evidence/locate/stuck-frames.js";
import { coverageProbe } from "../../../src/evidence/probes/coverage-probe.js";
import { readStuck } from "../../../src/evidence/probes/read-coverage.js";
import { mergeInstrumentation } from "../../../src/stages/prepared-check.js";
import { type JavascriptProject, javascriptProject } from "../../support/javascript-project.js";

let project: JavascriptProject | undefined;
afterEach(() => project?.remove());

/** Where the project's check, which never ends, was seen; each place once, as "function file:line". */
async function seen(runner: RunnerName, command: string, texts: Readonly<Record<string, string>>): Promise<string[]> {
  project = javascriptProject(texts);
  const match = recogniseRunner({ name: "check-1", command, kind: "test", directory: "" }, project.files);
  const probe = coverageProbe(runner, project.rig, 1_500);
  const reported = match === undefined ? undefined : runnerByName(runner)?.withReport(match, project.rig, project.files);
  if (reported === undefined || probe === undefined) throw new Error(`${command} cannot be watched`);
  const whole = mergeInstrumentation(reported, probe);
  // Should nobody see that it is stuck, it ends all the same.
  const evidence = await project.run(runner, { ...whole, command: `timeout --signal=KILL 60 sh -c '${whole.command.replaceAll("'", "'\\''")}'` });
  return stuckFrames(readStuck(evidence.reports, project.root)).map(({ file, line, function: name }) => `${name} ${file}:${line}`);
}

const JS = `function isLong(digits) {
  return digits.length > 1;
}

function digitSum(n) {
  let left = n;
  let sum = 0;
  while (left > 0) {
    sum += left % 10;
    if (isLong(String(left))) sum += 0;
  }
  return sum;
}
`;
const round = /^digitSum src\/sum\.[jt]s:(?:8|9|10)$/;
const CJS = `${JS}\nmodule.exports = { digitSum };\n`;
const ESM = JS.replace("function digitSum", "export function digitSum");
const TS = `interface Unused {\n  readonly a: string;\n}\n\n${ESM.replace("(digits)", "(digits: string): boolean").replace("(n)", "(n: number): number")}`;

describe("a test that never ends is found where it goes round", () => {
  it.each([
    ["node:test", "node --test", { "package.json": "{}", "src/sum.js": CJS, "test/sum.test.js": test("require", 'const { test } = require("node:test");') }],
    ["mocha", "mocha", { "package.json": "{}", "src/sum.js": CJS, "test/sum.js": test("require", "const test = it;") }],
    ["jest", "jest", { "package.json": "{}", "src/sum.js": CJS, "test/sum.test.js": test("require", "") }],
    ["vitest", "vitest run", { "package.json": '{"type":"module"}', "src/sum.js": ESM, "test/sum.test.js": test("import", 'import { test } from "vitest";') }],
  ] as const)("by %s", async (runner, command, texts) => {
    const places = await seen(runner, command, texts);
    expect(places[0]).toMatch(round);
    expect(places.filter((place) => !round.test(place) && !/^isLong src|^undefined test/.test(place))).toEqual([]);
    expect(places.at(-1)).toMatch(/^undefined test\/sum(?:\.test)?\.js:\d+$/);
  });

  it("by Vitest in TypeScript, at the lines of the source", async () => {
    const texts = { "package.json": '{"type":"module"}', "src/sum.ts": TS, "test/sum.test.ts": test("import", 'import { test } from "vitest";') };
    expect((await seen("vitest", "vitest run", texts))[0]).toMatch(/^digitSum src\/sum\.ts:(?:12|13|14)$/);
  });

  const PYTHON =
    "def is_long(digits):\n    return len(digits) > 1\n\n\ndef digit_sum(n):\n    total = 0\n    while n > 0:\n        total += n % 10\n        if is_long(str(n)):\n            total += 0\n    return total\n";

  it.each([
    ["pytest", "python3 -m pytest", "from src.sums import digit_sum\n\n\ndef test_sum():\n    assert digit_sum(12) == 3\n"],
    [
      "unittest",
      "python3 -m unittest",
      "import unittest\n\nfrom src.sums import digit_sum\n\n\nclass Sums(unittest.TestCase):\n    def test_sum(self):\n        self.assertEqual(digit_sum(12), 3)\n",
    ],
    ["pytest", "python3 -m pytest -p no:cacheprovider", "from src.sums import digit_sum\n\nSUM = digit_sum(12)\n\n\ndef test_sum():\n    assert SUM == 3\n"],
  ] as const)("by %s, run by %s", async (runner, command, text) => {
    const places = await seen(runner, command, { "src/sums.py": PYTHON, "src/__init__.py": "", "test_sums.py": text });
    expect(places[0]).toMatch(/^digit_sum src\/sums\.py:(?:7|8|9|10)$/);
    expect(places.at(-1)).toMatch(/^(?:test_sum|undefined) test_sums\.py:\d$/);
  });

  it("and nothing is said of one that ends in time", async () => {
    const texts = { "src/sums.py": PYTHON.replace("total += 0", "n = 0"), "src/__init__.py": "", "test_sums.py": "def test_nothing():\n    pass\n" };
    expect(await seen("pytest", "python3 -m pytest", texts)).toEqual([]);
  });
});

function test(form: "require" | "import", head: string): string {
  const load = form === "require" ? 'const { digitSum } = require("../src/sum");' : 'import { digitSum } from "../src/sum";';
  return `${head}\n${load}\ntest("sums", () => {\n  digitSum(12);\n});\n`;
}
