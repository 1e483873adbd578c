import { describe, expect, it } from "vitest";
import { splitArguments } from "../../../../../src/checks/runners/javascript/find.js";
import { isJavascriptTestMaterial } from "../../../../../src/checks/runners/javascript/material.js";
import { inSequence } from "../../../../../src/checks/runners/javascript/sequence.js";
import { groupCases } from "../../../../../src/checks/runners/javascript/title-pattern.js";
import { nodeSelection } from "../../../../../src/checks/runners/node-test/selection.js";
import { recogniseRunner, runnerByName } from "../../../../../src/checks/runners/registry.js";
import type { CaseName } from "../../../../../src/domain/case.js";
import { fileViewOf } from "../../../../support/javascript-project.js";

const RIG = { root: "/srv/app", tools: "/box/tools", out: "/box/out" };

function view(texts: Readonly<Record<string, string>>) {
  return fileViewOf(new Map(Object.entries(texts)));
}

function name(file: string, ...titlePath: readonly string[]): CaseName {
  return { runner: "vitest", file, titlePath };
}

describe("what no patch may touch in a JavaScript project", () => {
  const files = view({
    "package.json": '{"mocha":{"require":"./hooks/register.js"}}',
    "vitest.config.ts": 'export default { test: { setupFiles: ["./support/prepare.ts"], globalSetup: "./support/global.ts" } };',
    "checks/odd-name.js": 'import test from "node:test";\ntest("x", () => {});\n',
    "src/globals.js": 'describe("x", () => {});\n',
    "src/test-runner.ts": "export const a = 1;\n",
    "src/contest.js": "export function it(x) { return x; }\n",
  });

  it.each([
    "src/a.test.ts",
    "src/a.spec.jsx",
    "test/helper.js",
    "src/__tests__/a.js",
    "src/__snapshots__/a.test.ts.snap",
    "src/__mocks__/fs.js",
    "package.json",
    "packages/a/package.json",
    "vitest.config.ts",
    "jest.config.cjs",
    ".mocharc.yml",
    "tsconfig.build.json",
    "babel.config.js",
    "hooks/register.js",
    "support/prepare.ts",
    "support/global.ts",
    "checks/odd-name.js",
    "src/globals.js",
  ])("%s", (path) => {
    expect(isJavascriptTestMaterial(path, files)).toBe(true);
  });

  it.each(["src/contest.js", "src/index.ts", "src/latest.js", "lib/protest.mjs", "src/attest/sign.ts"])("but %s may be repaired", (path) => {
    expect(isJavascriptTestMaterial(path, files)).toBe(false);
  });
});

describe("selections", () => {
  it("keep whole files and single cases in commands of their own", () => {
    expect(groupCases([name("a.test.ts"), name("b.test.ts", "s", "t.x"), name("a.test.ts", "inside a whole file")], { separator: " " })).toEqual([
      { files: ["a.test.ts"], pattern: undefined },
      { files: ["b.test.ts"], pattern: "^(?:s t\\.x)$" },
    ]);
  });

  it("reach a hook through any test of its suite", () => {
    const pattern = groupCases([name("a.test.ts", "suite", "[hook]")], { separator: " " })[0]?.pattern ?? "";
    expect(new RegExp(pattern).test("suite some test")).toBe(true);
    expect(new RegExp(pattern).test("other suite some test")).toBe(false);
  });

  it.each(["a+b (c) [d] {e} ^f$ g|h i.j k*l m? \\n /o/", "line\nbreak", "it's"])("match a title of any characters and nothing else: %s", (title) => {
    const pattern = new RegExp(groupCases([name("a.test.ts", title)], { separator: " " })[0]?.pattern ?? "");
    expect(pattern.test(title)).toBe(true);
    expect(pattern.test(`${title}x`)).toBe(false);
  });

  it("of node:test select the parent of a subtest, which exists only while its parent runs", () => {
    const text = 'test("parent", async (t) => {\n  await t.test("child", () => {});\n});\ndescribe("suite", () => {});\n';
    expect(nodeSelection([name("a.js", "parent", "child")], () => text).patterns).toEqual(["^parent$"]);
    expect(nodeSelection([name("a.js", "suite", "child")], () => text).patterns).toEqual(["^suite child$"]);
  });

  it("of node:test do without patterns when a whole file is wanted", () => {
    expect(nodeSelection([name("a.js"), name("b.js", "x")], () => "")).toEqual({ files: ["a.js", "b.js"], patterns: [] });
  });
});

describe("commands", () => {
  it("are split into options with their values and files", () => {
    const rules = { valued: new Set(["--import", "-t"]), dropped: new Set(["-t", "--watch"]) };
    expect(splitArguments(["--import", "tsx", "-t", "x", "a.js", "--watch", "--bail=2", "--", "-b.js"], rules)).toEqual({
      options: ["--import", "tsx", "--bail=2"],
      positionals: ["a.js", "-b.js"],
    });
  });

  it("in sequence all run, and the first red status is the line's", () => {
    expect(
      inSequence([
        { command: "a", directory: "d" },
        { command: "b", directory: "d" },
      ]),
    ).toEqual({
      command: "( a ) || heal_status=$" + "{heal_status:-$?}; ( b ) || heal_status=$" + "{heal_status:-$?}; exit $" + "{heal_status:-0}",
      directory: "d",
    });
  });

  it.each([
    ["vitest", "npm --workspace packages/a test", "packages/a"],
    ["jest", "cd packages/b && npx jest", "packages/b"],
    ["mocha", "pnpm --filter ./packages/c test", "packages/c"],
    ["node:test", "npm test", ""],
    ["jest", "pnpm jest --ci", ""],
    ["vitest", "yarn vitest", ""],
  ])("of a workspace are recognised with their folder: %s by `%s`", (runner, command, directory) => {
    const files = view({
      "package.json": '{"scripts":{"test":"npm run build && node --test","build":"tsc"}}',
      "packages/a/package.json": '{"name":"a","scripts":{"test":"vitest run"}}',
      "packages/b/package.json": '{"name":"b"}',
      "packages/c/package.json": '{"name":"c","scripts":{"test":"mocha"}}',
    });
    expect(recogniseRunner({ name: "check-1", command, kind: "test", directory: "" }, files)).toMatchObject({ runner, directory });
  });

  it.each([
    ["react-scripts test", "--watchAll=false"],
    ["jest --watch", "--watchAll=false"],
    ["vitest", "--run"],
  ])("that would wait for changes are told not to: %s", (command, option) => {
    const files = view({ "package.json": "{}" });
    const match = recogniseRunner({ name: "check-1", command, kind: "test", directory: "" }, files);
    const reported = match === undefined ? undefined : runnerByName(match.runner)?.withReport(match, RIG, files);
    expect(reported?.command).toContain(option);
  });
});
