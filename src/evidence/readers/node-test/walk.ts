import { type CaseKind, type CaseStatus, HOOK_TITLE } from "../../../domain/case.js";
import type { NodeError, NodeEvent } from "./events.js";

/** One leaf of node's test tree. */
export interface NodeOutcome {
  readonly file: string;
  readonly titles: readonly string[];
  readonly kind: CaseKind;
  readonly status: CaseStatus;
  readonly durationMs: number | undefined;
  readonly error: NodeError | undefined;
}

interface OpenNode {
  readonly event: NodeEvent;
  readonly titles: readonly string[];
  hasChild: boolean;
  /** Indexes of outcomes below this node. */
  readonly below: number[];
}

/**
 * A test marked todo is no case, however it ends: node itself counts it apart.
 * Events of one report → leaf outcomes in order of definition. A parent that is red only because of a child is no case;
 * a hook's error replaces the "cancelled by parent" of the tests it kept from running, and is a case of its own when there are none.
 */
export function walkNodeEvents(events: readonly NodeEvent[]): NodeOutcome[] {
  const outcomes: NodeOutcome[] = [];
  const open: OpenNode[] = [];
  for (const event of events) {
    if (event.type === "test:start") start(open, event);
    if (event.type === "test:pass" || event.type === "test:fail") end(open, event, outcomes);
  }
  return outcomes;
}

/** A row for a whole file: its name is the file's path. */
export function isFileEvent(event: NodeEvent): boolean {
  if (event.nesting !== 0 || event.file === undefined || event.name === "") return false;
  const name = event.name.replaceAll("\\", "/");
  return samePath(event.file, name) && (event.line ?? 1) <= 1 && (event.column ?? 1) <= 1;
}

function samePath(file: string, name: string): boolean {
  const path = file.replaceAll("\\", "/");
  return path === name || path.endsWith(`/${name.replace(/^(?:\.\.?\/)+/, "")}`);
}

function start(open: OpenNode[], event: NodeEvent): void {
  while (open.length > 0 && (open.at(-1)?.event.nesting ?? 0) >= event.nesting) open.pop();
  const parent = open.at(-1);
  if (parent !== undefined) parent.hasChild = true;
  const own = isFileEvent(event) ? [] : [event.name];
  open.push({ event, titles: [...(parent?.titles ?? []), ...own], hasChild: false, below: [] });
}

function end(open: OpenNode[], event: NodeEvent, outcomes: NodeOutcome[]): void {
  while (open.length > 0 && (open.at(-1)?.event.nesting ?? 0) > event.nesting) open.pop();
  const node = open.pop() ?? { event, titles: isFileEvent(event) ? [] : [event.name], hasChild: false, below: [] };
  const outcome = outcomeOf(node, event, outcomes);
  if (outcome === undefined) return;
  outcomes.push(outcome);
  for (const parent of open) parent.below.push(outcomes.length - 1);
}

function outcomeOf(node: OpenNode, event: NodeEvent, outcomes: NodeOutcome[]): NodeOutcome | undefined {
  const file = event.file ?? node.event.file ?? "";
  const titles = node.event.file === undefined && isFileEvent(event) ? [] : node.titles;
  const base = { file, durationMs: event.durationMs, error: event.type === "test:fail" ? event.error : undefined };
  if (!node.hasChild && event.kind !== "suite") {
    const kind = titles.length === 0 && event.type === "test:fail" ? "load" : "test";
    return event.todo === true ? undefined : { ...base, titles, kind, status: statusOf(event) };
  }
  if (statusOf(event) !== "failed" || event.todo === true || event.error?.failureType === "subtestsFailed") return undefined;
  if (event.error?.failureType === "hookFailed" && explainCancelled(node, event.error, outcomes)) return undefined;
  const isHook = event.error?.failureType === "hookFailed";
  return { ...base, titles: isHook ? [...node.titles, HOOK_TITLE] : node.titles, kind: "hook", status: "failed" };
}

/** True when the error was given to at least one test that the hook kept from running. */
function explainCancelled(node: OpenNode, error: NodeError, outcomes: NodeOutcome[]): boolean {
  let explained = false;
  for (const index of node.below) {
    const outcome = outcomes[index];
    if (outcome?.error?.failureType !== "cancelledByParent") continue;
    outcomes[index] = { ...outcome, error };
    explained = true;
  }
  return explained;
}

function statusOf(event: NodeEvent): CaseStatus {
  if (event.skip === true) return "skipped";
  return event.type === "test:pass" ? "passed" : "failed";
}
