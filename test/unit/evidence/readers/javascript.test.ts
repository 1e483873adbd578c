import { describe, expect, it } from "vitest";
import type { CaseResult } from "../../../../src/domain/case.js";
import { readRun } from "../../../../src/evidence/read-run.js";
import { javascriptReaders } from "../../../../src/evidence/readers/javascript.js";
import type { ReadCases } from "../../../../src/evidence/readers/reader.js";
import { matching } from "../../../support/asymmetric.js";
import { filesNamed, readFixture, reportFixture, SHOP } from "../../../support/report-fixture.js";

function read(path: string): ReadCases {
  return readFixture(javascriptReaders, path).read;
}

function failed(reading: ReadCases): CaseResult[] {
  return reading.cases.filter((result) => result.status === "failed");
}

function find(reading: ReadCases, end: string): CaseResult {
  const found = reading.cases.find((result) => result.id.endsWith(end));
  if (found === undefined) throw new Error(`no case ending with ${end}`);
  return found;
}

describe("the formats of the JavaScript runners", () => {
  it.each([
    ["node-test/events.jsonl", "node-test-events"],
    ["node-test/tap.txt", "node-tap"],
    ["node-test/spec.txt", "node-spec"],
    ["vitest/cases.jsonl", "vitest-cases"],
    ["vitest/report.json", "vitest-json"],
    ["vitest/console.txt", "vitest-console"],
    ["vitest/console-colour.txt", "vitest-console"],
    ["jest/cases.jsonl", "jest-cases"],
    ["jest/report.json", "jest-json"],
    ["jest/console.txt", "jest-console"],
    ["mocha/cases.jsonl", "mocha-cases"],
    ["mocha/report.json", "mocha-json"],
    ["mocha/console.txt", "mocha-console"],
    ["mocha/load.txt", "mocha-console"],
  ])("are told apart by content: %s", (path, format) => {
    expect(readFixture(javascriptReaders, path).format).toBe(format);
  });

  it.each(javascriptReaders.map((reader) => [reader.format, reader] as const))("%s takes no empty text", (_, reader) => {
    expect(reader.sniff("")).toBe(false);
  });
});

describe("node:test read from its events, its TAP and its spec output", () => {
  const RED = [
    "adds up",
    "cheapest (of many) > with names > reads the first name",
    "cheapest (of many) > with names > is found",
    "closing > [hook]",
    "n/load.test.js",
    "n/missing.test.js",
    "parent > bad child",
    "slow",
    "with a shop > never runs",
  ].toSorted();

  it.each(["events.jsonl", "tap.txt", "spec.txt"])("gives the same red leaves: %s", (name) => {
    const reading = read(`node-test/${name}`);
    expect(
      failed(reading)
        .map((result) => result.reportedId)
        .toSorted(),
    ).toEqual(RED);
    expect(reading.cases.filter((result) => result.status === "passed")).toHaveLength(2);
    expect(reading.cases.filter((result) => result.status === "skipped")).toHaveLength(1);
    expect(reading.intact).toBe(true);
  });

  it.each(["events.jsonl", "tap.txt", "spec.txt"])("names class, values and the innermost project frame: %s", (name) => {
    const reading = read(`node-test/${name}`);
    expect(find(reading, "::adds up").failure).toMatchObject({
      type: "AssertionError",
      expected: "2",
      actual: "3",
      frames: [{ file: "n/price.test.js", line: 5 }],
    });
    expect(find(reading, "reads the first name").failure).toMatchObject({
      type: "TypeError",
      frames: [
        { file: "src/price.js", line: 5, function: "cheapest" },
        { file: "n/price.test.js", line: 8 },
      ],
    });
    expect(find(reading, "never runs").failure?.message).toBe("shop not reachable");
    expect(find(reading, "bad child").failure?.message).toBe("just text");
  });

  it.each(["events.jsonl", "tap.txt", "spec.txt"])("finds on the file's own output why it could not be loaded: %s", (name) => {
    const reading = read(`node-test/${name}`);
    expect(find(reading, "n/load.test.js")).toMatchObject({
      kind: "load",
      failure: {
        type: "SyntaxError",
        message: "The requested module '../src/price.js' does not provide an export named 'absent'",
        frames: [{ file: "n/load.test.js", line: 1 }],
      },
    });
    expect(find(reading, "n/missing.test.js").failure?.frames).toEqual([{ file: "n/missing.test.js", line: 1 }]);
  });

  it("takes the tests that were under way when a run was cut as red, and says the report is not whole", () => {
    const lines = reportFixture("node-test/events.jsonl").split("\n");
    const cut = lines
      .slice(
        0,
        lines.findIndex((line) => line.includes('"type":"test:start"') && line.includes('"name":"slow"')),
      )
      .join("\n");
    const reading = javascriptReaders[0]?.read(cut, SHOP);
    expect(reading?.intact).toBe(false);
    expect(reading === undefined ? [] : find(reading, "::slow").failure?.type).toBe("Unfinished");
  });

  it("survives half a line at the end", () => {
    const text = reportFixture("node-test/events.jsonl");
    const reading = javascriptReaders[0]?.read(text.slice(0, Math.floor(text.length / 2)), SHOP);
    expect(reading?.intact).toBe(false);
    expect(reading?.cases.length).toBeGreaterThan(0);
  });
});

