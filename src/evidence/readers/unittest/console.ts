import type { CaseKind, CaseName, CaseResult } from "../../../domain/case.js";
import type { Failure } from "../../../domain/failure.js";
import { projectPath, shownPath } from "../../frames/project-path.js";
import { placesInText } from "../../frames/python.js";
import { shapeFailure } from "../../shape/failure.js";
import { pythonFailure } from "../../shape/python-failure.js";
import { caseResult, withOrdinals } from "../case-results.js";
import { withoutAddresses } from "../pytest/node-id.js";
import type { ReadCases, ReadContext, Reader } from "../reader.js";

const HEADING = /^(FAIL|ERROR|UNEXPECTED SUCCESS): (.+)$/;
const RAN = /^Ran (\d+) tests? in [\d.]+s$/m;

/** unittest's own output: blocks between double rules. */
export const unittestConsole: Reader = {
  format: "unittest-console",
  runner: "unittest",
  source: "console",
  sniff: (text) => RAN.test(text) || /^={70}\n(?:FAIL|ERROR|UNEXPECTED SUCCESS): /m.test(text),
  read: readConsole,
};

interface Block {
  readonly word: string;
  readonly heading: string;
  readonly text: string;
}

function readConsole(text: string, context: ReadContext): ReadCases {
  const results = blocksIn(text).map((block) => caseOf(block, context));
  const unexpected = unexpectedIn(text, context).filter((one) => !results.some((other) => other.id === one.id));
  const cases = withOrdinals([...results, ...unexpected]);
  const totals = totalsIn(text, cases);
  const notes = totals === undefined ? ["unittest did not print its last lines"] : [];
  return { cases, listsAll: false, intact: totals !== undefined, ...(totals === undefined ? {} : { totals }), notes };
}

function blocksIn(text: string): Block[] {
  const blocks: Block[] = [];
  for (const part of text.split(/^={70}$/m).slice(1)) {
    const lines = part.replace(/^\n/, "").split("\n");
    const heading = HEADING.exec(lines[0] ?? "");
    if (heading?.[1] === undefined || heading[2] === undefined) continue;
    const rule = lines.findIndex((line) => /^-{70}$/.test(line));
    const end = lines.findIndex((line, index) => index > rule && /^-{70}$/.test(line));
    blocks.push({
      word: heading[1],
      heading: heading[2],
      text: lines
        .slice(rule + 1, end < 0 ? lines.length : end)
        .join("\n")
        .trim(),
    });
  }
  return blocks;
}

interface Heading {
  readonly method: string;
  readonly dotted: string;
  readonly subtest: string | undefined;
}

/** "test_join (pkg.mod.Class.test_join) (base='/b/')"; before Python 3.11 the method is not repeated inside. */
function readHeading(heading: string): Heading {
  const match = /^(\S+)(?: \(([^()]*)\))?(?: (.+))?$/.exec(heading);
  const method = match?.[1] ?? heading;
  const dotted = (match?.[2] ?? "").replace(new RegExp(`\\.${escaped(method)}$`), "");
  return { method, dotted, subtest: match?.[3] };
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

function caseOf(block: Block, context: ReadContext): CaseResult {
  const heading = readHeading(block.heading);
  const { name, kind } = nameOf(heading, block.text, context);
  const failure = block.word === "UNEXPECTED SUCCESS" ? unexpectedSuccess(block.heading) : pythonFailure({ text: lastException(block.text) }, context);
  return caseResult({ name, reportedId: block.heading, kind, status: "failed", failure });
}

/** A failed import is told as an exception with the real traceback inside. */
function lastException(text: string): string {
  const at = text.indexOf("Failed to import test module");
  const inner = at < 0 ? -1 : text.indexOf("Traceback (most recent call last):", at);
  return inner < 0 ? text.replace(/\n\nStdout:\n[\s\S]*$/, "") : text.slice(inner);
}

function nameOf(heading: Heading, text: string, context: ReadContext): { name: CaseName; kind: CaseKind } {
  const { method, dotted, subtest } = heading;
  if (dotted.startsWith("unittest.loader._FailedTest") || dotted.startsWith("unittest.loader.ModuleImportFailure")) {
    return { name: { runner: "unittest", file: fileOf(method, text, context), titlePath: [] }, kind: "load" };
  }
  if (/^(?:setUp|tearDown)Module$/.test(method))
    return { name: { runner: "unittest", file: fileOf(dotted, text, context), titlePath: [method] }, kind: "hook" };
  const at = dotted.lastIndexOf(".");
  const suite = dotted.slice(at + 1);
  const titles = [suite, method, ...(subtest === undefined ? [] : [withoutAddresses(subtest)])].filter((title) => title !== "");
  const name: CaseName = { runner: "unittest", file: fileOf(at < 0 ? "" : dotted.slice(0, at), text, context), titlePath: titles };
  return { name, kind: /^(?:setUp|tearDown)Class$/.test(method) ? "hook" : "test" };
}

/** A module's file: the frame that ends with its path, else the tree's file of that name, else the name with slashes. */
function fileOf(module: string, text: string, context: ReadContext): string {
  const path = module === "" || module === "__main__" ? "" : `${module.replaceAll(".", "/")}.py`;
  const places = placesInText(text).map((place) => place.path);
  const framed = places.find((place) => path !== "" && (place === path || place.replaceAll("\\", "/").endsWith(`/${path}`)));
  if (framed !== undefined) return shownPath(framed, context);
  if (path !== "") return projectPath(path, context) ?? path;
  return places.map((place) => projectPath(place, context)).findLast((place) => place !== undefined) ?? "";
}

/** Before Python 3.12 unexpected successes have no block, only a line in the verbose list. */
function unexpectedIn(text: string, context: ReadContext): CaseResult[] {
  return [...text.matchAll(/^(.+ \([\w.]+\)) \.\.\. unexpected success$/gm)].map((match) => {
    const heading = match[1] ?? "";
    return caseResult({ name: nameOf(readHeading(heading), "", context).name, reportedId: heading, status: "failed", failure: unexpectedSuccess(match[0]) });
  });
}

function unexpectedSuccess(excerpt: string): Failure {
  return shapeFailure({ type: "UnexpectedSuccess", message: "a test that is marked as expected to fail passes", frames: [], excerpt });
}

/** "Ran N tests" leaves class and module fixtures out, and counts a test with failing subtests once. */
function totalsIn(text: string, cases: readonly CaseResult[]): { passed: number; skipped: number } | undefined {
  const ran = RAN.exec(text)?.[1];
  if (ran === undefined) return undefined;
  const footer = /^(?:FAILED|OK)(?: \((.*)\))?$/m.exec(text)?.[1] ?? "";
  const count = (word: string) => Number(new RegExp(`(?<![a-z] )${word}=(\\d+)`).exec(footer)?.[1] ?? 0);
  const redTests = new Set(cases.filter((one) => one.kind !== "hook").map((one) => `${one.name.file}::${one.name.titlePath.slice(0, 2).join("::")}`));
  const skipped = count("skipped");
  const passed = Number(ran) - redTests.size - skipped - count("expected failures");
  return { passed: Math.max(0, passed), skipped };
}
