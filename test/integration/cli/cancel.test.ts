import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { JournalEvent } from "../../../src/domain/journal.js";
import { writeProject } from "../../support/cli/broken-project.js";
import { outcomeIn, runArguments, type StartedCommand, startHeal } from "../../support/cli/heal-command.js";
import { testFolder } from "../../support/cli/test-folder.js";
import { eventSeen, eventually, faultsOf, leftovers } from "../../support/cli/whole-bundle.js";
import { suiteRequires } from "../../support/requirements.js";

const patient = 180_000;
const promisedMs = 5_000;

type Sent = "SIGINT to the group" | "SIGINT" | "SIGTERM" | "SIGHUP" | "a burst of SIGTERM";

interface Cancelled {
  readonly out: string;
  readonly run: StartedCommand;
  readonly marker: string;
}

/** A run whose process group is its own, in which every command of the check carries the marker. */
function start(): Cancelled {
  const folder = testFolder();
  const marker = `marked-${process.pid}-${Math.random().toString(36).slice(2)}`;
  const out = join(folder, "out");
  const check = `: ${marker}; node --test`;
  return { out, marker, run: startHeal(runArguments({ cwd: writeProject(join(folder, "project")), check, out }), { group: "own" }) };
}

async function send({ run }: Cancelled, sent: Sent): Promise<void> {
  const pid = run.child.pid ?? 0;
  if (sent === "SIGINT to the group") process.kill(-pid, "SIGINT");
  else if (sent === "a burst of SIGTERM") await sendBurst(pid);
  else process.kill(pid, sent);
}

/** The system makes one of those that come before the first was taken, so each waits for that. */
async function sendBurst(pid: number): Promise<void> {
  for (let times = 0; times < 3; times += 1) {
    process.kill(pid, "SIGTERM");
    await eventually(() => !isPending(pid), 500);
  }
}

const terminate = 1n << 14n;

function isPending(pid: number): boolean {
  const [, mask = "0"] = /^ShdPnd:\s*(\w+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return (BigInt(`0x${mask}`) & terminate) !== 0n;
}

/** The first signal may have ended the run already: then there is nobody to receive a second one. */
async function sendIfAlive(cancelled: Cancelled, sent: Sent): Promise<void> {
  try {
    await send(cancelled, sent);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

async function expectGone({ run, marker }: Cancelled): Promise<void> {
  expect(await eventually(() => leftovers(run.child.pid, marker).length === 0, 1_000), leftovers(run.child.pid, marker).join("\n")).toBe(true);
}

const started = (phase: string) => (event: JournalEvent) => event.type === phase;

suiteRequires("bubblewrap")("a run that is told to end", () => {
  test.each<[string, Sent, (event: JournalEvent) => boolean]>([
    ["while the box is made", "SIGINT to the group", started("run-started")],
    ["while the box is made", "SIGTERM", started("run-started")],
    ["at baseline", "SIGINT to the group", started("box-ready")],
    ["at baseline", "SIGHUP", started("box-ready")],
    ["in repair", "SIGINT to the group", started("attempt-started")],
    ["in repair", "SIGINT", started("candidate-tried")],
    ["in the proof", "SIGINT to the group", started("attempt-ended")],
    ["in the proof", "SIGTERM", started("proof-step")],
    ["at baseline", "a burst of SIGTERM", started("box-ready")],
    ["in repair", "a burst of SIGTERM", started("candidate-tried")],
  ])(
    "%s by %s ends within five seconds, cancelled, with a whole bundle and nothing left running",
    async (_stage, sent, moment) => {
      const cancelled = start();
      const ended = (): boolean => cancelled.run.child.exitCode !== null;
      expect(await eventSeen(cancelled.out, moment, ended)).toBe(true);
      const before = performance.now();
      await send(cancelled, sent);
      const result = await cancelled.run.ended;
      expect(performance.now() - before, result.stderr).toBeLessThan(promisedMs);
      expect({ status: result.status, faults: await faultsOf(cancelled.out) }, result.stderr).toEqual({ status: 130, faults: [] });
      expect(outcomeIn(cancelled.out)).toMatchObject({
        ...{ outcome: "cancelled", stopReason: "cancelled" },
        summary: "The run was cancelled; what was found so far is in the bundle.",
      });
      await expectGone(cancelled);
    },
    patient,
  );

  test(
    "and told otherwise ends at once",
    async () => {
      const cancelled = start();
      expect(await eventSeen(cancelled.out, started("box-ready"), () => cancelled.run.child.exitCode !== null)).toBe(true);
      const before = performance.now();
      await send(cancelled, "SIGINT");
      await sendIfAlive(cancelled, "SIGTERM");
      const { status } = await cancelled.run.ended;
      expect(status).toBe(130);
      expect(performance.now() - before).toBeLessThan(1_000);
      expect(await eventually(() => leftovers(undefined, cancelled.marker).length === 0, promisedMs)).toBe(true);
    },
    patient,
  );
});
