import type { CaseKind, CaseResult } from "../../../domain/case.js";
import { projectPath, shownPath } from "../../frames/project-path.js";
import { placesInText } from "../../frames/python.js";
import { pythonFailure } from "../../shape/python-failure.js";
import { caseResult, withOrdinals } from "../case-results.js";
import type { ReadCases, ReadContext, Reader } from "../reader.js";
import { crashIn } from "./crash.js";
import { pytestName, splitNodeId } from "./node-id.js";
import { type Block, blocksIn, footerIn, progressIn, type SummaryLine, summaryIn } from "./sections.js";

const SIGNS = [
  /^={3,} (?:test session starts|short test summary info) ={3,}$/m,
  /^INTERNALERROR>/m,
  /^(?:\w+Error|Exception).* while loading conftest/m,
  /^={3,} .*\b(?:passed|failed|errors?|skipped) in [\d.]+s.* ={3,}$/m,
  /^(?:FAILED|ERROR) \S+\.py(?:::| - |$)/m,
  /^\d+ (?:passed|failed|errors?|skipped).* in [\d.]+s$/m,
];

/** pytest's own output in any verbosity: blocks for the story, the short summary for the names. */
export const pytestConsole: Reader = {
  format: "pytest-console",
  runner: "pytest",
  source: "console",
  sniff: (text) => SIGNS.some((sign) => sign.test(text)),
  read: readConsole,
};

function readConsole(text: string, context: ReadContext): ReadCases {
  const blocks = blocksIn(text);
  const summary = summaryIn(text);
  const named = summary.length > 0 ? fromSummary(summary, blocks, context) : blocks.map((block) => fromBlock(block, context));
  const extra = [conftestFailure(text, context), crashIn(text, context)].filter((one) => one !== undefined);
  const footer = footerIn(text);
  const notes = footer === undefined ? ["pytest did not print its last line: counts are from the progress marks"] : [];
  const runErrors = /^INTERNALERROR> /m.test(text) ? ["pytest stopped with an internal error"] : [];
  const cases = withOrdinals([...named, ...extra.filter((one) => !named.some((other) => other.id === one.id))]);
  return { cases, listsAll: false, intact: footer !== undefined, totals: footer ?? progressIn(text), notes, runErrors };
}

function fromSummary(summary: readonly SummaryLine[], blocks: readonly Block[], context: ReadContext): CaseResult[] {
  const free = [...blocks];
  const subtested = new Set(summary.filter((line) => line.word === "SUBFAILED").map((line) => line.id));
  const lines = summary.filter((line) => !(line.word === "FAILED" && subtested.has(line.id) && /contains \d+ failed subtest/.test(line.message)));
  return lines.map((line) => {
    const block = takeBlock(line, free, context);
    const { file, titles } = splitNodeId(line.id);
    const name = pytestName(line.id, shownPath(file, context), line.subtest);
    const failure = pythonFailure({ text: block?.text ?? line.message, after: block?.captured ?? "" }, context);
    return caseResult({
      name,
      reportedId: line.subtest === undefined ? line.id : `${line.id} ${line.subtest}`,
      kind: kindOf(titles.length, block),
      status: "failed",
      failure,
    });
  });
}

function kindOf(titles: number, block: Block | undefined): CaseKind {
  if (titles === 0) return "load";
  return /^ERROR at (?:setup|teardown) of /.test(block?.title ?? "") ? "hook" : "test";
}

/** The block of a summary line: same title, and the file among its frames when several have that title. */
function takeBlock(line: SummaryLine, free: Block[], context: ReadContext): Block | undefined {
  const { file, titles, parameters } = splitNodeId(line.id);
  const spelled = `${titles.join(".")}${parameters === undefined ? "" : `[${parameters}]`}`;
  const wanted = titles.length === 0 ? `ERROR collecting ${file}` : line.subtest === undefined ? spelled : `${spelled} ${line.subtest}`;
  const matching = free.filter(
    (block) => block.title.replace(/^ERROR at (?:setup|teardown) of /, "") === wanted || (titles.length === 0 && block.title === file),
  );
  const inFile = matching.find((block) => placesInText(block.text).some((place) => projectPath(place.path, context) === file || place.path === file));
  const chosen = inFile ?? matching[0];
  if (chosen !== undefined) free.splice(free.indexOf(chosen), 1);
  return chosen;
}

/** Without a summary the file is that of the outermost frame. */
function fromBlock(block: Block, context: ReadContext): CaseResult {
  const failure = pythonFailure({ text: block.text, after: block.captured }, context);
  const collecting = /^ERROR collecting (.+)$/.exec(block.title)?.[1];
  if (collecting !== undefined) {
    return caseResult({
      name: { runner: "pytest", file: shownPath(collecting, context), titlePath: [] },
      reportedId: collecting,
      kind: "load",
      status: "failed",
      failure,
    });
  }
  const title = block.title.replace(/^ERROR at (?:setup|teardown) of /, "");
  const file = placesInText(block.text).findLast((place) => projectPath(place.path, context) !== undefined)?.path ?? "";
  const bracket = title.indexOf("[");
  const head = bracket < 0 ? title : title.slice(0, bracket);
  const id = `${file === "" ? "" : shownPath(file, context)}::${head.replaceAll(".", "::")}${bracket < 0 ? "" : title.slice(bracket)}`;
  const kind = title === block.title ? "test" : "hook";
  return caseResult({ name: pytestName(id, splitNodeId(id).file), reportedId: id.replace(/^::/, ""), kind, status: "failed", failure });
}

/** A conftest.py that cannot be loaded ends the run before anything else is printed. */
function conftestFailure(text: string, context: ReadContext): CaseResult | undefined {
  const found = /^\S.* while loading conftest '([^']+)'\.?\n([\s\S]*)/m.exec(text);
  if (found?.[1] === undefined) return undefined;
  const failure = pythonFailure({ text: found[2] ?? "" }, context);
  return caseResult({
    name: { runner: "pytest", file: shownPath(found[1], context), titlePath: [] },
    reportedId: found[1],
    kind: "load",
    status: "failed",
    failure,
  });
}
