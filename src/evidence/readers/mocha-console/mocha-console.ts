import { type CaseName, type CaseResult, HOOK_TITLE } from "../../../domain/case.js";
import { javascriptFrames, javascriptLocation } from "../../frames/javascript.js";
import { shapeFailure } from "../../shape/failure.js";
import { caseResult, withOrdinals } from "../case-results.js";
import { reportedId } from "../cases/reported-id.js";
import type { ReadCases, ReadContext, Reader } from "../reader.js";
import { type MochaBlock, mochaBlocks } from "./blocks.js";
import { mochaBody } from "./body.js";

/** Mocha's spec output and the exception that ends a run whose files cannot be loaded. */
export const mochaConsoleReader: Reader = {
  format: "mocha-console",
  runner: "mocha",
  source: "console",
  sniff: (text) => /^ {2}\d+ (?:passing|failing)\b/m.test(text) || EXCEPTION.test(text),
  read: readMochaConsole,
};

const EXCEPTION = /^ ?Exception during run: (.*(?:\n(?!\s*$|\n).*)*(?:\n\n+.*Error[\s\S]*)?)/m;
const HOOK = /^"(?:before|after) (?:all|each)" hook/;

function readMochaConsole(text: string, context: ReadContext): ReadCases | undefined {
  const passing = /^ {2}(\d+) passing\b/m.exec(text)?.[1];
  const broken = EXCEPTION.exec(text)?.[1];
  if (broken !== undefined)
    return { cases: [loadCase(broken, context)], listsAll: false, intact: true, notes: ["Mocha ran no test: a file could not be loaded."] };
  if (passing === undefined) return undefined;
  const pending = /^ {2}(\d+) pending$/m.exec(text)?.[1] ?? "0";
  return {
    cases: withOrdinals(mochaBlocks(text).map((block) => toCase(block, context))),
    listsAll: false,
    intact: true,
    totals: { passed: Number(passing), skipped: Number(pending) },
    notes: [],
  };
}

/** The output names no file: it is the outermost project frame's, where a test was called. */
function toCase(block: MochaBlock, context: ReadContext): CaseResult {
  const failure = mochaBody(block.body, context);
  const named = /\(([^()\n]+\.[cm]?[jt]sx?)\)/.exec(failure.message)?.[1];
  const file = failure.frames.at(-1)?.file ?? (named === undefined ? undefined : javascriptFrames(`    at ${named}:1:1`, context)[0]?.file) ?? "";
  const last = block.titles.at(-1) ?? "";
  const kind = HOOK.test(last) || last === HOOK_TITLE ? "hook" : "test";
  const name: CaseName = { runner: "mocha", file, titlePath: block.titles };
  return caseResult({ name, reportedId: reportedId(name), kind, status: "failed", failure });
}

/** The file that mocha was loading is the outermost of the project's frames; a syntax error's is named above the code. */
function loadCase(text: string, context: ReadContext): CaseResult {
  const lines = text.split("\n");
  const place = javascriptLocation(lines.slice(0, 2), context);
  const error = lines.findIndex((line) => /^(?:\w*Error|[A-Z]\w*Exception)\b.*: /.test(line));
  const said = (error === -1 ? lines : lines.slice(error)).join("\n");
  const frames = javascriptFrames(said, context);
  const required = /^- (.*)$/m.exec(said)?.[1];
  const inner = required === undefined ? [] : javascriptFrames(`    at ${required}:1:1`, context);
  const all = [...(place === undefined ? [] : [place]), ...(frames.length > 0 ? frames : inner)];
  const head = /^([A-Z]\w*)(?: \[[\w-]+\])?: (.*)$/m.exec(said);
  const name: CaseName = { runner: "mocha", file: all.at(-1)?.file ?? "", titlePath: [] };
  const failure = shapeFailure({ type: head?.[1] ?? "Error", message: head?.[2] ?? lines[0] ?? "", frames: all, excerpt: text });
  return caseResult({ name, reportedId: name.file, kind: "load", status: "failed", failure });
}
