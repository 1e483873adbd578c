import { posix } from "node:path";
import type { ModelMessage } from "../../domain/model-call.js";
import { fenced, fenceRule } from "../coder/model/text/fence.js";
import { isPlainName } from "../coder/model/text/plain-name.js";
import { headAndTail } from "../coder/model/text/tokens.js";
import { frameworkImports } from "./suite-imports.js";
import { existingTests, isPython, moduleKind, type TestGround, wordsOf } from "./suite-place.js";

export interface SuitePromptParts {
  readonly ground: TestGround;
  readonly task: string;
  readonly suggested: string;
  readonly fence: string;
  /** `lean`: the description alone, for a model with little room. */
  readonly size: "whole" | "lean";
}

export interface SuitePrompt {
  readonly messages: readonly ModelMessage[];
  /** Files whose text the messages hold. */
  readonly files: readonly string[];
}

const mostPaths = 150;
const mostSources = 3;
const bytes = { task: 16_000, example: 6_000, source: 6_000 };

export function suitePrompt(parts: SuitePromptParts): SuitePrompt {
  const { ground, task, fence } = parts;
  const [example] = parts.size === "whole" ? existingTests(ground, task) : [];
  const sources = parts.size === "whole" ? sourcesFor(ground, task, example) : [];
  const shown = (path: string, most: number): string => fenced(headAndTail(ground.files.read(path)?.text ?? "", most), { names: [path] }, fence);
  const content = [
    "The description of what is wanted:",
    fenced(headAndTail(task, bytes.task), "description", fence),
    ...paths(parts),
    ...(example === undefined ? [] : ["A test file of the project; write in its style and import in its form:", shown(example, bytes.example)]),
    ...(sources.length === 0 ? [] : ["Files of the project it may be about:", ...sources.map((path) => shown(path, bytes.source))]),
    ...rules(parts),
  ].join("\n");
  const system = `You write tests before the code exists; they decide later whether the code is right. ${fenceRule(fence)}`;
  return {
    messages: [
      { role: "system", content: system },
      { role: "user", content },
    ],
    files: [...(example === undefined ? [] : [example]), ...sources],
  };
}

function paths({ ground, fence, size }: SuitePromptParts): string[] {
  const all = ground.files.paths();
  if (all.length === 0) return ["The project holds no file yet."];
  const shown = all.slice(0, size === "whole" ? mostPaths : 30);
  const more = all.length > shown.length ? [`... and ${all.length - shown.length} more`] : [];
  return ["Files of the project:", fenced([...shown, ...more].join("\n"), "paths", fence)];
}

/** Named in the description by path or stem, or holding a name it speaks of, or imported by the example. */
function sourcesFor(ground: TestGround, task: string, example: string | undefined): string[] {
  const words = wordsOf(task);
  const imported = example === undefined ? "" : (ground.files.read(example)?.text ?? "").split("\n").slice(0, 40).join("\n");
  const extension = isPython(ground) ? /\.py$/ : /\.[cm]?[jt]sx?$/;
  const scored = ground.files
    .paths()
    .filter((path) => extension.test(path) && !ground.isTestMaterial(path))
    .map((path) => ({ path, score: sourceScore(ground, path, { words, task, imported }) }))
    .filter(({ score }) => score > 0);
  return scored
    .sort((one, other) => other.score - one.score)
    .slice(0, mostSources)
    .map(({ path }) => path);
}

interface Clues {
  readonly words: ReadonlySet<string>;
  readonly task: string;
  readonly imported: string;
}

function sourceScore({ files }: TestGround, path: string, { words, task, imported }: Clues): number {
  const stem = posix.basename(path).replace(/\.\w+$/, "");
  const text = files.read(path)?.text ?? "";
  const defines = [...text.matchAll(/\b(?:def|class|function|const)\s+([A-Za-z_$][\w$]*)/g)].some(([, name]) => words.has((name ?? "").toLowerCase()));
  const named = task.includes(path) ? 8 : words.has(stem.toLowerCase()) ? 4 : 0;
  return named + (defines ? 2 : 0) + (new RegExp(`\\b${stem.replace(/\W/g, "\\$&")}\\b`).test(imported) ? 1 : 0);
}

