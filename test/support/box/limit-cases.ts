import { setTimeout as delay } from "node:timers/promises";
import { expect } from "vitest";
import type { BoxResult } from "../../../src/ports/sandbox.js";
import { type Bench, mebibyte } from "./bench.js";
import type { BoxCase } from "./case.js";
import { eventually, ownMark, processesWith, sleepers } from "./host.js";
import { watchOwnDisk } from "./own-disk.js";

export const limitCases: readonly BoxCase[] = [
  { name: "61: a fork bomb is contained, named, and gone", holds: forkBombIsContained },
  { name: "62: a memory bomb ends in its box and is named", holds: memoryBombIsNamed },
  { name: "63: a full disk is the box's own, in the tree, in /tmp and at home", holds: diskIsLimited },
  { name: "63: files run out before the host's do", holds: inodesAreLimited },
  { name: "63: a sparse file costs the host nothing", holds: sparseFilesCostNothing },
  { name: "65: daemonised, detached, deaf and stopped processes are gone two seconds after the deadline", holds: treeIsGoneAtDeadline },
  { name: "65: what a command leaves running is gone with it", holds: nothingOutlivesItsCommand },
  { name: "a cancelled command ends at once", holds: cancelEnds },
  { name: "the processor limit holds", holds: processorsAreLimited },
];

function names(result: BoxResult): string[] {
  return result.limitsReached.map(({ limit }) => limit);
}

async function forkBombIsContained(bench: Bench): Promise<void> {
  const counted = await bench.python(`import os, sys, time
n = 0
try:
    while n < 400:
        if os.fork() == 0:
            time.sleep(30); os._exit(0)
        n += 1
except OSError as e:
    print("refused", n)
    time.sleep(0.5)
`);
  expect(counted.stdout.head).toMatch(/^refused \d+\n$/);
  expect(Number(/\d+/.exec(counted.stdout.head)?.[0])).toBeLessThanOrEqual(70);
  expect(names(counted)).toContain("processes");
  const bomb = await bench.run("b() { b 61616161 | b 61616161 & }; b 61616161; sleep 1; exit 5", { limits: { timeoutMs: 4_000 } });
  expect(bomb.end.kind).not.toBe("not-started");
  expect(names(bomb)).toContain("processes");
  expect(await eventually(() => processesWith("61616161").length === 0, 2_000)).toBe(true);
  expect(await bench.say("echo alive")).toBe("alive\n");
}

async function memoryBombIsNamed(bench: Bench): Promise<void> {
  const result = await bench.python("x = []\nwhile True: x.append(bytearray(8 << 20))");
  expect(names(result)).toContain("memory");
  expect(result.end).toMatchObject({ kind: "limit-reached", limit: "memory" });
  expect(await bench.say("echo alive")).toBe("alive\n");
}

/** What a box wrote is held for as long as it lives, and by nothing afterwards. The whole content is brought to the disk, so that it would be seen there. */
async function diskIsLimited(bench: Bench): Promise<void> {
  const heldBytes = watchOwnDisk(bench.engine);
  for (const place of [".", "/tmp", "$HOME"]) {
    const fill = `dd if=/dev/zero of="${place}/fill" bs=1M count=200 conv=fsync; code=$?; wc -c <"${place}/fill"`;
    const running = bench.run(`${fill}; sync; sleep 1; exit $code`);
    expect(await eventually(() => heldBytes() > 40 * mebibyte, 15_000)).toBe(true);
    const result = await running;
    expect(result.end).toEqual({ kind: "exited", exitCode: 1 });
    expect(Number(result.stdout.head)).toBeLessThanOrEqual(48 * mebibyte);
    expect(names(result)).toContain("disk");
    expect(await eventually(() => heldBytes() < leftBytes, 5_000)).toBe(true);
  }
  expect(names(await bench.run("true"))).toEqual([]);
}

/** For the metadata of an emptied disk and the small files of the next command; a sixth of what a box may write. */
const leftBytes = 8 * mebibyte;

