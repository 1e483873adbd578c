import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { brokenProgram, type Language, languageOf, type Row } from "./row.ts";

/** A row as a small project whose visible tests are its only tests. */
export interface Project {
  readonly check: string;
  /** The file that holds the broken program. */
  readonly source: string;
  readonly files: Readonly<Record<string, string>>;
}

export function projectOf(row: Row, program: string = brokenProgram(row)): Project {
  return { python: pythonProject, javascript: javascriptProject }[languageOf(row) satisfies Language](row, program);
}

export function writeProject(folder: string, project: Project): void {
  for (const [path, text] of Object.entries(project.files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

function pythonProject(row: Row, program: string): Project {
  const names = definedNames(program, /^(?:def|class)\s+(\w+)|^(\w+)\s*=/gm);
  return {
    check: "python -m pytest -q",
    source: "solution.py",
    files: {
      "solution.py": program,
      "test_solution.py": `from solution import ${names.join(", ")}\n\n\ndef test_examples():\n${indent(row.example_test, "    ")}\n`,
    },
  };
}

function javascriptProject(row: Row, program: string): Project {
  const names = definedNames(program, /^(?:const|let|var|function\*?|async function|class)\s+(\w+)/gm).join(", ");
  const test = [
    'const { test } = require("node:test");',
    'const assert = require("node:assert");',
    `const { ${names} } = require("./solution.js");`,
    "",
    'test("examples", () => {',
    "  // The data's tests use console.assert, which neither throws nor changes the exit status.",
    "  console.assert = (value, message) => assert.ok(value, message);",
    indent(row.example_test, "  "),
    "});",
    "",
  ];
  return {
    check: "node --test",
    source: "solution.js",
    files: {
      "package.json": '{ "name": "row", "private": true }\n',
      "solution.js": `${program.trimEnd()}\n\nmodule.exports = { ${names} };\n`,
      "solution.test.js": test.join("\n"),
    },
  };
}

function definedNames(program: string, pattern: RegExp): string[] {
  return [...new Set([...program.matchAll(pattern)].map((match) => (match[1] ?? match[2]) as string))];
}

function indent(text: string, by: string): string {
  return text
    .trim()
    .split("\n")
    .map((line) => (line.trim() === "" ? "" : by + line))
    .join("\n");
}
