import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { jestRunner } from "../../../src/checks/runners/jest/jest.js";
import { javascriptProject } from "../../support/javascript-project.js";
import { byReportedId, failedIds, type Ran, RunnerSession } from "../../support/runner-session.js";

const CASES = `
const { add, depth } = require("../src/calc");
test("adds", () => { expect(add(1, 2)).toBe(3); });
test("reads deep", () => { depth({}); });
describe("outer (a|b)", () => {
  describe("inner", () => {
    it("it's \\"quoted\\" $HOME \`id\` [1] \\\\d", () => { expect({ a: [1, 2] }).toEqual({ a: [1, 3] }); });
    it("twice", () => {});
    it("twice", () => { throw new TypeError("second of two"); });
  });
  it.skip("skipped", () => {});
  it.todo("later");
  it.failing("known bug", () => { expect(1).toBe(2); });
  it("throws text", () => { throw "just text"; });
});
describe("set-up breaks", () => { beforeAll(() => { throw new Error("no database"); }); it("is red for it", () => {}); });
test("slow", async () => { await new Promise((done) => setTimeout(done, 500)); }, 50);
test.each([[1, 2], [2, 5]])("doubles %i", (given, wanted) => { expect(given * 2).toBe(wanted); });
`;

const session = new RunnerSession(
  jestRunner,
  javascriptProject({
    "package.json": JSON.stringify({
      scripts: { test: "jest", unit: "echo first && jest --bail test && echo last", vm: "NODE_OPTIONS=--no-warnings jest" },
      jest: { testEnvironment: "node" },
    }),
    "src/calc.js": "exports.add = function add(a, b) {\n  return a - b;\n};\nexports.depth = function depth(x) {\n  return x.y.z;\n};\n",
    "test/cases.test.js": CASES,
    "test/load.test.js": 'const gone = require("../src/gone");\ntest("x", () => gone());\n',
    "test/syntax.test.js": 'test("x", () => {\n',
    "test/teardown.test.js": 'describe("tear-down breaks", () => {\n  afterAll(() => { throw new Error("cannot close"); });\n  it("fine", () => {});\n});\n',
  }),
);
afterAll(() => session.project.remove());

describe("a Jest suite with its report switched on from outside", () => {
  let ran: Ran;
  beforeAll(async () => {
    ran = await session.suite("npm test");
  });

  it("keeps the exit status and the human output", () => {
    expect(ran.evidence.end).toEqual({ kind: "exited", exitCode: 1 });
    expect(ran.evidence.stderr).toContain("Test Suites:");
  });

  it("lists every red case and the files that are red as a whole", () => {
    expect(failedIds(ran.cases).toSorted()).toEqual(
      [
        "jest:test/cases.test.js::adds",
        "jest:test/cases.test.js::reads deep",
        'jest:test/cases.test.js::outer (a|b) > inner > it\'s "quoted" $HOME `id` [1] \\d',
        "jest:test/cases.test.js::outer (a|b) > inner > twice#2",
        "jest:test/cases.test.js::outer (a|b) > throws text",
        "jest:test/cases.test.js::set-up breaks > is red for it",
        "jest:test/cases.test.js::slow",
        "jest:test/cases.test.js::doubles 2",
        "jest:test/load.test.js",
        "jest:test/syntax.test.js",
        "jest:test/teardown.test.js",
      ].toSorted(),
    );
    expect(ran.cases.filter((result) => result.status === "skipped").map((result) => result.name.titlePath.at(-1))).toEqual(["skipped"]);
  });

  it("tells both values, the matcher, and the frame inside the product first", () => {
    expect(byReportedId(ran.cases, "test/cases.test.js › adds").failure).toMatchObject({
      type: "toBe",
      expected: "3",
      actual: "-1",
      frames: [{ file: "test/cases.test.js", line: 3 }],
    });
    expect(byReportedId(ran.cases, "test/cases.test.js › reads deep").failure).toMatchObject({
      type: "TypeError",
      frames: [
        { file: "src/calc.js", line: 5 },
        { file: "test/cases.test.js", line: 4 },
      ],
    });
    expect(byReportedId(ran.cases, "test/cases.test.js › outer (a|b) › throws text").failure?.message).toBe('thrown: "just text"');
  });

  it("says why a file could not be loaded, or was spoilt by its tear-down", () => {
    expect(byReportedId(ran.cases, "test/load.test.js")).toMatchObject({
      kind: "load",
      failure: { message: "Cannot find module '../src/gone' from 'test/load.test.js'", frames: [{ file: "test/load.test.js", line: 1 }] },
    });
    expect(byReportedId(ran.cases, "test/syntax.test.js").failure).toMatchObject({ type: "SyntaxError", frames: [{ file: "test/syntax.test.js", line: 2 }] });
    expect(byReportedId(ran.cases, "test/teardown.test.js")).toMatchObject({ kind: "hook", failure: { message: "cannot close" } });
  });
});

