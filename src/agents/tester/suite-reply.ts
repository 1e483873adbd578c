import { readFences } from "../coder/model/reply/code-blocks.js";
import { withFrameworkImports } from "./suite-imports.js";
import { declaresCases, type TestGround } from "./suite-place.js";

export interface SuiteFile {
  readonly path: string;
  readonly text: string;
}

/** A suite as the model wrote it; nothing of it was checked or run. */
export interface WrittenFiles {
  readonly files: readonly SuiteFile[];
  readonly explanation: string;
  /** File the code is expected in; null = the reply does not say. */
  readonly code: string | null;
}

export type ReadSuite = ({ readonly kind: "suite" } & WrittenFiles) | { readonly kind: "unusable"; readonly reason: string };

const longestExplanation = 600;

/** Blocks that declare cases are test files; others (code, output) are not what was asked for and are left out. */
export function readSuite(reply: string, { ground, suggested }: { readonly ground: TestGround; readonly suggested: string }): ReadSuite {
  const { blocks, prose, isOpen } = readFences(reply);
  if (isOpen === "yes") return { kind: "unusable", reason: "the answer ends inside a code block" };
  const tests = blocks.filter(({ code }) => declaresCases(code, ground));
  if (tests.length === 0) return { kind: "unusable", reason: "the answer holds no code block with a test case" };
  const files = new Map<string, string>();
  for (const block of tests) {
    const path = pathIn(block.title) ?? pathIn(block.language) ?? pathInComment(block.code) ?? suggested;
    if (files.has(path)) return { kind: "unusable", reason: `two blocks stand for ${path}; write each file once, with the line "File: path" before it` };
    files.set(path, withFrameworkImports(block.code, ground, path));
  }
  return { kind: "suite", files: [...files].map(([path, text]) => ({ path, text })), explanation: explanationIn(prose), code: codeIn(prose) };
}

const pathLine = /^(?:(?:test\s*)?(?:file(?:\s*name)?|path)\b)?[\s:*`"']*([\w@./-]+\.(?:py|[cm]?[jt]sx?))[\s:*`"']*$/i;

function pathIn(line: string): string | undefined {
  return pathLine.exec(line)?.[1]?.replace(/^\.\//, "");
}

function pathInComment(code: string): string | undefined {
  const comment = /^(?:#|\/\/)\s*(.*)$/.exec(code.split("\n")[0] ?? "")?.[1];
  return comment === undefined ? undefined : pathIn(comment.trim());
}

function explanationIn(prose: string): string {
  const labelled = /^\W*explanation\W*:?\**\s*(.+(?:\n(?!\W*(?:code|file|path)\b\W*:).+)*)/im.exec(prose)?.[1];
  const text = labelled ?? prose.split("\n").find((line) => line.trim() !== "" && !/^\W*(?:code|file|path)\b\W*:/i.test(line)) ?? "";
  return text.replace(/\s+/g, " ").trim().slice(0, longestExplanation);
}

function codeIn(prose: string): string | null {
  const path = /^\W*code\W*:\W*([\w@./-]+\.\w+)/im.exec(prose)?.[1];
  return path?.replace(/^\.\//, "") ?? null;
}
