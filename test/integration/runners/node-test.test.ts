import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { nodeTestRunner } from "../../../src/checks/runners/node-test/node-test.js";
import type { RunnerMatch } from "../../../src/checks/runners/runner.js";
import type { CaseResult } from "../../../src/domain/case.js";
import type { Check } from "../../../src/domain/check.js";
import { nodeTestReader } from "../../../src/evidence/readers/node-test/node-test.js";
import type { RunEvidence } from "../../../src/evidence/run-evidence.js";
import { type JavascriptProject, javascriptProject } from "../../support/javascript-project.js";

const CASES = `
import test, { before, beforeEach, after, describe, it } from "node:test";
import assert from "node:assert/strict";
import { add, depth } from "../src/calc.js";
test("adds", () => { assert.equal(add(1, 2), 3); });
test("reads deep", () => { depth({}); });
describe("outer (a|b)", () => {
  describe("inner", () => {
    it("it's \\"quoted\\" $HOME \`id\` [1] \\\\d", () => { assert.deepEqual({ a: [1, 2] }, { a: [1, 3] }); });
    it("twice", () => {});
    it("twice", () => { throw new TypeError("second of two"); });
  });
  it.skip("skipped", () => {});
  it.todo("later", () => { throw new Error("not yet"); });
  it("throws text", () => { throw "just text"; });
});
describe("set-up breaks", () => { before(() => { throw new Error("no database"); }); it("never runs", () => {}); });
describe("each breaks", () => { beforeEach(() => { throw new Error("no row"); }); it("red", () => {}); });
describe("tear-down breaks", () => { after(() => { throw new Error("cannot close"); }); it("fine", () => {}); });
test("parent", async (t) => { await t.test("one", () => {}); await t.test("two", () => { assert.ok(false, "second is wrong"); }); });
test("slow", { timeout: 50 }, async () => { await new Promise((done) => setTimeout(done, 500)); });
for (const [given, wanted] of [[1, 2], [2, 5]]) test(\`doubles \${given}\`, () => { assert.equal(given * 2, wanted); });
`;

const project: JavascriptProject = javascriptProject({
  "package.json": JSON.stringify({ type: "module", scripts: { test: "node --test", unit: 'echo first && node --test "test/**/*.test.js"' } }),
  "src/calc.js": "export function add(a, b) {\n  return a - b;\n}\nexport function depth(x) {\n  return x.y.z;\n}\n",
  "test/cases.test.js": CASES,
  "test/load.test.js": 'import { absent } from "../src/calc.js";\nimport test from "node:test";\ntest("x", () => absent());\n',
  "test/green.test.js": 'import test from "node:test";\ntest("adds", () => {});\n',
});
afterAll(() => project.remove());

function check(command: string): Check {
  return { name: "check-1", command, kind: "test", directory: "" };
}

function matchOf(command: string): RunnerMatch {
  const match = nodeTestRunner.recognise(check(command), project.files);
  if (match === undefined) throw new Error(`not recognised: ${command}`);
  return match;
}

function casesOf(evidence: RunEvidence): readonly CaseResult[] {
  return Object.values(evidence.reports).flatMap((text) => nodeTestReader.read(text, evidence)?.cases ?? []);
}

function find(cases: readonly CaseResult[], reportedId: string): CaseResult {
  const found = cases.find((result) => result.reportedId === reportedId);
  if (found === undefined) throw new Error(`no case ${reportedId} in ${cases.map((result) => result.reportedId).join(", ")}`);
  return found;
}

describe("a node:test suite with its report switched on from outside", () => {
  let cases: readonly CaseResult[] = [];
  let evidence: RunEvidence;
  beforeAll(async () => {
    evidence = await project.run("node:test", nodeTestRunner.withReport(matchOf("npm test"), project.rig, project.files));
    cases = casesOf(evidence);
  });

  it("keeps the exit status and the human output", () => {
    expect(evidence.end).toEqual({ kind: "exited", exitCode: 1 });
    expect(evidence.stdout).toContain("failing tests");
  });

  it("lists every leaf once and no parent that is red only because of a child", () => {
    const failed = cases.filter((result) => result.status === "failed").map((result) => result.id);
    expect(failed.toSorted()).toEqual(
      [
        "node:test:test/cases.test.js::adds",
        "node:test:test/cases.test.js::reads deep",
        'node:test:test/cases.test.js::outer (a|b) > inner > it\'s "quoted" $HOME `id` [1] \\d',
        "node:test:test/cases.test.js::outer (a|b) > inner > twice#2",
        "node:test:test/cases.test.js::outer (a|b) > throws text",
        "node:test:test/cases.test.js::set-up breaks > never runs",
        "node:test:test/cases.test.js::each breaks > red",
        "node:test:test/cases.test.js::tear-down breaks > [hook]",
        "node:test:test/cases.test.js::parent > two",
        "node:test:test/cases.test.js::slow",
        "node:test:test/cases.test.js::doubles 2",
        "node:test:test/load.test.js",
      ].toSorted(),
    );
    expect(cases.filter((result) => result.status === "skipped").map((result) => result.name.titlePath.at(-1))).toEqual(["skipped"]);
    expect(cases.filter((result) => result.status === "passed")).toHaveLength(5);
  });

  it("tells expected and actual values, the class, and the frame inside the product first", () => {
    expect(find(cases, "adds").failure).toMatchObject({ type: "AssertionError", expected: "3", actual: "-1", frames: [{ file: "test/cases.test.js" }] });
    expect(find(cases, "reads deep").failure).toMatchObject({
      type: "TypeError",
      frames: [{ file: "src/calc.js", line: 5, function: "depth" }, { file: "test/cases.test.js" }],
    });
    expect(find(cases, "outer (a|b) > throws text").failure?.message).toBe("just text");
    expect(find(cases, "slow").failure?.type).toBe("testTimeoutFailure");
  });

  it("gives a hook's error to the test it kept from running", () => {
    expect(find(cases, "set-up breaks > never runs").failure?.message).toBe("no database");
    expect(find(cases, "tear-down breaks > [hook]")).toMatchObject({ kind: "hook", failure: { message: "cannot close" } });
  });

  it("says why a file could not be loaded", () => {
    expect(find(cases, "test/load.test.js")).toMatchObject({
      kind: "load",
      failure: {
        type: "SyntaxError",
        message: "The requested module '../src/calc.js' does not provide an export named 'absent'",
        frames: [{ file: "test/load.test.js", line: 1 }],
      },
    });
  });
});

