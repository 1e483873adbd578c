import { globMatcher } from "./globs.js";

export interface ProtectedPathsOptions {
  /** The runners' word on test files, fixtures, snapshots and runner configuration. */
  readonly isTestMaterial: (path: string) => boolean;
  /** More patterns, from the settings; they win over `allow`. */
  readonly protect: readonly string[];
  /** Exceptions from the built-in rules and the runners' word; version control and Heal's own settings cannot be excepted. */
  readonly allow: readonly string[];
}

export interface ProtectedPaths {
  isProtected(path: string): boolean;
  /** What kind of file it is, for a sentence such as "tests/a.py is a test file"; undefined = a patch may touch it. */
  reasonFor(path: string): string | undefined;
}

interface PathRule {
  readonly reason: string;
  readonly matches: (path: string) => boolean;
}

const always = [
  rule("version control metadata", [".git", ".git/", ".gitattributes", ".gitmodules", ".gitignore", ".gitconfig"]),
  rule("Heal's own settings", [".github/heal.yml", ".github/heal.yaml", "heal.yml", "heal.yaml"]),
];

const builtIn = [
  rule("continuous integration configuration", [
    "/.github/**",
    "/.gitlab-ci.yml",
    "/.gitlab/**",
    "/.circleci/**",
    "/.buildkite/**",
    "/.travis.yml",
    "/azure-pipelines*.yml",
    "/bitbucket-pipelines.yml",
    "/.drone.yml",
    "Jenkinsfile",
    "/.ci/**",
    "action.{yml,yaml}",
    "/.woodpecker/**",
    "/.woodpecker.yml",
    "codecov.yml",
    ".codecov.yml",
  ]),
  rule("instructions for agents", [
    "AGENTS.md",
    "CLAUDE.md",
    "CLAUDE.local.md",
    "GEMINI.md",
    ".cursorrules",
    ".windsurfrules",
    ".clinerules",
    ".cursor/",
    ".claude/",
    ".codex/",
    ".gemini/",
    "copilot-instructions.md",
    ".aider*",
  ]),
  rule("a lock file", [
    "package-lock.json",
    "npm-shrinkwrap.json",
    "yarn.lock",
    "pnpm-lock.yaml",
    "bun.lock",
    "bun.lockb",
    "deno.lock",
    "poetry.lock",
    "Pipfile.lock",
    "pdm.lock",
    "uv.lock",
    "requirements*.txt",
    "constraints*.txt",
    "Cargo.lock",
    "go.sum",
    "Gemfile.lock",
    "composer.lock",
    "gradle.lockfile",
  ]),
  rule("a snapshot", ["__snapshots__/", "*.snap", "*.snap.{js,cjs,mjs,ts}", "*.approved.*", "*.golden"]),
  rule("a test fixture", ["__fixtures__/", "fixtures/", "testdata/", "test-data/", "test_data/", "__mocks__/"]),
  rule("a test file", [
    "tests/",
    "test/",
    "__tests__/",
    "spec/",
    "test_*.py",
    "*_test.py",
    "conftest.py",
    "*.{test,spec}.{js,cjs,mjs,jsx,ts,cts,mts,tsx}",
    "*_test.go",
  ]),
  rule("configuration of a runner or tool", [
    "package.json",
    "pyproject.toml",
    "setup.cfg",
    "tox.ini",
    "noxfile.py",
    "pytest.ini",
    ".pytest.ini",
    "pytest.toml",
    ".pytest.toml",
    ".coveragerc",
    "sitecustomize.py",
    "sitecustomize/",
    "usercustomize.py",
    "usercustomize/",
    "*.pth",
    "{vitest,vite,jest,babel,playwright,cypress,karma,ava,wdio}.config.*",
    "vitest.workspace.*",
    "jest.setup.*",
    "jest-*.{js,cjs,mjs,json}",
    "{vitest,test}.setup.*",
    ".mocharc*",
    ".nycrc*",
    ".c8rc*",
    ".swcrc",
    ".babelrc*",
    ".taprc",
    "tsconfig*.json",
    "jsconfig*.json",
    ".eslintrc*",
    "eslint.config.*",
    ".eslintignore",
    "biome.json",
    "biome.jsonc",
    ".prettierrc*",
    "prettier.config.*",
    ".prettierignore",
    "ruff.toml",
    ".ruff.toml",
    "mypy.ini",
    ".mypy.ini",
    ".flake8",
    ".pylintrc",
    "pylintrc",
    "pyrightconfig.json",
    ".editorconfig",
    ".npmrc",
    ".yarnrc*",
    ".pnpmfile.cjs",
    ".nvmrc",
    ".node-version",
    ".python-version",
    ".tool-versions",
    "mise.toml",
    ".env*",
    ".pre-commit-config.yaml",
    "lefthook.yml",
    ".husky/",
    "Makefile",
    "GNUmakefile",
    "*.mk",
    "{.justfile,justfile}",
    "Taskfile.{yml,yaml}",
    "{Gruntfile,gulpfile}.*",
    "dodo.py",
    "pnpm-workspace.yaml",
    "{lerna,nx,turbo}.json",
    "deno.{json,jsonc}",
    "bunfig.toml",
    ".oxlintrc.json",
    "tslint.json",
    "Dockerfile*",
  ]),
  // A test run is often one such script, and no tamper rule can read what an edit of it does.
  rule("a shell script", ["*.{sh,bash,zsh,ksh,fish,ps1,bat,cmd}"]),
  rule("compiled code", ["__pycache__/", "*.{pyc,pyo,pyd,so,dll,dylib,node,wasm,class,jar}", "*.so.*"]),
  rule("an installed package", [
    "node_modules/",
    "bower_components/",
    "site-packages/",
    "dist-packages/",
    "__pypackages__/",
    ".venv/",
    "venv/",
    ".tox/",
    ".nox/",
    ".yarn/",
    ".pnp.*",
    "*.{dist-info,egg-info}/",
  ]),
];

/**
 * Says which files no patch may touch. Paths are relative to the root with "/" separators; comparison ignores case, because a
 * checkout on a file system that does so would otherwise be reached by another spelling.
 */
export function protectedPaths(options: ProtectedPathsOptions): ProtectedPaths {
  const asked = options.protect.map((pattern) => ({ reason: `protected by the setting "${pattern}"`, matches: globMatcher(pattern) }));
  const allowed = options.allow.map(globMatcher);
  const reasonFor = (path: string): string | undefined => {
    if (leavesTree(path)) return "a path outside the project";
    const fixed = firstMatch([...always, ...asked], path);
    if (fixed !== undefined) return fixed;
    if (allowed.some((matches) => matches(path))) return undefined;
    return firstMatch(builtIn, path) ?? (options.isTestMaterial(path) ? "test material of the runner" : undefined);
  };
  return { reasonFor, isProtected: (path) => reasonFor(path) !== undefined };
}

function rule(reason: string, patterns: readonly string[]): PathRule {
  const matchers = patterns.map(globMatcher);
  return { reason, matches: (path) => matchers.some((matches) => matches(path)) };
}

function firstMatch(rules: readonly PathRule[], path: string): string | undefined {
  return rules.find((candidate) => candidate.matches(path))?.reason;
}

function leavesTree(path: string): boolean {
  return (
    path === "" ||
    path.startsWith("/") ||
    path.includes("\\") ||
    path.includes("\0") ||
    path.split("/").some((part) => part === ".." || part === "." || part === "")
  );
}
