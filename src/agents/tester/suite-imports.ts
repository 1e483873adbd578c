import type { RunnerName } from "../../domain/case.js";
import { moduleKind, type TestGround } from "./suite-place.js";

/** A module of a runner, or one that its tests assert with. */
interface FrameworkModule {
  readonly module: string;
  /** Spellings of the module in an import. */
  readonly spelt: RegExp;
  /** Names that come from it. */
  readonly names: readonly string[];
  readonly form: "named" | "whole";
  /** Shown in the form a Tester is asked for: these names; none = only some tests need the module. */
  readonly shown: readonly string[];
}

const hooks = ["before", "after", "beforeEach", "afterEach"];
const assert: FrameworkModule = {
  module: "node:assert/strict",
  spelt: /["'](?:node:)?assert(?:\/strict)?["']/,
  names: ["assert"],
  form: "whole",
  shown: ["assert"],
};
const modules: Readonly<Partial<Record<RunnerName, readonly FrameworkModule[]>>> = {
  "node:test": [
    { module: "node:test", spelt: /["']node:test["']/, names: ["test", "describe", "it", "suite", ...hooks], form: "named", shown: ["test"] },
    assert,
  ],
  vitest: [
    {
      module: "vitest",
      spelt: /["']vitest["']/,
      names: ["describe", "expect", "it", "test", "vi", "beforeAll", "afterAll", "beforeEach", "afterEach"],
      form: "named",
      shown: ["describe", "expect", "it"],
    },
  ],
  mocha: [assert],
  unittest: [{ module: "unittest", spelt: /^[ \t]*(?:import|from)[ \t][^\n]*\bunittest\b/m, names: ["unittest"], form: "whole", shown: ["unittest"] }],
  pytest: [{ module: "pytest", spelt: /^[ \t]*(?:import|from)[ \t][^\n]*\bpytest\b/m, names: ["pytest"], form: "whole", shown: [] }],
};

/** What every test file of the runner begins with. */
export function frameworkImports({ runner, files }: Pick<TestGround, "runner" | "files">, path: string): string[] {
  const style = styleOf(runner, moduleKind(files, path));
  return (modules[runner] ?? []).filter(({ shown }) => shown.length > 0).map((one) => importLine(one, one.shown, style));
}

/** The text with the imports of its framework that it forgot. Nothing that it says is changed: without them no case could run. */
export function withFrameworkImports(text: string, { runner, files }: Pick<TestGround, "runner" | "files">, path: string): string {
  const style = styleOf(runner, kindOf(text) ?? moduleKind(files, path));
  const lines = (modules[runner] ?? []).flatMap((one) => {
    const used = one.names.filter((name) => isUsed(text, name) && !isDeclared(text, name));
    return used.length === 0 || one.spelt.test(text) ? [] : [importLine(one, used, style)];
  });
  if (lines.length === 0) return text;
  const at = importPlace(text);
  return `${text.slice(0, at)}${lines.join("\n")}\n${text.slice(at)}`;
}

/** Before the first import, and behind what has to be first in a file: a line for the shell, `"use strict"`, Python's `__future__`. */
function importPlace(text: string): number {
  const opening = /^(?:#![^\n]*\n)?(?:\s*["']use strict["'];?[ \t]*\n)?/.exec(text)?.[0].length ?? 0;
  const future = [...text.matchAll(/^from[ \t]+__future__[ \t]+import[ \t]*(?:\([^)]*\)|[^\n]*)\n/gm)].at(-1);
  const first = /^(?:import\b|from[ \t]+(?!__future__)[\w.]+[ \t]+import\b|const\b.*\brequire\()/m.exec(text)?.index ?? 0;
  return Math.max(opening, first, future === undefined ? 0 : future.index + future[0].length);
}

type Style = "python" | "module" | "commonjs";

function styleOf(runner: RunnerName, kind: "module" | "commonjs"): Style {
  return runner === "pytest" || runner === "unittest" ? "python" : kind;
}

/** How the file itself imports. */
function kindOf(text: string): "module" | "commonjs" | undefined {
  if (/^[ \t]*import\b(?!\s*\()/m.test(text)) return "module";
  return /\brequire\(/.test(text) ? "commonjs" : undefined;
}

function importLine({ module, form }: FrameworkModule, names: readonly string[], style: Style): string {
  if (style === "python") return `import ${module}`;
  const taken = form === "whole" ? names.join("") : `{ ${names.join(", ")} }`;
  return style === "module" ? `import ${taken} from "${module}";` : `const ${taken} = require("${module}");`;
}

function isUsed(text: string, name: string): boolean {
  return new RegExp(`(?<![\\w$.])${name}[ \\t]*[(.]`).test(text);
}

function isDeclared(text: string, name: string): boolean {
  return new RegExp(`^[ \\t]*(?:(?:const|let|var|import)\\b[^=;\\n]*|(?:async[ \\t]+)?(?:function\\s*\\*?|def|class)[ \\t]+)\\b${name}\\b`, "m").test(text);
}
