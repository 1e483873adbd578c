import type { CaseResult } from "../../../domain/case.js";
import type { Failure } from "../../../domain/failure.js";
import { shownPath } from "../../frames/project-path.js";
import { shapeFailure } from "../../shape/failure.js";
import { caseResult, withOrdinals } from "../case-results.js";
import { javascriptFailure } from "../javascript-failure.js";
import type { ReadCases, ReadContext, Reader } from "../reader.js";
import { NODE_REPORT_HEAD, type NodeEvent, type NodeReport, parseNodeReport } from "./events.js";
import { fileFailure } from "./file-failure.js";
import { type NodeOutcome, walkNodeEvents } from "./walk.js";

/** What Heal's injected reporter wrote during `node --test`. */
export const nodeTestReader: Reader = {
  format: "node-test-events",
  runner: "node:test",
  source: "report",
  sniff: (text) => text.startsWith(NODE_REPORT_HEAD),
  read: readNodeReport,
};

function readNodeReport(text: string, context: ReadContext): ReadCases | undefined {
  if (!text.startsWith(NODE_REPORT_HEAD)) return undefined;
  const report = parseNodeReport(text);
  const finished = walkNodeEvents(report.events).map((outcome) => toCase(outcome, report, context));
  const unfinished = report.ended ? [] : unfinishedCases(report.events, finished, context);
  return {
    cases: withOrdinals([...finished, ...unfinished]),
    listsAll: true,
    intact: report.ended,
    notes: notesOf(report.events),
  };
}

function toCase(outcome: NodeOutcome, report: NodeReport, context: ReadContext): CaseResult {
  const file = shownPath(outcome.file, context);
  return caseResult({
    name: { runner: "node:test", file, titlePath: outcome.titles },
    reportedId: outcome.titles.length === 0 ? file : outcome.titles.join(" > "),
    kind: outcome.kind,
    status: outcome.status,
    durationMs: outcome.durationMs,
    failure: outcome.status === "failed" ? failureOf(outcome, report, context) : undefined,
  });
}

function failureOf(outcome: NodeOutcome, report: NodeReport, context: ReadContext): Failure {
  if (outcome.kind === "load") return fileFailure(outcome, report, context);
  const error = outcome.error ?? {};
  const cause = error.cause;
  // node wraps what the test threw; timeouts and cancellations have no cause of their own.
  if (cause?.stack !== undefined || cause?.name !== undefined) return javascriptFailure(cause, context);
  const type = error.failureType === "testCodeFailure" || error.failureType === undefined ? "Error" : error.failureType;
  return javascriptFailure({ ...error, name: type, message: cause?.message ?? error.message, cause: undefined }, context);
}

/** Tests that had begun when the run was stopped: the ones a hang must be looked for in. */
function unfinishedCases(events: readonly NodeEvent[], finished: readonly CaseResult[], context: ReadContext): CaseResult[] {
  const begun = openTitles(events);
  const known = new Set(finished.map((result) => result.reportedId));
  return begun
    .filter(({ titles }) => !known.has(titles.join(" > ")))
    .map(({ file, titles }) =>
      caseResult({
        name: { runner: "node:test", file: shownPath(file, context), titlePath: titles },
        reportedId: titles.join(" > "),
        status: "failed",
        failure: shapeFailure({ type: "Unfinished", message: "The test had not ended when the run was stopped.", frames: [], excerpt: "" }),
      }),
    );
}

function openTitles(events: readonly NodeEvent[]): { readonly file: string; readonly titles: readonly string[] }[] {
  const paths = new Map<string, string[]>();
  const leaves = new Map<string, { file: string; titles: string[] }>();
  for (const event of events) {
    if (event.type !== "test:dequeue" || event.file === undefined || (event.line === 1 && event.column === 1)) continue;
    const above = (paths.get(event.file) ?? []).slice(0, event.nesting);
    const titles = [...above, event.name];
    paths.set(event.file, titles);
    leaves.delete(`${event.file}\0${above.join("\0")}`);
    leaves.set(`${event.file}\0${titles.join("\0")}`, { file: event.file, titles });
  }
  return [...leaves.values()];
}

function notesOf(events: readonly NodeEvent[]): string[] {
  return events
    .filter((event) => event.type === "test:diagnostic" && /asynchronous activity|uncaughtException|unhandledRejection/.test(event.message ?? ""))
    .map((event) => (event.message ?? "").split("\n", 1)[0] ?? "");
}
