import { describe, expect, test } from "vitest";
import { readReport } from "../../../scripts/test-report.js";

interface Case {
  readonly status: string;
  readonly title: string;
  readonly ancestorTitles: readonly string[];
}

const passed: Case = { status: "passed", title: "adds", ancestorTitles: ["sum"] };
const failed: Case = { status: "failed", title: "subtracts", ancestorTitles: ["sum"] };
const skipped = (suite: string): Case => ({ status: "skipped", title: "runs", ancestorTitles: [suite] });

function report(...files: readonly { readonly status: string; readonly cases: readonly Case[] }[]): string {
  return JSON.stringify({ testResults: files.map((file, index) => ({ name: `${index}.test.ts`, status: file.status, assertionResults: file.cases })) });
}

describe("readReport", () => {
  test("adds up the cases of all files", () => {
    const text = report({ status: "passed", cases: [passed, passed] }, { status: "failed", cases: [passed, failed, skipped("x")] });
    expect(readReport(text, 1)).toMatchObject({ passed: 3, failed: 1, skipped: 1 });
  });

  test("counts a file that could not be loaded as one failure", () => {
    expect(readReport(report({ status: "failed", cases: [] }, { status: "passed", cases: [passed] }), 1)).toMatchObject({ passed: 1, failed: 1 });
  });

  test("counts a failed hook of a file whose cases all passed as one failure", () => {
    expect(readReport(report({ status: "failed", cases: [passed] }), 1)).toMatchObject({ passed: 1, failed: 1 });
  });

  test("counts an error outside any case as one failure", () => {
    expect(readReport(report({ status: "passed", cases: [passed] }), 1)).toMatchObject({ passed: 1, failed: 1 });
  });

  test("counts a report that was never written as one failure", () => {
    expect(readReport("", 137)).toMatchObject({ passed: 0, failed: 1, skipped: 0 });
  });

  test("groups what was skipped by what the machine lacks, and names the suites", () => {
    const docker = "needs docker: no daemon answers";
    const cases = [skipped(`conformance of docker [${docker}]`), skipped(`conformance of docker [${docker}]`), skipped(`layers [${docker}]`)];
    const { skips } = readReport(report({ status: "passed", cases }), 0);
    expect([...skips]).toEqual([
      [
        docker,
        [
          { name: "conformance of docker", cases: 2 },
          { name: "layers", cases: 1 },
        ],
      ],
    ]);
  });

  test("says so when a skipped case gives no reason", () => {
    const { skips } = readReport(report({ status: "passed", cases: [skipped("quiet suite")] }), 0);
    expect([...skips.keys()]).toEqual(["no reason given"]);
  });
});