describe("Vitest read from its cases, its JSON and its console", () => {
  it.each(["cases.jsonl", "console.txt", "console-colour.txt"])("names red tests, hooks and files: %s", (name) => {
    expect(
      failed(read(`vitest/${name}`))
        .map((result) => result.id)
        .toSorted(),
    ).toEqual(
      [
        "vitest:v/missing.test.ts",
        "vitest:v/price.test.ts::adds up",
        "vitest:v/price.test.ts::cheapest > of many > is found",
        "vitest:v/price.test.ts::cheapest > of many > reads the first name",
        "vitest:v/price.test.ts::slow",
        "vitest:v/price.test.ts::tried again",
        "vitest:v/price.test.ts::with a shop > [hook]",
      ].toSorted(),
    );
  });

  it.each(["cases.jsonl", "console.txt", "console-colour.txt"])("tells of the rejection that belongs to no case: %s", (name) => {
    expect(read(`vitest/${name}`).runErrors).toEqual(["Unhandled Rejection in v/late.test.ts: Error: left alone"]);
  });

  it.each(["cases.jsonl", "console.txt"])("names values and frames: %s", (name) => {
    const reading = read(`vitest/${name}`);
    expect(find(reading, "::adds up").failure).toMatchObject({
      type: "AssertionError",
      expected: "2",
      actual: "3",
      frames: [{ file: "v/price.test.ts", line: 4 }],
    });
    expect(find(reading, "reads the first name").failure?.frames[0]).toEqual({ file: "src/price.js", line: 5, function: "cheapest" });
    expect(find(reading, "is found").failure).toMatchObject({ expected: '[\n  "x",\n  3,\n]', actual: '[\n  "x",\n  2,\n]' });
  });

  it("takes totals of the console from its footer, announced tests apart", () => {
    expect(read("vitest/console.txt").totals).toEqual({ passed: 1, skipped: 2 });
  });

  it("reads what the JSON report keeps", () => {
    const reading = read("vitest/report.json");
    expect(find(reading, "v/missing.test.ts")).toMatchObject({ kind: "load", status: "failed" });
    expect(find(reading, "::adds up").failure?.message).toBe("expected 3 to be 2 // Object.is equality");
  });
});

