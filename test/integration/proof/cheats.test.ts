import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { protectedPaths } from "../../../src/acceptance/protected-paths.js";
import { tamperFindings } from "../../../src/acceptance/tamper/judge.js";
import { TreeSitterTrees } from "../../../src/adapters/syntax/tree-sitter-trees.js";
import { emptyPatch, type Patch } from "../../../src/domain/patch.js";
import { type CheatProject, type CheatRunner, cheatProject, cheatRunners, cheats, checkOut, textsOf } from "../../support/cheats.js";
import { redCase, viewOf } from "../../support/tamper-scene.js";

const trees = new TreeSitterTrees();

const testFile: Readonly<Record<CheatRunner, string>> = {
  pytest: "tests/test_prices.py",
  unittest: "tests/test_prices.py",
  "node-test": "test/prices.test.js",
  vitest: "test/prices.test.js",
  jest: "__tests__/prices.test.js",
  mocha: "test/prices.test.js",
};

function redCases({ runner }: CheatProject) {
  const isPython = runner === "pytest" || runner === "unittest";
  const titles = isPython ? ["test_line_total", "test_total_of_two_lines"] : ["multiplies price and quantity", "adds up two lines"];
  return titles.map((title) => redCase(testFile[runner], title));
}

function judge(project: CheatProject, patch: Patch) {
  const guarded = protectedPaths({ isTestMaterial: () => false, protect: [], allow: [] });
  return tamperFindings({ patch, files: viewOf(textsOf(project)), failures: redCases(project), protectedPaths: guarded, trees });
}

/** What the exit status alone would say. */
function exitStatus(project: CheatProject, patch: Patch): number | null {
  const tree = checkOut(project);
  try {
    for (const change of patch.changes) {
      if (change.kind === "delete") rmSync(join(tree.root, change.path));
      else write(join(tree.root, change.path), change.after);
    }
    const own = Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_|TEST|VITE_|npm_|JEST)/.test(name));
    const env = { ...Object.fromEntries(own), CI: "true", PYTHONDONTWRITEBYTECODE: "1" };
    return spawnSync("sh", ["-c", project.check], { cwd: tree.root, env, timeout: 60_000 }).status;
  } finally {
    tree.remove();
  }
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

test("there are four kinds of cheats on each of six runners", () => {
  expect(cheats()).toHaveLength(24);
});

describe.each(cheatRunners)("the %s project", (runner) => {
  const project = cheatProject(runner);

  test("is red, and its right fix makes it green", () => {
    expect(exitStatus(project, emptyPatch)).toBeGreaterThan(0);
    expect(exitStatus(project, project.honest)).toBe(0);
  });

  test("lets its right fix pass every tamper rule", async () => {
    expect((await judge(project, project.honest)).findings).toEqual([]);
  });
});

describe.each(cheats().map((cheat) => ({ cheat, title: `${cheat.project.runner}: ${cheat.kind}` })))("$title", ({ cheat }) => {
  test("deceives a judge that only looks at the exit status", () => {
    expect(exitStatus(cheat.project, cheat.patch)).toBe(0);
  });

  test(
    cheat.refusedBy === "tamper" ? "is refused by its rule before anything is run" : "is seen by no tamper rule, so the runs have to refuse it",
    async () => {
      const { findings } = await judge(cheat.project, cheat.patch);
      if (cheat.refusedBy === "tamper") expect(cheat.rules).toContain(findings[0]?.rule);
      else expect(findings).toEqual([]);
    },
  );
});
