import type { CaseResult } from "../../../domain/case.js";
import { placesInFaultDump, pythonFrames } from "../../frames/python.js";
import { shapeFailure } from "../../shape/failure.js";
import { caseResult } from "../case-results.js";
import type { ReadContext } from "../reader.js";

const SIGNAL_NAMES: Readonly<Record<string, string>> = {
  "Segmentation fault": "SIGSEGV",
  Aborted: "SIGABRT",
  "Floating point exception": "SIGFPE",
  "Illegal instruction": "SIGILL",
  "Bus error": "SIGBUS",
};

/** The case in which the interpreter died, from faulthandler's dump (most recent call first). */
export function crashIn(text: string, context: ReadContext): CaseResult | undefined {
  const found = /Fatal Python error: ([^\n]+)/.exec(text);
  if (found === null) return undefined;
  const dump = text.slice(found.index);
  const places = placesInFaultDump(dump);
  const frames = pythonFrames(places, context);
  const test = frames.findLast((frame) => /^test/i.test(frame.function ?? "")) ?? frames.at(-1);
  const word = found[1]?.trim() ?? "";
  const signal = SIGNAL_NAMES[word];
  const failure = shapeFailure({ type: signal === undefined ? word : `${word} (${signal})`, message: `Fatal Python error: ${word}`, frames, excerpt: dump });
  const name = { runner: "pytest" as const, file: test?.file ?? "", titlePath: [test?.function ?? "the interpreter died"] };
  return caseResult({ name, reportedId: test === undefined ? "the interpreter died" : `${test.file}::${test.function ?? ""}`, status: "failed", failure });
}
