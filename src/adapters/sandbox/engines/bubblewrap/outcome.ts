import type { RunEnd } from "../../../../domain/journal.js";
import type { BoxLimits, LimitHolders, LimitName } from "../../../../domain/limits.js";
import type { BoxResult } from "../../../../ports/sandbox.js";
import type { GroupEvents } from "../../cgroups.js";
import { insideExit } from "../../inside.js";
import { endOfExit } from "../../run-end.js";
import type { RawRun } from "./box-run.js";

export interface RunFacts {
  readonly raw: RawRun;
  readonly limits: BoxLimits;
  readonly heldBy: LimitHolders;
  readonly events: GroupEvents;
  /** The inside script has said that the box stands. */
  readonly marked: boolean;
  readonly setupLog: string;
}

const killedStatus = 128 + 9;

export function runEnd(facts: RunFacts): RunEnd {
  const { raw, heldBy } = facts;
  if (raw.stopped?.kind === "cancelled") return { kind: "cancelled" };
  if (raw.stopped?.kind === "deadline") return { kind: "timed-out", afterMs: facts.limits.timeoutMs };
  if (raw.stopped?.kind === "limit") return { kind: "limit-reached", limit: raw.stopped.limit, heldBy: heldBy[raw.stopped.limit] };
  const exitCode = raw.exitCode;
  if (exitCode === null || !facts.marked) return { kind: "not-started", reason: startFailure(facts, exitCode) };
  if (facts.events.memoryKills > 0 && exitCode === killedStatus) return { kind: "limit-reached", limit: "memory", heldBy: heldBy.memory };
  return endOfExit(exitCode);
}

function startFailure(facts: RunFacts, exitCode: number | null): string {
  if (facts.raw.startError !== null) return facts.raw.startError;
  if (exitCode === insideExit.noDirectory) return "The folder to run in does not exist in the box.";
  const text = `${facts.setupLog}\n${facts.raw.stderr.result().head}`.trim();
  return text === "" ? "The box ended before its command began." : text.slice(0, 2_000);
}

export function limitsReached(facts: RunFacts): BoxResult["limitsReached"] {
  const { raw } = facts;
  const reached: [LimitName, boolean][] = [
    ["memory", facts.events.memoryKills > 0 || isLimit(raw, "memory")],
    ["processes", facts.events.refusedForks > 0 || raw.processesFull || isLimit(raw, "processes") || saysForkRefused(facts)],
    ["disk", raw.full.disk],
    ["inodes", raw.full.inodes],
    ["output", raw.stdout.cut || raw.stderr.cut],
    ["time", raw.stopped?.kind === "deadline"],
  ];
  return reached.filter(([, hit]) => hit).map(([limit]) => ({ limit, heldBy: facts.heldBy[limit] }));
}

/** The kernel does not count forks refused by an rlimit, and a full house may last a moment only; then the command's own message is what is left. */
function saysForkRefused(facts: RunFacts): boolean {
  if (facts.heldBy.processes !== "rlimit") return false;
  const { head, tail } = facts.raw.stderr.result();
  return /Cannot fork|fork: (?:retry: )?Resource temporarily unavailable|spawn \S+ EAGAIN|can't start new thread/.test(
    head.slice(0, messageBytes) + tail.slice(-messageBytes),
  );
}

const messageBytes = 256 * 1024;

function isLimit(raw: RawRun, limit: LimitName): boolean {
  return raw.stopped?.kind === "limit" && raw.stopped.limit === limit;
}
