import { describe, expect, test } from "vitest";
import { globMatcher } from "../../../src/acceptance/globs.js";
import { protectedPaths } from "../../../src/acceptance/protected-paths.js";

const paths = protectedPaths({
  isTestMaterial: (path) => path === "lib/odd-case.js",
  protect: ["vendor/**", "*.sql"],
  allow: ["tests/helpers/**", "action.yml", ".git/**", "vendor/ours.js"],
});

describe("no patch may touch", () => {
  test.each([
    "tests/test_a.py",
    "src/a.test.ts",
    "pkg/__tests__/a.js",
    "pkg/__snapshots__/a.snap",
    "fixtures/a.json",
    "conftest.py",
    "package.json",
    "packages/a/package.json",
    "package-lock.json",
    "pyproject.toml",
    "vitest.config.mts",
    ".mocharc.json",
    "tsconfig.build.json",
    ".github/workflows/ci.yml",
    ".GitHub/workflows/ci.yml",
    ".github/heal.yml",
    ".gitattributes",
    ".git/hooks/pre-commit",
    "sub/.git/config",
    "AGENTS.md",
    "docs/CLAUDE.md",
    ".cursorrules",
    ".cursor/rules/a.mdc",
    ".github/copilot-instructions.md",
    "sitecustomize.py",
    "node_modules/mocha/index.js",
    ".npmrc",
    ".env",
    "Makefile",
    "GNUmakefile",
    "build/rules.mk",
    "run_tests.sh",
    "scripts/check.BASH",
    "__pycache__/calc.cpython-311.pyc",
    "pkg/__pycache__/calc.cpython-311.pyc",
    "_speedups.cpython-311-x86_64-linux-gnu.so",
    "sitecustomize/__init__.py",
    ".venv/bin/pytest",
    "venv/lib/python3.11/site-packages/pytest/__init__.py",
    ".yarn/releases/yarn-4.cjs",
    ".pnp.cjs",
    "uv.lock",
    "lib/odd-case.js",
    "vendor/a.js",
    "db/schema.sql",
    "../outside.py",
    "/etc/passwd",
    "src/../tests/a.py",
    "src\\a.py",
    "",
  ])("%j", (path) => {
    expect(paths.isProtected(path)).toBe(true);
  });
});

describe("a patch may touch", () => {
  test.each([
    "src/a.py",
    "src/latest.js",
    "lib/contest.py",
    "src/testing/format.ts",
    "src/attest.ts",
    "src/specification.js",
    "lib/action.js",
    "tests/helpers/clock.py",
    "action.yml",
    "src/github/client.ts",
    "src/snapshot.ts",
    "src/node.py",
    "src/class/jar.js",
    "src/venv.py",
    "src/shell.py",
    "data.json",
    "README.md",
  ])("%j", (path) => {
    expect(paths.reasonFor(path)).toBeUndefined();
  });
});

test("exceptions do not reach version control, and a protected pattern wins over them", () => {
  expect(paths.reasonFor(".git/config")).toBe("version control metadata");
  expect(paths.reasonFor("vendor/ours.js")).toBe('protected by the setting "vendor/**"');
});

test("the reason names the kind of file", () => {
  expect(paths.reasonFor("yarn.lock")).toBe("a lock file");
  expect(paths.reasonFor("CLAUDE.md")).toBe("instructions for agents");
  expect(paths.reasonFor("lib/odd-case.js")).toBe("test material of the runner");
});

test.each([
  ["*.js", "a/b/c.js", true],
  ["/*.js", "a/c.js", false],
  ["src/*.js", "src/a.js", true],
  ["src/*.js", "src/a/b.js", false],
  ["src/**/*.js", "src/a.js", true],
  ["src/**/*.js", "src/a/b/c.js", true],
  ["src/", "src/a/b.js", true],
  ["build", "a/build", true],
  ["a.{ts,js}", "a.js", true],
  ["a?.js", "ab.js", true],
  ["a+b(1).js", "a+b(1).js", true],
  ["[id].js", "[id].js", true],
  ["a.js", "aXjs", false],
])("the pattern %s and %s: %s", (pattern, path, expected) => {
  expect(globMatcher(pattern)(path)).toBe(expected);
});
