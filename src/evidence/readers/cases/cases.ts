import type { CaseName, CaseResult, RunnerName } from "../../../domain/case.js";
import { shownPath } from "../../frames/project-path.js";
import { caseResult, withOrdinals } from "../case-results.js";
import { javascriptFailure } from "../javascript-failure.js";
import { jestLoadError } from "../jest-console/suite-error.js";
import type { ReadCases, ReadContext, Reader } from "../reader.js";
import { type CaseLine, parseCasesReport, type ReportLine, reportHead } from "./lines.js";
import { reportedId } from "./reported-id.js";

/** Reads what Heal's injected reporter of this runner wrote. */
export function casesReader(runner: "vitest" | "jest" | "mocha"): Reader {
  return {
    format: `${runner}-cases`,
    runner,
    source: "report",
    sniff: (content) => content.startsWith(reportHead(runner)),
    read: (content, context) => (content.startsWith(reportHead(runner)) ? readCases(runner, content, context) : undefined),
  };
}

function readCases(runner: RunnerName, content: string, context: ReadContext): ReadCases {
  const report = parseCasesReport(content);
  const lines = lastWord(report.lines.flatMap((line) => (line.case === undefined ? [] : [line.case])));
  return {
    cases: casesFromLines(runner, lines, context),
    listsAll: true,
    intact: report.ended,
    leavesNothingOut: true,
    runErrors: report.lines.flatMap((line) => runErrorsOf(line, context)),
    notes: lines.filter((line) => line.retried === true).map((line) => `${line.titles.join(" > ")} passed only when it was tried again.`),
  };
}

/** Case lines of one run → results with their ordinals. A test that is only announced (todo) is no case. */
export function casesFromLines(runner: RunnerName, lines: readonly CaseLine[], context: ReadContext): CaseResult[] {
  const projects = projectsOf(lines);
  const real = lines.filter((line) => line.status !== "todo");
  return withOrdinals(real.map((line) => toCase(nameOf(runner, line, { context, projects }), line, context)));
}

/** A case that failed after it had passed stands twice: the later line counts, in the place of the first. */
function lastWord(lines: readonly CaseLine[]): CaseLine[] {
  const kept: CaseLine[] = [];
  for (const line of lines) {
    const at = line.again === true ? kept.findLastIndex((known) => known.file === line.file && known.titles.join("\0") === line.titles.join("\0")) : -1;
    if (at === -1) kept.push(line);
    else kept[at] = line;
  }
  return kept;
}

function projectsOf(lines: readonly CaseLine[]): ReadonlyMap<string, ReadonlySet<string>> {
  const projects = new Map<string, Set<string>>();
  for (const line of lines) projects.set(line.file, (projects.get(line.file) ?? new Set()).add(line.project ?? ""));
  return projects;
}

/** The project is part of the name only where one file runs in several. */
function nameOf(
  runner: RunnerName,
  line: CaseLine,
  known: { readonly context: ReadContext; readonly projects: ReadonlyMap<string, ReadonlySet<string>> },
): CaseName {
  const name = { runner, file: shownPath(line.file, known.context), titlePath: line.titles };
  const shared = (known.projects.get(line.file)?.size ?? 1) > 1;
  return shared && line.project !== undefined ? { ...name, parameters: line.project } : name;
}

function toCase(name: CaseName, line: CaseLine, context: ReadContext): CaseResult {
  return caseResult({
    name,
    reportedId: reportedId(name),
    kind: line.kind,
    status: line.status === "todo" ? "skipped" : line.status,
    durationMs: line.durationMs,
    failure: line.status === "failed" ? failureOf(line, context) : undefined,
  });
}

function failureOf(line: CaseLine, context: ReadContext) {
  const [first, ...others] = line.errors;
  if (first?.printed !== undefined) return jestLoadError(first.printed, first.stack, context);
  const diff = [first?.diff, ...others.map((error) => `${error.name ?? "Error"}: ${error.message ?? error.stack ?? ""}`)]
    .filter((part) => part !== undefined)
    .join("\n");
  const name = first?.matcher ?? first?.name;
  return javascriptFailure({ ...(first ?? { message: "The runner gave no error." }), name, diff }, context);
}

function runErrorsOf(line: ReportLine, context: ReadContext): string[] {
  const { runError, obsolete } = line;
  const found: string[] = [];
  if (runError !== undefined) {
    const where = runError.file === undefined ? "" : ` in ${shownPath(runError.file, context)}`;
    found.push(`${runError.kind ?? "Unhandled error"}${where}: ${runError.name ?? "Error"}: ${runError.message.split("\n", 1)[0] ?? ""}`);
  }
  if (obsolete !== undefined)
    found.push(`Obsolete snapshot in ${shownPath(obsolete.file, context)}: ${obsolete.keys.join(", ")} (with --ci that alone makes the run red)`);
  return found;
}