describe("a Jest run that is red for an obsolete snapshot alone", () => {
  it("has no red case and says what the matter is", async () => {
    const project = javascriptProject({
      "package.json": JSON.stringify({ scripts: { test: "jest --ci" } }),
      "a.test.js": 'test("fine", () => {});\ntest("kept", () => {\n  expect(1).toMatchSnapshot();\n});\n',
      "__snapshots__/a.test.js.snap": "// Jest Snapshot v1, https://jestjs.io/docs/snapshot-testing\n\nexports[`gone 1`] = `1`;\n\nexports[`kept 1`] = `1`;\n",
    });
    const ran = await new RunnerSession(jestRunner, project).suite("npm test");
    project.remove();
    expect(ran.evidence.end).toEqual({ kind: "exited", exitCode: 1 });
    expect(failedIds(ran.cases)).toEqual([]);
    expect(ran.readings.flatMap((reading) => reading.runErrors)).toEqual(["Obsolete snapshot in a.test.js: gone 1 (with --ci that alone makes the run red)"]);
  });
});

describe("a rerun of single Jest cases", () => {
  it.each(["npm test", "npm run unit", "npm run vm"])("runs just the named cases under `%s`", async (command) => {
    const { cases } = await session.rerun(command, [
      { file: "test/cases.test.js", titlePath: ["adds"] },
      { file: "test/cases.test.js", titlePath: ["outer (a|b)", "inner", 'it\'s "quoted" $HOME `id` [1] \\d'] },
      { file: "test/cases.test.js", titlePath: ["doubles 2"] },
    ]);
    expect(failedIds(cases)).toEqual([
      "jest:test/cases.test.js::adds",
      'jest:test/cases.test.js::outer (a|b) > inner > it\'s "quoted" $HOME `id` [1] \\d',
      "jest:test/cases.test.js::doubles 2",
    ]);
    expect(cases.filter((result) => result.status === "passed")).toEqual([]);
  });

  it("runs whole files beside single cases of others in one command", async () => {
    const { cases } = await session.rerun("npm test", [
      { file: "test/cases.test.js", titlePath: ["doubles 1"] },
      { file: "test/load.test.js", titlePath: [] },
    ]);
    expect(cases.filter((result) => result.status !== "skipped").map((result) => [result.id, result.status])).toEqual([
      ["jest:test/load.test.js", "failed"],
      ["jest:test/cases.test.js::doubles 1", "passed"],
    ]);
  });
});

describe("a canary for Jest", () => {
  it.each(["npm test", "npm run vm"])("is picked up by `%s` and seen failing with its value", async (command) => {
    expect((await session.canary(command, "value-7712"))?.failure?.message).toContain("value-7712");
  });
});

describe("other ways a command meets Jest", () => {
  it.each(["npx jest", "yarn jest --ci", "react-scripts test", "node --experimental-vm-modules node_modules/jest/bin/jest.js", "npm run unit"])(
    "recognises `%s`",
    (command) => {
      expect(session.recognises(command)).toBe(true);
    },
  );

  it.each(["react-scripts build", "node jest-less.js", "vitest"])("leaves `%s` alone", (command) => {
    expect(session.recognises(command)).toBe(false);
  });
});