function rules(parts: SuitePromptParts): string[] {
  const { ground, suggested, task, fence } = parts;
  const language = isPython(ground) ? "python" : /\.[cm]?tsx?$/.test(suggested) ? "typescript" : "javascript";
  return [
    `Write the tests for it as one new file for ${ground.runner}; they are run by this command:`,
    fenced(ground.command, "command", fence),
    `- ${framework(ground, suggested)}`,
    "- One case for each behaviour the description states, then its edge cases: empty, one, many, limits, wrong input where it says what happens then.",
    "- Expected values follow from the description alone. Where it tells of a bug, at least one case fails because of that bug now.",
    "- Use only the standard library and what the project has. No network, clock, randomness, skipped cases. Spell invisible characters as escapes.",
    "- The test file imports what it tests, also while that file is not there yet. Do not define it in the test file, and do not change files that exist.",
    ...(isPlainName(suggested) ? [] : ["The path of the test file, word for word:", fenced(suggested, "path", fence)]),
    "Answer in exactly this form:",
    "Explanation: <one or two sentences: what the cases cover>",
    `Code: ${codePath(task, ground) ?? "<path of the file the code is expected in>"}`,
    `File: ${isPlainName(suggested) ? suggested : "<path of the test file>"}`,
    `\`\`\`${language}\n${[...frameworkImports(ground, suggested), firstLine(parts)].join("\n")}\n...\n\`\`\``,
  ];
}

/** A file of the runner's language that the description names. */
function codePath(task: string, ground: TestGround): string | undefined {
  const path = isPython(ground) ? /(?<![\w/.])((?:[\w-]+\/)*[\w-]+\.py)\b/ : /(?<![\w/.])((?:[\w-]+\/)*[\w.-]+\.[cm]?[jt]sx?)\b/;
  return path.exec(task)?.[1];
}

/** Shown and not only told: a small model else writes the code into the test file. */
function firstLine({ ground, suggested, task }: Pick<SuitePromptParts, "ground" | "suggested" | "task">): string {
  const path = codePath(task, ground);
  const name = /`([A-Za-z_$][\w$]*)[^`]*`/.exec(task)?.[1] ?? "<what is tested>";
  if (isPython(ground)) return `from ${path?.replace(/\.py$/, "").replaceAll("/", ".") ?? "<module of the code>"} import ${name}`;
  const relative = path === undefined ? "<relative path of the code>" : posix.relative(posix.dirname(suggested), path).replace(/^(?!\.)/, "./");
  return moduleKind(ground.files, suggested) === "module" ? `import { ${name} } from "${relative}";` : `const { ${name} } = require("${relative}");`;
}

function framework({ runner, files }: TestGround, path: string): string {
  const isModule = moduleKind(files, path) === "module";
  const take = (names: string, module: string): string => (isModule ? `import ${names} from "${module}";` : `const ${names} = require("${module}");`);
  switch (runner) {
    case "unittest":
      return "Methods `test_...` of classes that extend `unittest.TestCase`; imports by module name, as from the folder the command runs in.";
    case "node:test":
      return `Begin with \`${take("{ test }", "node:test")}\` and \`${take("assert", "node:assert/strict")}\`; ${isModule ? "ES modules, relative imports with their file ending" : "CommonJS: `require`"}.`;
    case "vitest":
      return 'Begin with `import { describe, expect, it } from "vitest";`.';
    case "jest":
      return `\`describe\`, \`test\` and \`expect\` are globals; ${isModule ? "ES modules" : "CommonJS: `require`"}.`;
    case "mocha":
      return `\`describe\` and \`it\` are globals; begin with \`${take("assert", "node:assert/strict")}\`; ${isModule ? "ES modules" : "CommonJS: `require`"}.`;
    default:
      return "Plain functions `test_...` with `assert`; `pytest.raises` for errors, with `import pytest`; imports by module name, as from the folder the command runs in.";
  }
}
