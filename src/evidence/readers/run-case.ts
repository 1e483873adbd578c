import type { CaseResult } from "../../domain/case.js";
import type { RunEnd } from "../../domain/journal.js";
import { placesInText, pythonFrames } from "../frames/python.js";
import { shapeFailure } from "../shape/failure.js";
import { caseResult } from "./case-results.js";
import { describeEnd, isGreen } from "./exit-status.js";
import { headline } from "./pytest/block.js";
import type { ReadContext } from "./reader.js";

const EXCERPT_LINES = 60;

/**
 * The one case of a command judged by its exit status alone. Its id is the same in every run, so that "it fails" and
 * "it passes" are about the same thing; exit status and exception are the failure's type and message.
 */
export function runCase(end: RunEnd, text: string, context: ReadContext): CaseResult {
  const name = { runner: "unknown", file: "", titlePath: ["exit status"] } as const;
  if (isGreen(end)) return caseResult({ name, reportedId: describeEnd(end), kind: "run", status: "passed" });
  const excerpt = text.trimEnd().split("\n").slice(-EXCERPT_LINES).join("\n");
  const exception = exceptionIn(text);
  const failure = shapeFailure({
    type: exception?.type ?? "ExitStatus",
    message: exception === undefined ? describeEnd(end) : exception.message,
    frames: pythonFrames(placesInText(text), context),
    excerpt,
  });
  return caseResult({ name, reportedId: describeEnd(end), kind: "run", status: "failed", failure });
}

function exceptionIn(text: string): { type: string; message: string } | undefined {
  if (text.includes("Traceback (most recent call last):")) return headline(text);
  const script = /(?:^|\n)(?:Uncaught )?([A-Z]\w*Error)(?: \[\w+\])?: ([^\n]+)/.exec(text);
  return script?.[1] === undefined ? undefined : { type: script[1], message: script[2] ?? "" };
}
