import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { vitestRunner } from "../../../src/checks/runners/vitest/vitest.js";
import { javascriptProject } from "../../support/javascript-project.js";
import { byReportedId, failedIds, type Ran, RunnerSession } from "../../support/runner-session.js";

const CASES = `
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import { add, depth } from "../src/calc";
test("adds", () => { expect(add(1, 2)).toBe(3); });
test("reads deep", () => { depth({} as never); });
describe("outer > (a|b)", () => {
  describe("inner", () => {
    it("it's \\"quoted\\" $HOME \`id\` [1] \\\\d", () => { expect({ a: [1, 2] }).toEqual({ a: [1, 3] }); });
    it("twice", () => {});
    it("twice", () => { throw new TypeError("second of two"); });
  });
  it.skip("skipped", () => {});
  it.todo("later");
  it.fails("known bug", () => { expect(1).toBe(2); });
  it("throws text", () => { throw "just text"; });
});
describe("set-up breaks", () => { beforeAll(() => { throw new Error("no database"); }); it("never runs", () => {}); });
describe("each breaks", () => { beforeEach(() => { throw new Error("no row"); }); it("red", () => {}); });
describe("tear-down breaks", () => { afterAll(() => { throw new Error("cannot close"); }); it("fine", () => {}); });
test("slow", async () => { await new Promise((done) => setTimeout(done, 500)); }, 50);
test.each([[1, 2], [2, 5]])("doubles %i", (given, wanted) => { expect(given * 2).toBe(wanted); });
`;

const MANIFEST = JSON.stringify({ type: "module", scripts: { test: "vitest run", unit: "echo first && vitest run --bail 3 test && echo last" } });

const session = new RunnerSession(
  vitestRunner,
  javascriptProject({
    "package.json": MANIFEST,
    "src/calc.ts":
      "export interface Deep {\n  y: { z: number };\n}\n\nexport function add(a: number, b: number): number {\n  return a - b;\n}\nexport function depth(x: Deep): number {\n  return x.y.z;\n}\n",
    "test/cases.test.ts": CASES,
    "test/load.test.ts": 'import { gone } from "../src/gone";\nimport { test } from "vitest";\ntest("x", () => gone());\n',
    "test/late.test.ts":
      'import { test } from "vitest";\ntest("ends green", async () => {\n  void Promise.reject(new Error("left alone"));\n  await new Promise((done) => setTimeout(done, 20));\n});\n',
  }),
);
afterAll(() => session.project.remove());

describe("a Vitest suite with its report switched on from outside", () => {
  let ran: Ran;
  beforeAll(async () => {
    ran = await session.suite("npm test");
  });

  it("keeps the exit status and the human output", () => {
    expect(ran.evidence.end).toEqual({ kind: "exited", exitCode: 1 });
    expect(ran.evidence.stdout).toContain("Test Files");
  });

  it("lists every red case, suites' hooks and files that could not be loaded", () => {
    expect(failedIds(ran.cases).toSorted()).toEqual(
      [
        "vitest:test/cases.test.ts::adds",
        "vitest:test/cases.test.ts::reads deep",
        'vitest:test/cases.test.ts::outer > (a|b) > inner > it\'s "quoted" $HOME `id` [1] \\d',
        "vitest:test/cases.test.ts::outer > (a|b) > inner > twice#2",
        "vitest:test/cases.test.ts::outer > (a|b) > throws text",
        "vitest:test/cases.test.ts::set-up breaks > [hook]",
        "vitest:test/cases.test.ts::each breaks > red",
        "vitest:test/cases.test.ts::tear-down breaks > [hook]",
        "vitest:test/cases.test.ts::slow",
        "vitest:test/cases.test.ts::doubles 2",
        "vitest:test/load.test.ts",
      ].toSorted(),
    );
    expect(ran.cases.filter((result) => result.status === "skipped").map((result) => result.name.titlePath.at(-1))).toEqual(["skipped", "never runs"]);
  });

  it("points at lines of the TypeScript source and tells both values", () => {
    expect(byReportedId(ran.cases, "test/cases.test.ts > adds").failure).toMatchObject({
      type: "AssertionError",
      expected: "3",
      actual: "-1",
      frames: [{ file: "test/cases.test.ts", line: 4 }],
    });
    expect(byReportedId(ran.cases, "test/cases.test.ts > reads deep").failure).toMatchObject({
      type: "TypeError",
      frames: [
        { file: "src/calc.ts", line: 9, function: "depth" },
        { file: "test/cases.test.ts", line: 5 },
      ],
    });
    expect(byReportedId(ran.cases, "test/cases.test.ts > outer > (a|b) > throws text").failure?.message).toBe("just text");
  });

  it("says why a file could not be loaded", () => {
    expect(byReportedId(ran.cases, "test/load.test.ts")).toMatchObject({ kind: "load", failure: { frames: [{ file: "test/load.test.ts", line: 1 }] } });
    expect(byReportedId(ran.cases, "test/load.test.ts").failure?.message).toContain("Cannot find module '../src/gone'");
  });

  it("tells of errors that belong to no case", () => {
    expect(ran.readings.flatMap((reading) => reading.runErrors)).toEqual(["Unhandled Rejection in test/late.test.ts: Error: left alone"]);
  });
});

