import { describe, expect, it } from "vitest";
import { findInvocations } from "../../../../src/checks/runners/command/invocation.js";
import { rewrite, rewriteAlone } from "../../../../src/checks/runners/command/rewrite.js";
import type { FileView } from "../../../../src/domain/file-view.js";

function view(files: Readonly<Record<string, string>>): FileView {
  return {
    paths: () => Object.keys(files).sort(),
    has: (path) => path in files,
    read: (path) => (files[path] === undefined ? undefined : { text: files[path], encoding: "utf8" }),
  };
}

function found(command: string, files: Readonly<Record<string, string>> = {}) {
  return findInvocations({ name: "c", command, kind: "test", directory: "" }, view(files));
}

function programs(command: string, files: Readonly<Record<string, string>> = {}): string[] {
  return found(command, files).map((one) => [one.program, ...one.arguments.map((word) => word.text)].join(" "));
}

describe("the programs behind a command", () => {
  it.each([
    ["pytest -q 'a b'", ["pytest -q a b"]],
    ["python3.11 -X dev -m pytest tests", ["pytest tests"]],
    [".venv/bin/python -m pytest", ["pytest"]],
    ["coverage run --source=x -m pytest -q", ["pytest -q"]],
    ["python -m coverage run -m unittest discover", ["unittest discover"]],
    ["poetry run pytest", ["pytest"]],
    ["uv run --with x pytest -q", ["pytest -q"]],
    ["env A=1 timeout -k 5 60 pytest", ["pytest"]],
    ["npx --yes jest --ci", ["jest --ci"]],
    ["pnpm exec vitest run", ["vitest run"]],
    ["node --experimental-vm-modules node_modules/.bin/jest --ci", ["jest --ci"]],
    ["node --test test/", ["node --test test/"]],
    ["cd pkg && pytest > log 2>&1 || true", ["pytest", "true"]],
    ["if true; then pytest; fi", ["true", "pytest"]],
    ["bash -ec 'cd x; pytest -q'", ["pytest -q"]],
  ])("%s", (command, expected) => {
    expect(programs(command)).toEqual(expected);
  });

  it("are found through package scripts, with the arguments handed on", () => {
    const files = { "package.json": '{"scripts":{"pretest":"tsc","test":"npm run unit -- --ci","unit":"jest"}}' };
    expect(programs("npm test -- --silent", files)).toEqual(["jest --ci --silent"]);
  });

  it("are found in workspaces and other folders", () => {
    const files = { "package.json": "{}", "packages/a/package.json": '{"name":"@x/a","scripts":{"test":"vitest run"}}' };
    expect(found("npm test -w @x/a", files).map((one) => [one.program, one.directory])).toEqual([["vitest", "packages/a"]]);
    expect(found("cd packages/a && yarn test", files).map((one) => [one.program, one.directory])).toEqual([["vitest", "packages/a"]]);
  });

  it("are found through a Makefile's variables and prerequisites", () => {
    const files = { Makefile: "PYTEST = python -m pytest\ntest: lint\n\t@$(PYTEST) -q\nlint:\n\tflake8 src\n" };
    expect(programs("make test", files)).toEqual(["flake8 src", "pytest -q"]);
  });

  it("keep the variables that were set on the way", () => {
    expect(found("export A=1; B=2 cross-env C=3 pytest")[0]?.environment).toEqual({ A: "1", B: "2", C: "3" });
  });
});

describe("a command with one program changed", () => {
  it("keeps everything around it", () => {
    const [only] = found("cd x && pytest -q tests 2>&1 | tee log");
    if (only === undefined) throw new Error("nothing found");
    expect(rewrite(only, { args: ["-q", "a b"] }, "").command).toBe("cd x && pytest -q 'a b' 2>&1 | tee log");
  });

  it("runs a package script in place, with its binaries on the PATH", () => {
    const [only] = found("CI=1 npm test", { "package.json": '{"scripts":{"pretest":"tsc","test":"jest --ci"}}' });
    if (only === undefined) throw new Error("nothing found");
    expect(rewrite(only, { append: ["--json"] }, "").command).toBe('(export CI=1 && export PATH="$PWD/node_modules/.bin:$PATH" && tsc && jest --ci --json)');
  });

  it("alone leaves out linters beside it and what follows, and keeps builds", () => {
    const only = found("eslint . && tsc -p . && mocha dist && codecov").find((one) => one.program === "mocha");
    if (only === undefined) throw new Error("nothing found");
    expect(rewriteAlone(only, { args: ["dist/a.js"] }).command).toBe(": && tsc -p . && mocha dist/a.js");
  });

  it("puts a folder before the path list the command sets itself", () => {
    const [own] = found("PYTHONPATH=src pytest");
    const [none] = found("pytest");
    if (own === undefined || none === undefined) throw new Error("nothing found");
    expect(rewrite(own, { prependPaths: { PYTHONPATH: "/t" } }, "").command).toBe("PYTHONPATH=/t:src pytest");
    expect(rewrite(none, { prependPaths: { PYTHONPATH: "/t" } }, "").command).toBe('PYTHONPATH=/t"${PYTHONPATH:+:$PYTHONPATH}" pytest');
  });
});