describe("Jest read from its cases, its JSON and its console", () => {
  it.each(["cases.jsonl", "report.json", "console.txt"])("names red tests and files: %s", (name) => {
    expect(
      failed(read(`jest/${name}`))
        .map((result) => result.id)
        .toSorted(),
    ).toEqual(
      [
        "jest:j/missing.test.js",
        "jest:j/price.test.js::adds up",
        "jest:j/price.test.js::cheapest (of many) > is found",
        "jest:j/price.test.js::cheapest (of many) > reads the first name",
        "jest:j/price.test.js::slow",
        "jest:j/syntax.test.js",
      ]
        .map((id) => (name === "console.txt" ? id.replace("j/", "") : id))
        .toSorted(),
    );
  });

  it("completes the console's paths, which start at the package, from the files of the tree", () => {
    const context = filesNamed("j/price.test.js", "j/missing.test.js", "j/syntax.test.js", "j/price.js");
    const { read: reading } = readFixture(javascriptReaders, "jest/console.txt", context);
    expect(find(reading, "reads the first name")).toMatchObject({
      id: "jest:j/price.test.js::cheapest (of many) > reads the first name",
      failure: {
        frames: [
          { file: "j/price.js", line: 3 },
          { file: "j/price.test.js", line: 5 },
        ],
      },
    });
  });

  it("says why a file could not be loaded", () => {
    for (const name of ["cases.jsonl", "report.json", "console.txt"]) {
      expect(find(read(`jest/${name}`), "missing.test.js").failure?.message).toMatch(/^Cannot find module '\.\/gone' from '.*missing\.test\.js'$/);
      expect(find(read(`jest/${name}`), "syntax.test.js").failure).toMatchObject({ type: "SyntaxError", frames: [{ line: 2 }] });
    }
  });

  it("names the matcher and both values", () => {
    expect(find(read("jest/cases.jsonl"), "::adds up").failure).toMatchObject({ type: "toBe", expected: "2", actual: "3" });
    expect(find(read("jest/console.txt"), "::adds up").failure).toMatchObject({ type: "toBe", expected: "2", actual: "3" });
    expect(find(read("jest/cases.jsonl"), "is found").failure).toMatchObject({ type: "toEqual", expected: "[ 'x', 3 ]", actual: "[ 'x', 2 ]" });
  });

  it("does not count blocks that are printed again in a summary", () => {
    const text = reportFixture("jest/console.txt");
    const twice = text.replace(
      "\nTest Suites:",
      `\nSummary of all failing tests\n${text.slice(text.indexOf("FAIL"), text.indexOf("\nTest Suites:"))}\nTest Suites:`,
    );
    const reader = javascriptReaders.find((candidate) => candidate.format === "jest-console");
    expect(reader?.read(twice, SHOP)?.cases).toHaveLength(6);
  });
});

describe("Mocha read from its cases, its JSON and its console", () => {
  it.each(["cases.jsonl", "console.txt"])("names red tests and hooks: %s", (name) => {
    const reading = read(`mocha/${name}`);
    expect(failed(reading).map((result) => result.id)).toEqual([
      "mocha:m/price.test.cjs::adds up",
      "mocha:m/price.test.cjs::late",
      "mocha:m/price.test.cjs::cheapest (of many) > with names > reads the first name",
      "mocha:m/price.test.cjs::cheapest (of many) > with names > is found",
      'mocha:m/price.test.cjs::with a shop > "before all" hook for "never runs"',
    ]);
  });

  it.each(["cases.jsonl", "report.json", "console.txt"])("names class, values and frames: %s", (name) => {
    const reading = read(`mocha/${name}`);
    expect(find(reading, "::adds up").failure).toMatchObject({ type: "AssertionError", message: matching(/^3 == 2/), expected: "2", actual: "3" });
    expect(find(reading, "reads the first name").failure?.frames[0]).toEqual({ file: "j/price.js", line: 3, function: "cheapest" });
    expect(find(reading, 'hook for "never runs"')).toMatchObject({ kind: "hook", failure: { message: "shop not reachable" } });
  });

  it("counts from the console's footer", () => {
    expect(read("mocha/console.txt").totals).toEqual({ passed: 1, skipped: 1 });
  });

  it("makes a file that stopped the whole run its one red case", () => {
    expect(read("mocha/load.txt").cases.map((result) => [result.id, result.kind, result.failure?.message])).toEqual([
      ["mocha:m/missing.cjs", "load", "Cannot find module '../j/gone'"],
    ]);
  });
});

describe("a whole report of an injected reporter", () => {
  const stdout = "FAIL j/other.test.js\n  ● made up › by a test\n\n    boom\n\nTest Suites: 1 failed, 1 total\n";
  const run = (exitCode: number, report: string) =>
    readRun({ runner: "jest", end: { kind: "exited", exitCode }, stdout, stderr: "", reports: { "jest-1.jsonl": report }, root: SHOP.root, files: undefined });

  it("is not added to by what a test printed", () => {
    expect(run(1, reportFixture("jest/cases.jsonl")).cases.map((result) => result.name.file)).not.toContain("j/other.test.js");
  });

  it("is helped by the console when it was cut", () => {
    const cut = reportFixture("jest/cases.jsonl").split("\n").slice(0, 2).join("\n");
    expect(run(1, cut).cases.map((result) => result.name.file)).toContain("j/other.test.js");
  });
});
