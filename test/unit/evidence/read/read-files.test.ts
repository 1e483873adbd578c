import { describe, expect, it } from "vitest";
import { readFiles } from "../../../../src/evidence/read-files.js";
import { readRun } from "../../../../src/evidence/read-run.js";
import { readingDocument } from "../../../../src/evidence/reading-document.js";
import { reportFixture } from "../../../support/runners/report-fixtures.js";

describe("given files of unknown kind", () => {
  it("a log and a report of one run are read together", () => {
    const reading = readFiles({
      files: [
        { name: "log.txt", text: reportFixture("pytest/mixed-ci.txt") },
        { name: "report.xml", text: reportFixture("junit/pytest-xunit1.xml") },
      ],
      exitCode: 1,
      root: "/srv/app",
    });
    expect(reading.runner).toBe("pytest");
    expect(reading.class).toBe("healable-code");
    expect(reading.counts.passed).toBe(2);
  });

  it("become the published document", () => {
    const document = readingDocument(readFiles({ files: [{ name: "log", text: reportFixture("pytest/conftest.txt") }], exitCode: 4, root: "/srv/app" }));
    expect(document).toMatchObject({
      schema: "heal/reading/1",
      runner: "pytest",
      exitCode: 4,
      class: "dependency",
      counts: { failing: 1 },
      failures: [{ id: "pytest:conf/conftest.py", kind: "load", type: "ModuleNotFoundError", expected: null, frame: { file: "conf/conftest.py", line: 1 } }],
    });
    expect(document.notes[0]).toBe("the module nowhere_to_be_found is not installed");
  });

  it("say so when nothing in them is known", () => {
    const reading = readFiles({ files: [{ name: "x", text: "hello" }] });
    expect([reading.complete, reading.counts.passed]).toEqual([false, null]);
  });

  it("classify an install step that failed", () => {
    const reading = readFiles({
      files: [{ name: "log", text: "npm error code ERESOLVE\nnpm error ERESOLVE could not resolve\n##[error]Process completed with exit code 1." }],
    });
    expect([reading.class, reading.classReason, reading.exitCode]).toEqual(["dependency", "npm cannot install the dependencies (ERESOLVE)", 1]);
  });
});

describe("a run", () => {
  const base = { stdout: "", stderr: "", reports: {}, root: "", files: undefined };

  it("that is red without a red case is incomplete, and so is a green one with a red case", () => {
    const red = readRun({ ...base, runner: "pytest", end: { kind: "exited", exitCode: 1 }, stdout: "==== 2 passed in 0.1s ====" });
    expect([red.complete, red.notes]).toEqual([false, ["exit status 1, but no failing case is reported"]]);
    const green = readRun({ ...base, runner: "pytest", end: { kind: "exited", exitCode: 0 }, stdout: reportFixture("pytest/mixed-ci.txt"), root: "/srv/app" });
    expect([green.complete, green.notes]).toEqual([false, ["exit status 0, although a failing case is reported"]]);
  });

  it("of no known runner is one case by its exit status", () => {
    const stderr = "Traceback (most recent call last):\n  File \"/srv/app/main.py\", line 3, in <module>\n    run()\nKeyError: 'x'\n";
    const red = readRun({ ...base, runner: "unknown", end: { kind: "exited", exitCode: 1 }, stderr, root: "/srv/app" });
    expect(red.cases).toMatchObject([{ kind: "run", status: "failed", failure: { type: "KeyError", message: "'x'", frames: [{ file: "main.py", line: 3 }] } }]);
    const green = readRun({ ...base, runner: "unknown", end: { kind: "exited", exitCode: 0 } });
    expect(green.cases.map((one) => [one.id, one.status])).toEqual([[red.cases[0]?.id, "passed"]]);
  });

  it("whose command does not exist names the command", () => {
    const reading = readRun({ ...base, runner: "unknown", end: { kind: "exited", exitCode: 127 }, stderr: "sh: 1: frobnicate: not found\n" });
    expect([reading.class, reading.classReason]).toEqual(["config", "the command frobnicate is not installed or not on the PATH"]);
  });

  it("that was stopped while a case ran gives the case the run's end as its story", () => {
    const report =
      '{"event": "session", "root": "/srv/app", "pytest": "9"}\n{"event": "collected", "count": 1}\n{"event": "start", "id": "test_a.py::test_loop"}\n';
    const reading = readRun({ ...base, runner: "pytest", end: { kind: "timed-out", afterMs: 5000 }, reports: { "pytest.jsonl": report }, root: "/srv/app" });
    expect(reading.cases).toMatchObject([
      { id: "pytest:test_a.py::test_loop", status: "failed", failure: { type: "Timeout", message: "no end after 5 s, while this case was running" } },
    ]);
    expect([reading.complete, reading.class]).toEqual([false, "healable-code"]);
  });
});
