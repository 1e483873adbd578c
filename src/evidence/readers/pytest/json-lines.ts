import type { CaseName, CaseResult } from "../../../domain/case.js";
import type { Failure } from "../../../domain/failure.js";
import { shownPath } from "../../frames/project-path.js";
import { crashed } from "../../shape/crash.js";
import { pythonFailure } from "../../shape/python-failure.js";
import { caseResult, withOrdinals } from "../case-results.js";
import type { ReadCases, ReadContext, Reader } from "../reader.js";
import { type PytestEvent, type PytestReport, readEvents } from "./events.js";
import { pytestName, splitNodeId } from "./node-id.js";

/** What the injected plugin wrote: exact node ids, one line an event. */
export const pytestJsonLines: Reader = {
  format: "pytest-json-lines",
  runner: "pytest",
  source: "report",
  sniff: (text) => /^\{"event": ?"session", ?"root"/.test(text),
  read: (text, context) => new Sessions(context).read(text),
};

/** Reports of one case, folded: set-up, call and tear-down, retries, subtests. */
interface Running {
  readonly id: string;
  readonly file: string;
  readonly reports: PytestReport[];
}

class Sessions {
  readonly #context: ReadContext;
  readonly #results: CaseResult[] = [];
  readonly #notes: string[] = [];
  readonly #runErrors: string[] = [];
  #running = new Map<string, Running>();
  #root = "";
  #collected = 0;
  #finished = true;

  constructor(context: ReadContext) {
    this.#context = context;
  }

  read(text: string): ReadCases {
    const { events, damaged } = readEvents(text);
    for (const event of events) this.#take(event);
    this.#closeSession();
    const missing = this.#collected - new Set(this.#results.filter((one) => one.name.titlePath.length > 0).map((one) => one.reportedId.split(" ")[0])).size;
    if (missing > 0 && this.#finished) this.#notes.push(`${missing} collected cases did not run`);
    return {
      cases: withOrdinals(this.#results),
      listsAll: true,
      intact: this.#finished && damaged === 0,
      leavesNothingOut: true,
      notes: this.#notes,
      runErrors: this.#runErrors,
    };
  }

  #take(event: PytestEvent): void {
    if (event.event === "session") {
      this.#closeSession();
      this.#root = event.root;
      this.#finished = false;
    } else if (event.event === "collected") this.#collected += event.count;
    else if (event.event === "collect" && event.outcome === "failed") this.#results.push(this.#loadFailure(event));
    else if (event.event === "start") this.#case(event.id);
    else if (event.event === "report") this.#case(event.id).reports.push(event);
    else if (event.event === "internal-error") this.#runErrors.push(`pytest stopped with an internal error: ${event.text.trim().split("\n").at(-1) ?? ""}`);
    else if (event.event === "finish") this.#finished = true;
  }

  #case(id: string): Running {
    const known = this.#running.get(id);
    if (known !== undefined) return known;
    const fresh: Running = { id, file: this.#fileOf(id), reports: [] };
    this.#running.set(id, fresh);
    return fresh;
  }

  #fileOf(id: string): string {
    const { file } = splitNodeId(id);
    return shownPath(file.startsWith("/") || this.#root === "" ? file : `${this.#root}/${file}`, this.#context);
  }

  #closeSession(): void {
    for (const running of this.#running.values()) this.#results.push(...this.#fold(running));
    this.#running = new Map();
  }

  #fold(running: Running): CaseResult[] {
    const subtests = running.reports.filter((report) => report.subtest !== undefined);
    const children = subtests.map((report) => this.#result(pytestName(running.id, running.file, report.subtest), [report]));
    const own = running.reports.filter((report) => report.subtest === undefined);
    const childFailed = children.some((child) => child.status === "failed");
    if (childFailed && own.every((report) => report.outcome !== "failed" || isOnlyAboutSubtests(report))) return children;
    return [...children, this.#result(pytestName(running.id, running.file), own)];
  }

  #result(name: CaseName, reports: readonly PytestReport[]): CaseResult {
    const id = `${splitNodeId(reports[0]?.id ?? "").titles.length > 0 ? (reports[0]?.id ?? "") : nodeSpelling(name)}${reports[0]?.subtest === undefined ? "" : ` ${reports[0].subtest}`}`;
    const retried = reports.some((report) => report.outcome === "rerun");
    const failed = reports.filter((report) => report.outcome === "failed");
    const first = failed[0];
    const durationMs = Math.round(reports.reduce((sum, report) => sum + report.seconds, 0) * 1000);
    const isEnded = reports.some((report) => report.when === "teardown" || report.subtest !== undefined);
    if (first === undefined && !isEnded) return caseResult({ name, reportedId: id, status: "failed", failure: crashed() });
    if (first === undefined) {
      if (retried) this.#notes.push(`${id} passed only when it was retried`);
      const skipped = reports.some((report) => report.outcome === "skipped");
      return caseResult({ name, reportedId: id, status: skipped ? "skipped" : "passed", durationMs });
    }
    const kind = first.when === "call" ? "test" : "hook";
    return caseResult({ name, reportedId: id, kind, status: "failed", durationMs, failure: this.#failure(first) });
  }

  #failure(report: PytestReport): Failure {
    const sections = (report.sections ?? []).map(([title, content]) => `--- ${title} ---\n${content.trimEnd()}`);
    return pythonFailure({ told: report.detail ?? undefined, text: report.text ?? "", after: sections.join("\n") }, this.#context);
  }

  #loadFailure(event: Extract<PytestEvent, { event: "collect" }>): CaseResult {
    const file = this.#fileOf(event.id);
    const failure = pythonFailure({ told: event.detail ?? undefined, text: event.text ?? "" }, this.#context);
    return caseResult({ name: { runner: "pytest", file, titlePath: [] }, reportedId: event.id, kind: "load", status: "failed", failure });
  }
}

function nodeSpelling(name: CaseName): string {
  const tail = name.titlePath.length > 0 ? `::${name.titlePath.join("::")}` : "";
  return `${name.file}${tail}${name.parameters === undefined ? "" : `[${name.parameters}]`}`;
}

function isOnlyAboutSubtests(report: PytestReport): boolean {
  return /contains \d+ failed subtests?/.test(report.text ?? "");
}
