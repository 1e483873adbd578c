import type { CaseResult } from "../../../domain/case.js";
import { shownPath } from "../../frames/project-path.js";
import { shapeFailure } from "../../shape/failure.js";
import { caseResult, withOrdinals } from "../case-results.js";
import type { ReadCases, ReadContext, Reader } from "../reader.js";
import { NODE_REPORT_HEAD, type NodeEvent, parseNodeReport } from "./events.js";
import { nodeCases } from "./to-case.js";

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
  const finished = nodeCases(report, context);
  const unfinished = report.ended ? [] : unfinishedCases(report.events, finished, context);
  return {
    cases: withOrdinals([...finished, ...unfinished]),
    listsAll: true,
    intact: report.ended,
    leavesNothingOut: true,
    notes: notesOf(report.events),
  };
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
