import { describe, expect, it } from "vitest";
import { recogniseRunner, runnerByName } from "../../../src/checks/runners/registry.js";
import type { CaseName } from "../../../src/domain/case.js";
import type { Check } from "../../../src/domain/check.js";
import type { Reading } from "../../../src/domain/reading.js";
import { readRun } from "../../../src/evidence/read-run.js";
import { RealProject } from "../../support/runners/real-run.js";

const FILES = {
  "shop/__init__.py": "",
  "shop/price.py": "def total(prices):\n    return sum(prices) + 1\n",
  "tests/__init__.py": "",
  "tests/test_price.py": [
    "import unittest",
    "from shop.price import total",
    "",
    "class PriceTest(unittest.TestCase):",
    "    def test_one(self):",
    "        self.assertEqual(total([1]), 1)",
    "",
    "    def test_each(self):",
    "        for want in (1, 2, 3):",
    "            with self.subTest(want=want):",
    "                self.assertEqual(total([want - 1]), want if want < 3 else 9)",
    "",
    "    def test_fine(self):",
    "        self.assertEqual(total([]), 1)",
    "",
    "    @unittest.skip('later')",
    "    def test_later(self):",
    "        pass",
    "",
    "class ShelfTest(unittest.TestCase):",
    "    @classmethod",
    "    def setUpClass(cls):",
    "        raise RuntimeError('no shelf')",
    "",
    "    def test_shelf(self):",
    "        pass",
    "",
  ].join("\n"),
  "tests/test_broken.py": "import shop.prise\n",
};

function check(command: string): Check {
  return { name: "check-1", command, kind: "test", directory: "" };
}

function run(project: RealProject, command: string, only?: readonly CaseName[]): Reading {
  const match = recogniseRunner(check(command), project.files);
  const runner = match === undefined ? undefined : runnerByName(match.runner);
  if (match === undefined || runner === undefined) throw new Error(`not recognised: ${command}`);
  const rig = project.rig();
  const instrumented = only === undefined ? runner.withReport(match, rig, project.files) : runner.rerunOnly(match, only, { rig, files: project.files });
  if (instrumented === undefined) throw new Error("not narrowed");
  return readRun(project.run(instrumented, { rig, runner: match.runner }));
}

describe("unittest, really run", () => {
  it("names every case, subtests and class fixtures and files that do not load among them", () => {
    using project = new RealProject(FILES);
    const reading = run(project, "python3 -m unittest");
    expect(reading.complete).toBe(true);
    expect(reading.cases.filter((one) => one.status === "failed").map((one) => [one.id, one.kind])).toEqual([
      ["unittest:tests/test_broken.py", "load"],
      ["unittest:tests/test_price.py::PriceTest > test_each > (want=3)", "test"],
      ["unittest:tests/test_price.py::PriceTest > test_one", "test"],
      ["unittest:tests/test_price.py::ShelfTest > setUpClass", "hook"],
    ]);
    expect(reading.counts).toEqual({ failing: 4, passed: 3, skipped: 1 });
    const one = reading.cases.find((found) => found.name.titlePath[1] === "test_one")?.failure;
    expect(one).toMatchObject({ type: "AssertionError", expected: "1", actual: "2", frames: [{ file: "tests/test_price.py", line: 6 }] });
    expect(reading.cases[0]?.failure).toMatchObject({ type: "ModuleNotFoundError", message: "No module named 'shop.prise'" });
    expect(reading.class).toBe("healable-code");
  });

  it("runs only the wanted cases again, also without a package and from another start folder", () => {
    using project = new RealProject({
      "calc.py": "def twice(n):\n    return n * 3\n",
      "checks/test_calc.py":
        "import os, sys, unittest\nsys.path.insert(0, os.getcwd())\nfrom calc import twice\nfrom help_me import four\n\nclass T(unittest.TestCase):\n    def test_a(self):\n        self.assertEqual(twice(2), four)\n    def test_b(self):\n        pass\n",
      "checks/help_me.py": "four = 4\n",
    });
    const reading = run(project, "python3 -m unittest discover -s checks -v", [
      { runner: "unittest", file: "checks/test_calc.py", titlePath: ["T", "test_a"] },
    ]);
    expect(reading.cases.map((one) => [one.id, one.status, one.failure?.actual])).toEqual([["unittest:checks/test_calc.py::T > test_a", "failed", "6"]]);
  });

  it("keeps the PYTHONPATH and the sitecustomize a command brings along", () => {
    using project = new RealProject({
      "src/calc.py": "def twice(n):\n    return n * 2\n",
      "site/sitecustomize.py": "import os\nos.environ['FROM_SITE'] = 'yes'\n",
      "test_calc.py":
        "import os, unittest\nfrom calc import twice\n\nclass T(unittest.TestCase):\n    def test_a(self):\n        self.assertEqual((twice(2), os.environ['FROM_SITE']), (4, 'yes'))\n",
    });
    const reading = run(project, "PYTHONPATH=src:site python3 -m unittest -v");
    expect(reading.cases.map((one) => [one.id, one.status])).toEqual([["unittest:test_calc.py::T > test_a", "passed"]]);
    expect(reading.class).toBe("no-failure");
  });

  it("shows a canary of the whole-suite command failing with its value", () => {
    using project = new RealProject(FILES);
    const match = recogniseRunner(check("python3 -m unittest discover"), project.files);
    const runner = runnerByName("unittest");
    const canary = match === undefined ? undefined : runner?.canary(match, project.files, { token: "k3v9", value: "v-81f2" });
    if (canary === undefined) throw new Error("no place for a canary");
    project.write({ [canary.path]: canary.text });
    const reading = run(project, "python3 -m unittest discover");
    const seen = reading.cases.find((one) => one.name.file === canary.path);
    expect(seen?.name.titlePath).toEqual(canary.name.titlePath);
    expect(seen?.failure?.message).toBe("v-81f2");
  });
});