async function inodesAreLimited(bench: Bench): Promise<void> {
  const result = await bench.python(`import os
n = 0
os.mkdir("many")
try:
    while n < 20000:
        open(f"many/{n}", "w").close(); n += 1
except OSError as e:
    print(e.errno, n)
    raise SystemExit(9)
`);
  expect(result.end).toEqual({ kind: "exited", exitCode: 9 });
  expect(result.stdout.head).toMatch(/^28 \d+/);
  expect(names(result)).toContain("inodes");
}

async function sparseFilesCostNothing(bench: Bench): Promise<void> {
  const heldBytes = watchOwnDisk(bench.engine);
  const running = bench.run("truncate -s 40M sparse; stat -c %s sparse; sync sparse; truncate -s 1T giant; sleep 1");
  let most = 0;
  const ended = running.then(() => true);
  while (!(await Promise.race([ended, delay(50, false)]))) most = Math.max(most, heldBytes());
  expect((await running).stdout.head).toBe(`${40 * mebibyte}\n`);
  expect(most).toBeLessThan(leftBytes);
}

const zoo = (mark: string): string => `import os, signal, subprocess, sys, time
mark = "${mark}"
def sleeper(prelude=None):
    return subprocess.Popen(["sleep", mark], preexec_fn=prelude)
sleeper()
sleeper(os.setsid)
subprocess.Popen(["nohup", "sleep", mark], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.execvp("sleep", ["sleep", mark])
    os._exit(0)
subprocess.Popen(["sh", "-c", "trap '' TERM INT HUP QUIT; while :; do sleep " + mark + "; done"])
stopped = sleeper(); os.kill(stopped.pid, signal.SIGSTOP)
subprocess.Popen(["sh", "-c", "while :; do sleep " + mark + " & sleep 0.2; done"])
subprocess.Popen(["setsid", "-f", "sh", "-c", "sleep " + mark + " >/dev/null 2>&1 </dev/null"])
print("zoo stands", flush=True)
signal.signal(signal.SIGTERM, signal.SIG_IGN)
`;

async function treeIsGoneAtDeadline(bench: Bench): Promise<void> {
  const mark = ownMark(65);
  const started = performance.now();
  const running = bench.python(`${zoo(mark)}time.sleep(60)`, { limits: { timeoutMs: 1_500 } });
  expect(await eventually(() => sleepers(mark).length >= 6, 15_000)).toBe(true);
  const result = await running;
  expect(result.end).toEqual({ kind: "timed-out", afterMs: 1_500 });
  expect(result.stdout.head).toBe("zoo stands\n");
  expect(names(result)).toContain("time");
  expect(result.durationMs).toBeLessThan(1_500 + 2_000);
  expect(performance.now() - started).toBeLessThan(20_000);
  expect(sleepers(mark)).toEqual([]);
}

async function nothingOutlivesItsCommand(bench: Bench): Promise<void> {
  const mark = ownMark(66);
  const result = await bench.python(`${zoo(mark)}time.sleep(0.5)`);
  expect(result.end, JSON.stringify(result.end)).toEqual({ kind: "exited", exitCode: 0 });
  expect(await eventually(() => sleepers(mark).length === 0, 2_000)).toBe(true);
}

async function cancelEnds(bench: Bench): Promise<void> {
  const abort = new AbortController();
  const mark = ownMark(67);
  const running = bench.run(`sleep ${mark}`, { signal: abort.signal });
  await eventually(() => sleepers(mark).length > 0, 10_000);
  abort.abort();
  const asked = performance.now();
  expect((await running).end).toEqual({ kind: "cancelled" });
  expect(performance.now() - asked).toBeLessThan(3_000);
  expect(await eventually(() => sleepers(mark).length === 0, 2_000)).toBe(true);
}

/** Two busy processes on one processor's worth of time use about the wall clock's time together, not twice. */
async function processorsAreLimited(bench: Bench): Promise<void> {
  await delay(0);
  const result = await bench.python(`import os, time
start = time.time()
child = os.fork()
while time.time() - start < 1.5: pass
if child == 0: os._exit(0)
os.waitpid(child, 0)
t = os.times()
print(round((t.user + t.system + t.children_user + t.children_system) / (time.time() - start), 2))
`);
  expect(Number(result.stdout.head)).toBeLessThan(1.3);
}
