import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mochaRunner } from "../../../src/checks/runners/mocha/mocha.js";
import { javascriptProject } from "../../support/javascript-project.js";
import { byReportedId, failedIds, type Ran, RunnerSession } from "../../support/runner-session.js";

const CASES = `
const assert = require("node:assert");
const { add, depth } = require("../src/calc");
it("adds", () => { assert.equal(add(1, 2), 3); });
it("reads deep", () => { depth({}); });
describe("outer (a|b)", () => {
  describe("inner", () => {
    it("it's \\"quoted\\" $HOME \`id\` [1] \\\\d", () => { assert.deepEqual({ a: [1, 2] }, { a: [1, 3] }); });
    it("twice", () => {});
    it("twice", () => { throw new TypeError("second of two"); });
  });
  it.skip("skipped", () => {});
  it("later");
  it("throws text", () => { throw "just text"; });
});
describe("set-up breaks", () => { before(() => { throw new Error("no database"); }); it("never runs", () => {}); });
it("slow", function (done) { this.timeout(50); setTimeout(done, 500); });
for (const [given, wanted] of [[1, 2], [2, 5]]) it(\`doubles \${given}\`, () => { assert.equal(given * 2, wanted); });
it("fails late", (done) => { setTimeout(() => { throw new Error("nobody caught me"); }, 5); });
`;

const TREE = {
  "package.json": JSON.stringify({ scripts: { test: "mocha", unit: "echo first && mocha --bail test && echo last" } }),
  ".mocharc.json": '{ "timeout": 1000 }',
  "src/calc.js": "exports.add = function add(a, b) {\n  return a - b;\n};\nexports.depth = function depth(x) {\n  return x.y.z;\n};\n",
  "test/cases.test.js": CASES,
  "test/green.test.js": 'it("adds", () => {});\n',
};
const session = new RunnerSession(mochaRunner, javascriptProject(TREE));
afterAll(() => session.project.remove());

describe("a Mocha suite with its report switched on from outside", () => {
  let ran: Ran;
  beforeAll(async () => {
    ran = await session.suite("npm test");
  });

  it("keeps the exit status and the human output", () => {
    expect(ran.evidence.end).toEqual({ kind: "exited", exitCode: 9 });
    expect(ran.evidence.stdout).toContain("9 failing");
  });

  it("lists every red case and hook", () => {
    expect(failedIds(ran.cases).toSorted()).toEqual(
      [
        "mocha:test/cases.test.js::adds",
        "mocha:test/cases.test.js::reads deep",
        'mocha:test/cases.test.js::outer (a|b) > inner > it\'s "quoted" $HOME `id` [1] \\d',
        "mocha:test/cases.test.js::outer (a|b) > inner > twice#2",
        "mocha:test/cases.test.js::outer (a|b) > throws text",
        'mocha:test/cases.test.js::set-up breaks > "before all" hook for "never runs"',
        "mocha:test/cases.test.js::slow",
        "mocha:test/cases.test.js::doubles 2",
        "mocha:test/cases.test.js::fails late",
      ].toSorted(),
    );
    expect(ran.cases.filter((result) => result.status === "skipped").map((result) => result.name.titlePath.at(-1))).toEqual(["skipped", "later"]);
    expect(ran.cases.filter((result) => result.status === "passed")).toHaveLength(3);
  });

  it("tells both values, the class, and the frame inside the product first", () => {
    expect(byReportedId(ran.cases, "reads deep").failure).toMatchObject({
      type: "TypeError",
      frames: [
        { file: "src/calc.js", line: 5, function: "depth" },
        { file: "test/cases.test.js", line: 5 },
      ],
    });
    expect(ran.cases.find((result) => result.id === "mocha:test/cases.test.js::adds")?.failure).toMatchObject({
      type: "AssertionError",
      expected: "3",
      actual: "-1",
      frames: [{ file: "test/cases.test.js", line: 4 }],
    });
    expect(byReportedId(ran.cases, 'set-up breaks "before all" hook for "never runs"')).toMatchObject({ kind: "hook", failure: { message: "no database" } });
  });
});

describe("a rerun of single Mocha cases", () => {
  it.each(["npm test", "npm run unit", "npx mocha -R dot"])("runs just the named cases under `%s`", async (command) => {
    const { cases } = await session.rerun(command, [
      { file: "test/cases.test.js", titlePath: ["adds"] },
      { file: "test/cases.test.js", titlePath: ["outer (a|b)", "inner", 'it\'s "quoted" $HOME `id` [1] \\d'] },
      { file: "test/cases.test.js", titlePath: ["doubles 2"] },
    ]);
    expect(cases.map((result) => result.id).toSorted()).toEqual(
      [
        "mocha:test/cases.test.js::adds",
        'mocha:test/cases.test.js::outer (a|b) > inner > it\'s "quoted" $HOME `id` [1] \\d',
        "mocha:test/cases.test.js::doubles 2",
      ].toSorted(),
    );
  });

  it("reaches a hook through the tests of its suite", async () => {
    const { cases } = await session.rerun("npm test", [{ file: "test/cases.test.js", titlePath: ["set-up breaks", '"before all" hook for "never runs"'] }]);
    expect(cases.map((result) => result.kind)).toEqual(["hook"]);
  });
});

describe("a canary for Mocha", () => {
  it.each(["npm test", "npm run unit"])("is picked up by `%s` and seen failing with its value", async (command) => {
    const green = new RunnerSession(mochaRunner, javascriptProject({ ...TREE, "test/cases.test.js": 'it("x", () => {});\n' }));
    const seen = await green.canary(command, "value-7712");
    green.project.remove();
    expect(seen?.failure?.message).toContain("value-7712");
  });
});

describe("other ways a command meets Mocha", () => {
  it.each(["npx mocha", "nyc mocha --require ts-node/register 'test/**/*.ts'", "node --enable-source-maps node_modules/mocha/bin/mocha.js", "npm run unit"])(
    "recognises `%s`",
    (command) => {
      expect(session.recognises(command)).toBe(true);
    },
  );

  it.each(["node --test", "cypress run", "vitest"])("leaves `%s` alone", (command) => {
    expect(session.recognises(command)).toBe(false);
  });
});
