import { describe, expect, it } from "vitest";
import { recogniseRunner, runnerByName } from "../../../src/checks/runners/registry.js";
import type { Check } from "../../../src/domain/check.js";
import type { Reading } from "../../../src/domain/reading.js";
import { readRun } from "../../../src/evidence/read-run.js";
import { RealProject } from "../../support/runners/real-run.js";

const PRODUCT = {
  "shop/__init__.py": "",
  "shop/price.py":
    "def total(prices):\n    return sum(prices) + 1\n\n\ndef label(value):\n    try:\n        return '%d' % value\n    except TypeError as error:\n        raise ValueError('no label for %r' % value) from error\n",
};

const TESTS = {
  "tests/test_price.py": [
    "import pytest",
    "from shop.price import label, total",
    "",
    '@pytest.mark.parametrize("prices,want", [([1], 1), ([1, 2], 4)], ids=["one::a/b[1]", "two"])',
    "def test_total(prices, want):",
    "    assert total(prices) == want",
    "",
    "class TestLabel:",
    "    def test_number(self):",
    "        assert label(3) == '3'",
    "",
    "    def test_word(self):",
    "        assert label('x') == 'x'",
    "",
    "@pytest.mark.xfail(strict=True, reason='known')",
    "def test_strict():",
    "    pass",
    "",
    "@pytest.mark.xfail",
    "def test_known():",
    "    assert False",
    "",
    "@pytest.fixture",
    "def shelf():",
    "    raise RuntimeError('no shelf')",
    "",
    "def test_shelf(shelf):",
    "    pass",
    "",
    "@pytest.mark.skip",
    "def test_skipped():",
    "    pass",
    "",
  ].join("\n"),
};

function check(command: string, directory = ""): Check {
  return { name: "check-1", command, kind: "test", directory };
}

function whole(project: RealProject, command: string, directory = ""): Reading {
  const match = recogniseRunner(check(command, directory), project.files);
  const runner = match === undefined ? undefined : runnerByName(match.runner);
  if (match === undefined || runner === undefined) throw new Error(`not recognised: ${command}`);
  const rig = project.rig();
  return readRun(project.run(runner.withReport(match, rig, project.files), { rig, runner: match.runner }));
}

function failing(reading: Reading): string[] {
  return reading.cases.filter((one) => one.status === "failed").map((one) => one.id);
}

describe("pytest, really run", () => {
  it("names every case with its status, the values and the product's frames", () => {
    using project = new RealProject({ ...PRODUCT, ...TESTS });
    const reading = whole(project, "python3 -m pytest -q");
    expect(reading.complete).toBe(true);
    expect(reading.exitCode).toBe(1);
    expect(failing(reading)).toEqual([
      "pytest:tests/test_price.py::test_total::one::a/b[1]",
      "pytest:tests/test_price.py::TestLabel > test_word",
      "pytest:tests/test_price.py::test_strict",
      "pytest:tests/test_price.py::test_shelf",
    ]);
    expect(reading.counts).toEqual({ failing: 4, passed: 2, skipped: 2 });
    const first = reading.cases.find((one) => one.name.parameters === "one::a/b[1]")?.failure;
    expect(first).toMatchObject({ type: "AssertionError", expected: "1", actual: "2", frames: [{ file: "tests/test_price.py", line: 6 }] });
    const chained = reading.cases.find((one) => one.name.titlePath.includes("test_word"))?.failure;
    expect(chained).toMatchObject({ type: "ValueError", message: "no label for 'x'" });
    expect(chained?.frames.map((frame) => `${frame.file}:${frame.line}`)).toEqual(["shop/price.py:9", "tests/test_price.py:13", "shop/price.py:7"]);
    expect(reading.cases.find((one) => one.name.titlePath[0] === "test_shelf")).toMatchObject({ kind: "hook", failure: { type: "RuntimeError" } });
  });

  it("runs only the wanted cases again, whatever their parameters hold", () => {
    using project = new RealProject({ ...PRODUCT, ...TESTS });
    const match = recogniseRunner(check("python3 -m pytest -q -x tests"), project.files);
    const runner = runnerByName("pytest");
    if (match === undefined || runner === undefined) throw new Error("not recognised");
    const rig = project.rig();
    const command = runner.rerunOnly(
      match,
      [
        { runner: "pytest", file: "tests/test_price.py", titlePath: ["test_total"], parameters: "one::a/b[1]" },
        { runner: "pytest", file: "tests/test_price.py", titlePath: ["TestLabel", "test_number"] },
      ],
      rig,
      project.files,
    );
    if (command === undefined) throw new Error("not narrowed");
    const reading = readRun(project.run(command, { rig, runner: "pytest" }));
    expect(reading.cases.map((one) => [one.id, one.status])).toEqual([
      ["pytest:tests/test_price.py::test_total::one::a/b[1]", "failed"],
      ["pytest:tests/test_price.py::TestLabel > test_number", "passed"],
    ]);
  });
});