describe("a rerun of single node:test cases", () => {
  const cases = [
    { file: "test/cases.test.js", titlePath: ["adds"] },
    { file: "test/cases.test.js", titlePath: ["outer (a|b)", "inner", 'it\'s "quoted" $HOME `id` [1] \\d'] },
    { file: "test/cases.test.js", titlePath: ["doubles 2"] },
  ].map((name) => ({ runner: "node:test" as const, ...name }));

  it.each(["npm test", "npm run unit", "node --test --test-reporter=dot", "NODE_OPTIONS=--no-warnings node --test test/*.test.js"])(
    "runs just the named cases under `%s`",
    async (command) => {
      const rerun = nodeTestRunner.rerunOnly(matchOf(command), cases, { rig: project.rig, files: project.files });
      const evidence = await project.run("node:test", rerun ?? matchCommandMissing());
      expect(casesOf(evidence).map((result) => [result.reportedId, result.status])).toEqual([
        ["adds", "failed"],
        ['outer (a|b) > inner > it\'s "quoted" $HOME `id` [1] \\d', "failed"],
        ["doubles 2", "failed"],
      ]);
    },
  );

  it("reaches a subtest through the test that makes it", async () => {
    const rerun = nodeTestRunner.rerunOnly(matchOf("npm test"), [{ runner: "node:test", file: "test/cases.test.js", titlePath: ["parent", "two"] }], {
      rig: project.rig,
      files: project.files,
    });
    const evidence = await project.run("node:test", rerun ?? matchCommandMissing());
    expect(find(casesOf(evidence), "parent > two").failure?.message).toBe("second is wrong");
  });

  it("runs a file that could not be loaded alone", async () => {
    const rerun = nodeTestRunner.rerunOnly(matchOf("npm test"), [{ runner: "node:test", file: "test/load.test.js", titlePath: [] }], {
      rig: project.rig,
      files: project.files,
    });
    const evidence = await project.run("node:test", rerun ?? matchCommandMissing());
    expect(casesOf(evidence).map((result) => result.id)).toEqual(["node:test:test/load.test.js"]);
  });
});

describe("a canary for node:test", () => {
  it.each(["npm test", "npm run unit"])("is picked up by `%s` and seen failing with its value", async (command) => {
    const canary = nodeTestRunner.canary(matchOf(command), project.files, { token: "k3v9", value: "value-7712" });
    if (canary === undefined) throw new Error("no place for a canary");
    const copy = javascriptProject({
      ...Object.fromEntries(project.files.paths().map((path) => [path, project.files.read(path)?.text ?? ""])),
      [canary.path]: canary.text,
    });
    const evidence = await copy.run("node:test", nodeTestRunner.withReport(matchOf(command), copy.rig, copy.files));
    copy.remove();
    const seen = casesOf(evidence).find((result) => result.name.titlePath.join() === canary.name.titlePath.join() && result.name.file === canary.name.file);
    expect(seen?.failure?.message).toContain("value-7712");
  });
});

describe("other ways a command meets node's runner", () => {
  it.each(["node --test", "npx tsx --test src", "npm run unit", "node --import tsx --test test/*.ts", "c8 node --test"])("recognises `%s`", (command) => {
    expect(nodeTestRunner.recognise(check(command), project.files)?.runner).toBe("node:test");
  });

  it.each(["node server.js", "npm run absent", "eslint .", "node --run test2"])("leaves `%s` alone", (command) => {
    expect(nodeTestRunner.recognise(check(command), project.files)).toBeUndefined();
  });

  it("adds its reporter beside the command's own", async () => {
    const evidence = await project.run(
      "node:test",
      nodeTestRunner.withReport(matchOf("node --test --test-reporter=tap test/green.test.js"), project.rig, project.files),
    );
    expect(evidence.stdout).toContain("TAP version 13");
    expect(casesOf(evidence).map((result) => result.id)).toEqual(["node:test:test/green.test.js::adds"]);
  });

  it("keeps NODE_OPTIONS that the command sets itself", async () => {
    const evidence = await project.run(
      "node:test",
      nodeTestRunner.withReport(matchOf("NODE_OPTIONS=--no-warnings node --test test/green.test.js"), project.rig, project.files),
    );
    expect(casesOf(evidence)).toHaveLength(1);
  });
});

function matchCommandMissing(): never {
  throw new Error("cannot be narrowed");
}
