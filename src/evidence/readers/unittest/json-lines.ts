import { z } from "zod";
import type { CaseName, CaseResult } from "../../../domain/case.js";
import type { Failure } from "../../../domain/failure.js";
import { shownPath } from "../../frames/project-path.js";
import { crashed } from "../../shape/crash.js";
import { shapeFailure } from "../../shape/failure.js";
import { pythonFailure } from "../../shape/python-failure.js";
import { caseResult, withOrdinals } from "../case-results.js";
import { withoutAddresses } from "../pytest/node-id.js";
import type { ReadCases, ReadContext, Reader } from "../reader.js";
import { readJsonLines, toldException } from "../told-exception.js";

const identity = { id: z.string(), file: z.string(), titles: z.array(z.string()), kind: z.enum(["test", "load", "hook"]) };
const unittestEvent = z.discriminatedUnion("event", [
  z.object({ event: z.literal("unittest"), python: z.string() }),
  z.object({ event: z.literal("run"), count: z.number() }),
  z.object({ event: z.literal("start"), ...identity }),
  z.object({
    event: z.literal("case"),
    ...identity,
    status: z.enum(["passed", "failed", "skipped"]),
    seconds: z.number(),
    detail: toldException.optional(),
    text: z.string().optional(),
    note: z.string().optional(),
  }),
  z.object({ event: z.literal("trouble"), text: z.string() }),
  z.object({ event: z.literal("finish"), green: z.boolean() }),
]);
type UnittestEvent = z.infer<typeof unittestEvent>;
type CaseEvent = Extract<UnittestEvent, { event: "case" }>;

/** What the injected hook wrote: everything the result class was told. */
export const unittestJsonLines: Reader = {
  format: "unittest-json-lines",
  runner: "unittest",
  source: "report",
  sniff: (text) => /^\{"event": ?"unittest"/.test(text),
  read: readLines,
};

function readLines(text: string, context: ReadContext): ReadCases {
  const { events, damaged } = readJsonLines(text, unittestEvent);
  const told = new Map<string, CaseEvent[]>();
  const started = new Map<string, Extract<UnittestEvent, { event: "start" }>>();
  for (const event of events) {
    if (event.event === "start") started.set(event.id, event);
    if (event.event === "case") told.set(event.id, [...(told.get(event.id) ?? []), event]);
  }
  const results = [...told.values()].map((list) => worstOf(list, context));
  const finished = events.filter((event) => event.event === "finish").length >= events.filter((event) => event.event === "run").length;
  if (!finished) results.push(...unfinished([...started.values()], told, context));
  return {
    cases: withOrdinals(results),
    listsAll: true,
    intact: finished && damaged === 0,
    leavesNothingOut: true,
    notes: events.flatMap((event) => (event.event === "trouble" ? [event.text] : [])),
  };
}

/** A test may be told more than once (its body fails, then its clean-up): the worst word counts. */
function worstOf(list: readonly CaseEvent[], context: ReadContext): CaseResult {
  const worst = list.find((event) => event.status === "failed") ?? list.find((event) => event.status === "skipped") ?? list[0];
  if (worst === undefined) throw new Error("a case without events");
  const failure = worst.status === "failed" ? failureOf(worst, context) : undefined;
  return caseResult({
    name: nameOf(worst, context),
    reportedId: worst.id,
    kind: worst.kind,
    status: worst.status,
    durationMs: Math.round(worst.seconds * 1000),
    failure,
  });
}

function failureOf(event: CaseEvent, context: ReadContext): Failure {
  if (event.detail === undefined) return shapeFailure({ type: "UnexpectedSuccess", message: event.note ?? "", frames: [], excerpt: event.note ?? "" });
  if (event.kind === "load") return pythonFailure({ text: importStory(event.detail.message) ?? event.text ?? "" }, context);
  return pythonFailure({ told: event.detail, text: event.text ?? "" }, context);
}

/** unittest hands the traceback of a failed import on as a message. */
function importStory(message: string): string | undefined {
  const at = message.indexOf("Traceback (most recent call last):");
  return at < 0 ? undefined : message.slice(at);
}

function nameOf(
  event: { readonly file: string; readonly titles: readonly string[]; readonly kind: string; readonly id: string },
  context: ReadContext,
): CaseName {
  const file = event.file === "" ? "" : shownPath(event.file, context);
  const isNameless = file === "" && event.titles.length === 0;
  return { runner: "unittest", file, titlePath: isNameless ? [event.id] : event.titles.map(withoutAddresses) };
}

function unfinished(started: readonly Extract<UnittestEvent, { event: "start" }>[], told: ReadonlyMap<string, unknown>, context: ReadContext): CaseResult[] {
  const open = started.filter((event) => !told.has(event.id)).at(-1);
  return open === undefined ? [] : [caseResult({ name: nameOf(open, context), reportedId: open.id, status: "failed", failure: crashed() })];
}
