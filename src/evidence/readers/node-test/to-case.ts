import type { CaseResult } from "../../../domain/case.js";
import type { Failure } from "../../../domain/failure.js";
import { shownPath } from "../../frames/project-path.js";
import { caseResult } from "../case-results.js";
import { javascriptFailure } from "../javascript-failure.js";
import type { ReadContext } from "../reader.js";
import type { NodeReport } from "./events.js";
import { fileFailure } from "./file-failure.js";
import { type NodeOutcome, walkNodeEvents } from "./walk.js";

/** The leaf cases of a stream of node's test events, whichever way it was written down. */
export function nodeCases(report: NodeReport, context: ReadContext): CaseResult[] {
  return walkNodeEvents(report.events).map((outcome) => toCase(outcome, report, context));
}

function toCase(outcome: NodeOutcome, report: NodeReport, context: ReadContext): CaseResult {
  const file = outcome.file === "" ? "" : shownPath(outcome.file, context);
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
