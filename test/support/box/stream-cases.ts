import { expect } from "vitest";
import { type Bench, mebibyte } from "./bench.js";
import type { BoxCase } from "./case.js";
import { drive } from "./drive.js";

export const streamCases: readonly BoxCase[] = [
  { name: "67: a gigabyte without a newline costs constant memory", holds: floodIsBounded },
  { name: "67: an endless flood is cut at the deadline, head and tail kept", holds: endlessFloodEnds },
  { name: "67: NULs and bytes that are no UTF-8 arrive as text", holds: oddBytesArrive },
  { name: "68: reading from stdin ends at once", holds: stdinIsAtItsEnd },
  { name: "69: there is no terminal to write to", holds: thereIsNoTerminal },
  { name: "73: only the three streams are inherited", holds: onlyThreeDescriptors },
  { name: "the streams can be opened by name", holds: streamsHaveNames },
  { name: "both streams are kept apart and whole", holds: streamsAreApart },
  { name: "exit statuses arrive as they are, also those the engine uses itself", holds: statusesArrive },
];

async function floodIsBounded(bench: Bench): Promise<void> {
  const driven = await drive(bench, { command: "head -c 1073741824 /dev/zero; echo end", limits: { outputBytes: 8 * mebibyte, timeoutMs: 60_000 } });
  expect(driven.end).toEqual({ kind: "exited", exitCode: 0 });
  expect(driven.totalBytes).toBe(1024 ** 3 + 4);
  expect(driven.omittedBytes).toBe(1024 ** 3 + 4 - 8 * mebibyte);
  expect(driven.maxRssBytes).toBeLessThan(200 * mebibyte);
}

async function endlessFloodEnds(bench: Bench): Promise<void> {
  const result = await bench.run("echo first; yes flood", { limits: { timeoutMs: 1_000 } });
  expect(result.end).toEqual({ kind: "timed-out", afterMs: 1_000 });
  expect(result.durationMs).toBeLessThan(3_000);
  expect(result.stdout.head.startsWith("first\nflood\n")).toBe(true);
  expect(result.stdout.tail).toContain("flood\nflood\n");
  expect(result.limitsReached.map(({ limit }) => limit)).toContain("output");
}

async function oddBytesArrive(bench: Bench): Promise<void> {
  const result = await bench.run("printf 'a\\0b\\377\\376c\\033[31m\\r\\n'");
  expect(result.stdout).toEqual({ head: "a\0b\u{fffd}\u{fffd}c\u{1b}[31m\r\n", tail: "", omittedBytes: 0, totalBytes: 13 });
}

async function stdinIsAtItsEnd(bench: Bench): Promise<void> {
  const result = await bench.run("read line; echo $?; cat; python3 -c 'input()' 2>&1 | tail -1; head -c 1 | wc -c", { limits: { timeoutMs: 10_000 } });
  expect(result.end).toEqual({ kind: "exited", exitCode: 0 });
  expect(result.stdout.head).toBe("1\nEOFError: EOF when reading a line\n0\n");
}

async function thereIsNoTerminal(bench: Bench): Promise<void> {
  const result = await bench.python(`import fcntl, os, sys
for fd in (0, 1, 2): print(os.isatty(fd))
try: os.open("/dev/tty", os.O_RDWR); print("TERMINAL")
except OSError: print("no terminal")
try: fcntl.ioctl(0, 0x5412, b"x"); print("INJECTED")
except OSError: print("no injection")
`);
  expect(result.stdout.head).toBe("False\nFalse\nFalse\nno terminal\nno injection\n");
}

async function onlyThreeDescriptors(bench: Bench): Promise<void> {
  const program = "import os; print(sorted(int(f) for f in os.listdir('/proc/self/fd') if os.path.exists('/proc/self/fd/' + f)))";
  const driven = await drive(bench, { command: `python3 -c "${program}"`, openDescriptors: 20 });
  expect(driven.stdout).toBe("[0, 1, 2]\n");
}

async function streamsHaveNames(bench: Bench): Promise<void> {
  const result = await bench.run("echo one >/dev/stdout; echo two >/dev/stderr; echo three >>/proc/self/fd/1");
  expect([result.stdout.head, result.stderr.head]).toEqual(["one\nthree\n", "two\n"]);
}

async function streamsAreApart(bench: Bench): Promise<void> {
  const result = await bench.run("for n in 1 2 3; do echo out$n; echo err$n >&2; done; printf last");
  expect(result.stdout).toEqual({ head: "out1\nout2\nout3\nlast", tail: "", omittedBytes: 0, totalBytes: 19 });
  expect(result.stderr).toEqual({ head: "err1\nerr2\nerr3\n", tail: "", omittedBytes: 0, totalBytes: 15 });
}

async function statusesArrive(bench: Bench): Promise<void> {
  for (const status of [1, 96, 97, 98, 99, 124, 125, 126, 127]) {
    expect((await bench.run(`exit ${status}`)).end).toEqual({ kind: "exited", exitCode: status });
  }
  expect((await bench.run("kill -SEGV $$")).end).toEqual({ kind: "signalled", signal: "SIGSEGV", exitCode: 139 });
  expect((await bench.run("no-such-program-here")).end).toEqual({ kind: "exited", exitCode: 127 });
}
