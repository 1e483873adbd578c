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
      { rig, files: project.files },
    );
    if (command === undefined) throw new Error("not narrowed");
    const reading = readRun(project.run(command, { rig, runner: "pytest" }));
    expect(reading.cases.map((one) => [one.id, one.status])).toEqual([
      ["pytest:tests/test_price.py::test_total::one::a/b[1]", "failed"],
      ["pytest:tests/test_price.py::TestLabel > test_number", "passed"],
    ]);
  });

  it("keeps what ran before the interpreter died, and names the case it died in", () => {
    using project = new RealProject({
      "test_a.py": "import ctypes\n\ndef test_one():\n    pass\n\ndef test_two():\n    ctypes.string_at(0)\n\ndef test_three():\n    pass\n",
    });
    const reading = whole(project, "python3 -m pytest");
    expect(reading.cases.map((one) => [one.id, one.status, one.failure?.type])).toEqual([
      ["pytest:test_a.py::test_one", "passed", undefined],
      ["pytest:test_a.py::test_two", "failed", "Segmentation fault (SIGSEGV)"],
    ]);
    expect(reading.complete).toBe(false);
    expect(reading.exitCode).toBe(139);
    expect(reading.cases[1]?.failure?.frames).toEqual([{ file: "test_a.py", line: 7, function: "test_two" }]);
  });

  it("reads a file that does not load as one red case that code can heal", () => {
    using project = new RealProject({
      ...PRODUCT,
      "shop/price.py": "import jsn\n",
      "tests/test_price.py": "from shop.price import total\n\ndef test_a():\n    pass\n",
    });
    const reading = whole(project, "python3 -m pytest");
    expect(failing(reading)).toEqual(["pytest:tests/test_price.py"]);
    expect(reading.cases[0]).toMatchObject({
      kind: "load",
      failure: {
        type: "ModuleNotFoundError",
        message: "No module named 'jsn'",
        frames: [
          { file: "shop/price.py", line: 1 },
          { file: "tests/test_price.py", line: 1 },
        ],
      },
    });
    expect(reading.class).toBe("healable-code");
  });

  it("names the module that is missing when no slip of a known name explains it", () => {
    using project = new RealProject({ "test_a.py": "import some_database_driver\n" });
    const reading = whole(project, "python3 -m pytest");
    expect([reading.class, reading.classReason]).toEqual(["dependency", "the module some_database_driver is not installed"]);
  });

  it("names the service that is not there", () => {
    using project = new RealProject({
      "store.py":
        "import socket\n\ndef open_store(host='localhost', port=1):\n    try:\n        return socket.create_connection((host, port), timeout=1)\n    except OSError as error:\n        raise RuntimeError('connection to server at \"%s\", port %d failed: %s' % (host, port, error.strerror)) from error\n",
      "test_a.py": "import store\n\ndef test_store():\n    store.open_store()\n",
    });
    const reading = whole(project, "python3 -m pytest");
    expect([reading.class, reading.classReason]).toEqual(["infrastructure", "localhost:1 is not reachable: the checks need this service"]);
  });

  it("reads subtests as leaves and their test not at all while one is red", () => {
    using project = new RealProject({
      "test_a.py": "def test_each(subtests):\n    for i in range(2):\n        with subtests.test('part', i=i):\n            assert i == 0\n",
    });
    const reading = whole(project, "python3 -m pytest");
    expect(reading.cases.map((one) => [one.id, one.status])).toEqual([
      ["pytest:test_a.py::test_each > [part] (i=0)", "passed"],
      ["pytest:test_a.py::test_each > [part] (i=1)", "failed"],
    ]);
    expect(reading.complete).toBe(true);
  });

  it("names a conftest.py that does not load", () => {
    using project = new RealProject({ "conftest.py": "import shopp\n", "shop/__init__.py": "", "test_a.py": "def test_a():\n    pass\n" });
    const reading = whole(project, "python3 -m pytest");
    expect(reading.cases.map((one) => [one.id, one.kind, one.failure?.type])).toEqual([["pytest:conftest.py", "load", "ModuleNotFoundError"]]);
    expect(reading.class).toBe("healable-code");
  });

  it("says that there are no tests and that arguments are refused", () => {
    using project = new RealProject({ "readme.txt": "" });
    expect(whole(project, "python3 -m pytest").class).toBe("config");
    const refused = whole(project, "python3 -m pytest --no-such-option");
    expect([refused.class, refused.complete]).toEqual(["config", false]);
  });

  it.each([
    ["a Makefile", { Makefile: "PY ?= python3\n\ntest: build\n\t$(PY) -m pytest -q $(ARGS)\n\nARGS = tests\n\nbuild:\n\t@echo built\n" }, "make test"],
    ["an npm script", { "package.json": '{"scripts":{"test":"echo lint && python3 -m pytest tests"}}' }, "npm test"],
    ["an own PYTHONPATH", {}, "PYTHONPATH=. python3 -m pytest tests"],
    ["own PYTEST_ADDOPTS", {}, "PYTEST_ADDOPTS='-q' python3 -m pytest tests"],
    ["sh -c", {}, "sh -c 'cd tests && PYTHONPATH=.. python3 -m pytest \"test_price.py\"'"],
    ["an isolated interpreter", { "pytest.ini": "[pytest]\npythonpath = .\n" }, "python3 -I -m pytest tests"],
    ["two commands", {}, "python3 -m pytest tests -k number; python3 -m pytest tests -k 'not number'"],
  ])("is seen through %s, in the whole and narrowed", (_, more, command) => {
    using project = new RealProject({ ...PRODUCT, ...TESTS, ...(more as Record<string, string>) });
    const match = recogniseRunner(check(command), project.files);
    if (match === undefined) throw new Error("not recognised");
    const reading = whole(project, command);
    expect(reading.complete).toBe(true);
    expect(failing(reading)).toHaveLength(4);
    const rig = project.rig();
    const narrowed = runnerByName("pytest")?.rerunOnly(match, [{ runner: "pytest", file: "tests/test_price.py", titlePath: ["TestLabel", "test_word"] }], {
      rig,
      files: project.files,
    });
    if (narrowed === undefined) return;
    const again = readRun(project.run(narrowed, { rig, runner: "pytest" }));
    expect(again.cases.map((one) => [one.id, one.status])).toEqual([["pytest:tests/test_price.py::TestLabel > test_word", "failed"]]);
  });

  it("is not narrowed to a case whose file pytest cannot be asked for", () => {
    using project = new RealProject({ ...PRODUCT, ...TESTS, "tests/test_::odd.py": "def test_odd():\n    assert False\n" });
    const match = recogniseRunner(check("python3 -m pytest"), project.files);
    if (match === undefined) throw new Error("not recognised");
    const rig = project.rig();
    const command = runnerByName("pytest")?.withReport(match, rig, project.files);
    if (command === undefined) throw new Error("no runner");
    const odd = readRun(project.run(command, { rig, runner: "pytest" })).cases.find(({ id }) => id.endsWith("test_odd"));
    if (odd === undefined) throw new Error("the odd case was not reported");
    expect(runnerByName("pytest")?.rerunOnly(match, [odd.name], { rig, files: project.files })).toBeUndefined();
  });

  it("shows a canary failing with its value, chosen by -k and -m too", () => {
    using project = new RealProject({ ...PRODUCT, ...TESTS, "pytest.ini": "[pytest]\nmarkers = unit\ntestpaths = tests\n" });
    const command = "python3 -m pytest -k word -m unit";
    const match = recogniseRunner(check(command), project.files);
    const canary = match === undefined ? undefined : runnerByName("pytest")?.canary(match, project.files, { token: "q7x2", value: "v-55aa" });
    if (canary === undefined) throw new Error("no place for a canary");
    project.write({ [canary.path]: canary.text });
    const seen = whole(project, command).cases.find((one) => one.name.file === canary.path);
    expect([seen?.name.titlePath, seen?.status, seen?.failure?.message]).toEqual([canary.name.titlePath, "failed", "v-55aa"]);
  });
});
