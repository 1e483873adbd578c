import { describe, expect, test } from "vitest";
import { protectedPaths } from "../../../../src/acceptance/protected-paths.js";
import { tamperFindings } from "../../../../src/acceptance/tamper/judge.js";
import { TreeSitterTrees } from "../../../../src/adapters/syntax/tree-sitter-trees.js";
import { type CaseResult, caseId } from "../../../../src/domain/case.js";
import { redCase, viewOf } from "../../../support/tamper-scene.js";

const trees = new TreeSitterTrees();
const name = { runner: "unknown", file: "", titlePath: ["check-1"] } as const;
const exit: CaseResult = { ...redCase("", "check-1"), id: caseId(name), name, kind: "run" };

async function rules(path: string, before: string, after: string, failure: CaseResult = exit): Promise<string[]> {
  const report = await tamperFindings({
    files: viewOf({ [path]: before }),
    trees,
    failures: [failure],
    protectedPaths: protectedPaths({ isTestMaterial: () => false, protect: [], allow: [] }),
    patch: { changes: [{ kind: "modify", path, before, after, encoding: "utf8" }] },
  });
  return report.findings.map(({ rule }) => rule);
}

const python = "from calc import total\nif total([2]) != 2:\n    raise SystemExit(3)\nassert total([]) == 0\n";
const script = 'import { total } from "./calc.js";\nif (total([2]) !== 2) throw new Error("wrong");\n';

describe("for a check judged by its exit status, a patch may not take away", () => {
  test.each([
    ["the raise at the end of the script", "check.py", python, python.replace("    raise SystemExit(3)\n", "    pass\n")],
    ["an assertion", "check.py", python, python.replace("assert total([]) == 0\n", "")],
    ["a throw", "check.js", script, 'import { total } from "./calc.js";\ntotal([2]);\n'],
  ])("%s", async (_, path, before, after) => {
    expect(await rules(path, before, after)).toEqual(["removed-check"]);
  });
});

test("an edited complaint is no removal", async () => {
  expect(await rules("check.py", python, python.replace("!= 2", "!= 3"))).toEqual([]);
});

test("a raise inside a function may be the fault itself", async () => {
  expect(await rules("app.py", "def f(x):\n    raise ValueError(x)\n", "def f(x):\n    return x\n")).toEqual([]);
});

test("where cases are reported, taking an assertion out of the code is left to them", async () => {
  expect(await rules("app.py", "def f(x):\n    assert x\n    return x\n", "def f(x):\n    return x\n", redCase("tests/test_a.py", "test_a"))).toEqual([]);
});
