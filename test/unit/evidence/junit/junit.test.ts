import { describe, expect, it } from "vitest";
import type { CaseResult } from "../../../../src/domain/case.js";
import { junitReader } from "../../../../src/evidence/readers/junit/junit.js";
import type { ReadCases } from "../../../../src/evidence/readers/reader.js";
import { reportFixture } from "../../../support/runners/report-fixtures.js";

function read(text: string): ReadCases {
  const found = junitReader.read(text, { root: "/srv/app", files: undefined });
  if (found === undefined) throw new Error("nothing read");
  return found;
}

function statuses(found: ReadCases): [string, string][] {
  return found.cases.map((one: CaseResult) => [one.reportedId, one.status]);
}

describe("JUnit XML", () => {
  it("of pytest has the same ids as pytest itself", () => {
    const found = read(reportFixture("junit/pytest-xunit1.xml"));
    expect(found.cases.filter((one) => one.status === "failed").map((one) => one.id)).toEqual(
      expect.arrayContaining([
        "pytest:tests/test_price.py::test_total::a - b::c[1]",
        "pytest:tests/test_price.py::TestLabel > test_word",
        "pytest:tests/test_price.py::test_strict",
        "pytest:tests/test_price.py::test_shelf",
      ]),
    );
    expect(found.cases.find((one) => one.name.titlePath.includes("test_word"))?.failure).toMatchObject({ type: "ValueError", message: "no label for 'x'" });
  });

  it("of pytest names files that did not load", () => {
    expect(read(reportFixture("junit/pytest-collection.xml")).cases.map((one) => [one.id, one.kind])).toEqual([
      ["pytest:load/test_broken.py", "load"],
      ["pytest:load/test_syntax.py", "load"],
    ]);
  });

  it("of node:test is read through nested suites and direct cases, todos left out", () => {
    const found = read(reportFixture("junit/node-test.xml"));
    expect(statuses(found)).toEqual([
      ["Store > memory > reads", "failed"],
      ["Store > memory > fine", "passed"],
      ["Store > memory > never", "skipped"],
      ["plain", "failed"],
    ]);
    expect(found.cases[0]?.failure).toMatchObject({ type: "AssertionError", frames: [{ file: "store.test.mjs", line: 6 }] });
  });

  it("counts cases itself: counters in headers may be wrong", () => {
    const found = read(
      '<testsuite name="a" tests="9" failures="0"><testcase classname="A" name="x"><failure message="no"/></testcase><testcase classname="A" name="y"/></testsuite>',
    );
    expect(statuses(found)).toEqual([
      ["A.x", "failed"],
      ["A.y", "passed"],
    ]);
  });

  it("takes the worst of several results in one case", () => {
    const found = read(
      '<testsuite name="a"><testcase classname="A" name="x"><skipped/><error type="E" message="late"/><failure message="no"/></testcase></testsuite>',
    );
    expect(found.cases[0]).toMatchObject({ status: "failed", failure: { type: "E", message: "late" } });
  });

  it("reads a flaky case as passed with a note, and a rerun failure as failed", () => {
    const found = read(
      '<testsuite name="a"><testcase classname="A" name="x"><flakyFailure message="once"/></testcase><testcase classname="A" name="y"><failure message="no"/><rerunFailure message="no"/></testcase></testsuite>',
    );
    expect(statuses(found)).toEqual([
      ["A.x", "passed"],
      ["A.y", "failed"],
    ]);
    expect(found.notes).toEqual(["A.x passed only when it was retried"]);
  });

  it("drops a Go parent that is red only because of its child, and completes base names", () => {
    const suite = "example.org/mill/grist/hopper";
    const found = read(
      `<testsuites><testsuite name="${suite}"><testcase classname="${suite}" name="TestA"><failure message="Failed">--- FAIL: TestA</failure></testcase><testcase classname="${suite}" name="TestA/b"><failure message="Failed" type="">=== RUN   TestA/b&#xA;    hopper_test.go:22: got 1, want 2&#xA;</failure></testcase></testsuite></testsuites>`,
    );
    expect(statuses(found)).toEqual([[`${suite}.TestA/b`, "failed"]]);
    expect(found.cases[0]?.failure).toMatchObject({ message: "got 1, want 2", frames: [{ file: "hopper/hopper_test.go", line: 22 }] });
  });

  it("decodes numeric references and keeps texts that look like numbers", () => {
    const found = read('<testsuite name="a"><testcase classname="007" name="true"><failure message="a&#10;b &#34;c&#34;"/></testcase></testsuite>');
    expect(found.cases[0]?.name.titlePath).toEqual(["007", "true"]);
    expect(found.cases[0]?.failure?.message).toBe('a\nb "c"');
  });

  it("gives what can be read of a damaged file, marked as such", () => {
    const cut = '<testsuite name="a"><testcase classname="A" name="x"><failure message="no">text</failure></testcase><testcase classname="A" na';
    expect(read(cut)).toMatchObject({ intact: false, cases: [{ reportedId: "A.x" }] });
    expect(read(`<testsuite name="a"><testcase classname="A" name="x\u0001"/></testsuite>`)).toMatchObject({ intact: true, cases: [{ reportedId: "A.x" }] });
  });

  it("reads UTF-16 that was taken for single bytes", () => {
    const wide = [...'<testsuite name="a"><testcase classname="A" name="x"/></testsuite>'].join("\u0000");
    expect(junitReader.sniff(wide)).toBe(true);
    expect(statuses(read(wide))).toEqual([["A.x", "passed"]]);
  });

  it("uses counters only when there are no cases", () => {
    expect(read('<testsuites failures="2" errors="1"/>')).toMatchObject({ cases: [], runErrors: ["the report lists no cases, but counts 3 red ones"] });
  });
});
