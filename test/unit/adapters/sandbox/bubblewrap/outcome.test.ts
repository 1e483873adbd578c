import { describe, expect, it } from "vitest";
import type { RawRun } from "../../../../../src/adapters/sandbox/engines/bubblewrap/box-run.js";
import { limitsReached, type RunFacts, runEnd } from "../../../../../src/adapters/sandbox/engines/bubblewrap/outcome.js";
import { OutputCapture } from "../../../../../src/adapters/sandbox/output-capture.js";
import { defaultBoxLimits, type LimitHolders } from "../../../../../src/domain/limits.js";

const heldBy: LimitHolders = {
  memory: "cgroup",
  processes: "rlimit",
  cpus: "cgroup",
  disk: "file-system",
  inodes: "file-system",
  output: "watchdog",
  time: "watchdog",
  network: "namespace",
};

function facts(more: Partial<Omit<RunFacts, "raw">> = {}, raw: Partial<RawRun> = {}, stderrText = ""): RunFacts {
  const stderr = new OutputCapture(1_000);
  stderr.write(Buffer.from(stderrText));
  const plain: RawRun = {
    ...{ stdout: new OutputCapture(10), stderr, durationMs: 1, stopped: null, processesFull: false, exitCode: 0, startError: null },
    full: { disk: false, inodes: false },
  };
  return {
    ...{
      limits: defaultBoxLimits,
      heldBy,
      events: { memoryKills: 0, refusedForks: 0 },
      marked: true,
      setupLog: "",
    },
    ...more,
    raw: { ...plain, ...raw },
  };
}

describe("how a command in a box ended", () => {
  it("follows its exit status", () => expect(runEnd(facts({}, { exitCode: 3 }))).toEqual({ kind: "exited", exitCode: 3 }));

  it("is not taken for the command's when the box never came up", () => {
    expect(runEnd(facts({ marked: false }, { exitCode: 1 }, "bwrap: setting up uid map: Permission denied\n"))).toEqual({
      kind: "not-started",
      reason: "bwrap: setting up uid map: Permission denied",
    });
    expect(runEnd(facts({ marked: false, setupLog: "mount: no loop device\n" }, { exitCode: null }))).toEqual({
      kind: "not-started",
      reason: "mount: no loop device",
    });
    expect(runEnd(facts({ marked: true }, { exitCode: null }))).toMatchObject({ kind: "not-started" });
  });

  it("is the memory limit only when the kernel killed for memory and the command died of it", () => {
    expect(runEnd(facts({ events: { memoryKills: 1, refusedForks: 0 } }, { exitCode: 137 }))).toEqual({
      kind: "limit-reached",
      limit: "memory",
      heldBy: "cgroup",
    });
    expect(runEnd(facts({}, { exitCode: 137 }))).toEqual({ kind: "signalled", signal: "SIGKILL", exitCode: 137 });
    expect(runEnd(facts({ events: { memoryKills: 1, refusedForks: 0 } }, { exitCode: 1 }))).toEqual({ kind: "exited", exitCode: 1 });
  });

  it("is our own doing when we stopped it, whatever the status", () => {
    expect(runEnd(facts({}, { exitCode: 137, stopped: { kind: "deadline" } }))).toEqual({ kind: "timed-out", afterMs: 300_000 });
    expect(runEnd(facts({}, { exitCode: null, stopped: { kind: "cancelled" } }))).toEqual({ kind: "cancelled" });
    expect(runEnd(facts({}, { exitCode: 137, stopped: { kind: "limit", limit: "processes" } }))).toEqual({
      kind: "limit-reached",
      limit: "processes",
      heldBy: "rlimit",
    });
  });
});

describe("limits that a command met", () => {
  it("are none in a quiet run", () => expect(limitsReached(facts())).toEqual([]));

  it("are told with what held each", () => {
    const met = limitsReached(
      facts({ events: { memoryKills: 2, refusedForks: 0 } }, { stopped: { kind: "deadline" }, full: { disk: true, inodes: true } }, "sh: 1: Cannot fork\n"),
    );
    expect(met).toEqual([
      { limit: "memory", heldBy: "cgroup" },
      { limit: "processes", heldBy: "rlimit" },
      { limit: "disk", heldBy: "file-system" },
      { limit: "inodes", heldBy: "file-system" },
      { limit: "time", heldBy: "watchdog" },
    ]);
  });
});