describe("a rerun of single Vitest cases", () => {
  it.each(["npm test", "npm run unit", "npx vitest"])("runs just the named cases under `%s`", async (command) => {
    const { cases } = await session.rerun(command, [
      { file: "test/cases.test.ts", titlePath: ["adds"] },
      { file: "test/cases.test.ts", titlePath: ["outer > (a|b)", "inner", 'it\'s "quoted" $HOME `id` [1] \\d'] },
      { file: "test/cases.test.ts", titlePath: ["doubles 2"] },
    ]);
    expect(failedIds(cases)).toEqual([
      "vitest:test/cases.test.ts::adds",
      'vitest:test/cases.test.ts::outer > (a|b) > inner > it\'s "quoted" $HOME `id` [1] \\d',
      "vitest:test/cases.test.ts::doubles 2",
    ]);
    expect(cases.filter((result) => result.status === "passed")).toEqual([]);
  });

  it("runs whole files beside single cases of others in one command", async () => {
    const { cases, evidence } = await session.rerun("npm test", [
      { file: "test/load.test.ts", titlePath: [] },
      { file: "test/cases.test.ts", titlePath: ["doubles 1"] },
    ]);
    expect(evidence.end).toEqual({ kind: "exited", exitCode: 1 });
    expect(cases.filter((result) => result.status !== "skipped").map((result) => [result.id, result.status])).toEqual([
      ["vitest:test/load.test.ts", "failed"],
      ["vitest:test/cases.test.ts::doubles 1", "passed"],
    ]);
  });

  it("reaches a hook through the tests of its suite", async () => {
    const { cases } = await session.rerun("npm test", [{ file: "test/cases.test.ts", titlePath: ["set-up breaks", "[hook]"] }]);
    expect(failedIds(cases)).toEqual(["vitest:test/cases.test.ts::set-up breaks > [hook]"]);
  });
});

describe("a canary for Vitest", () => {
  it.each(["npm test", "npm run unit"])("is picked up by `%s` and seen failing with its value", async (command) => {
    // With red cases beside it, `--bail 3` may end the run before the canary's file.
    const green = new RunnerSession(
      vitestRunner,
      javascriptProject({ "package.json": MANIFEST, "test/a.test.ts": 'import { test } from "vitest";\ntest("x", () => {});\n' }),
    );
    const seen = await green.canary(command, "value-7712");
    green.project.remove();
    expect(seen?.failure?.message).toContain("value-7712");
  });
});

describe("other ways a command meets Vitest", () => {
  it.each(["npx vitest run", "pnpm vitest", "yarn vitest --run", "npm run unit", "cross-env CI=1 vitest run src"])("recognises `%s`", (command) => {
    expect(session.recognises(command)).toBe(true);
  });

  it.each(["vitest bench", "vite build", "node --test"])("leaves `%s` alone", (command) => {
    expect(session.recognises(command)).toBe(false);
  });
});
