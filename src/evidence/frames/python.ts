import type { Frame } from "../../domain/failure.js";
import type { ReadContext } from "../readers/reader.js";
import { projectPath } from "./project-path.js";

const RUNNER_CODE =
  /(?:^|\/)(?:_pytest|pluggy|pytest|unittest|importlib|heal_report\.py|sitecustomize\.py|heal_unittest)(?:\/|\.py$|$)|(?:^|\/)lib(?:64)?\/(?:python|pypy)\d|^<|\bsite-packages\b/;

/** A place as Python prints it → a project frame; undefined for the standard library, packages, runners and generated code. */
export function pythonFrame(
  place: { readonly path: string; readonly line: number; readonly function?: string | undefined },
  context: ReadContext,
): Frame | undefined {
  if (RUNNER_CODE.test(place.path.replaceAll("\\", "/"))) return undefined;
  const file = projectPath(place.path, context);
  if (file === undefined || !Number.isFinite(place.line) || place.line < 1) return undefined;
  return { file, line: place.line, ...(place.function === undefined ? {} : { function: place.function }) };
}

/** The project frames of places that stand innermost first; repeated places (recursion) once. */
export function pythonFrames(
  places: readonly { readonly path: string; readonly line: number; readonly function?: string | undefined }[],
  context: ReadContext,
): Frame[] {
  const seen = new Set<string>();
  const frames: Frame[] = [];
  for (const place of places) {
    const frame = pythonFrame(place, context);
    const key = frame === undefined ? "" : `${frame.file}:${frame.line}`;
    if (frame === undefined || seen.has(key)) continue;
    seen.add(key);
    frames.push(frame);
  }
  return frames;
}

const TRACEBACK_FRAME = /^\s*(?:E\s+)?File "([^"]+)", line (\d+)(?:, in (.+))?$/;
const PYTEST_FRAME = /^((?:[A-Za-z]:)?[^\s:][^:]*\.(?:pyx?|pyi)):(\d+): ?(?:in (\S+)|([A-Za-z_][\w.]*)?)\s*$/;
const CHAIN_BREAK =
  /^(?:E\s+)?(?:The above exception was the direct cause of the following exception:|During handling of the above exception, another exception occurred:)$/;

/**
 * Places of a traceback or of a pytest failure text, innermost first, the last exception of a chain before its causes.
 * Both forms print the innermost frame last.
 */
export function placesInText(text: string): { path: string; line: number; function?: string }[] {
  const sections: { path: string; line: number; function?: string }[][] = [[]];
  for (const line of text.split("\n")) {
    if (CHAIN_BREAK.test(line.trim())) sections.push([]);
    const match = TRACEBACK_FRAME.exec(line) ?? PYTEST_FRAME.exec(line);
    if (match === null) continue;
    const name = match[3];
    sections.at(-1)?.push({ path: match[1] ?? "", line: Number(match[2]), ...(name === undefined ? {} : { function: name }) });
  }
  return sections.reverse().flatMap((section) => section.reverse());
}

const FAULT_FRAME = /^\s*File "([^"]+)", line (\d+) in (.+)$/;

/** Places of a faulthandler dump ("most recent call first"), the crashed thread's only. */
export function placesInFaultDump(text: string): { path: string; line: number; function: string }[] {
  const places: { path: string; line: number; function: string }[] = [];
  let inCurrent = false;
  for (const line of text.split("\n")) {
    if (/^(?:Current thread|Stack) .*most recent call first/.test(line)) inCurrent = true;
    else if (/^Thread .*most recent call first/.test(line)) inCurrent = false;
    const match = inCurrent ? FAULT_FRAME.exec(line) : null;
    if (match !== null) places.push({ path: match[1] ?? "", line: Number(match[2]), function: match[3] ?? "" });
  }
  return places;
}
