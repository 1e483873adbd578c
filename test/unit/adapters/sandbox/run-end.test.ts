import { describe, expect, it } from "vitest";
import { endOfExit, endWords } from "../../../../src/adapters/sandbox/run-end.js";

describe("the end of a command", () => {
  it.each([
    [0, { kind: "exited", exitCode: 0 }],
    [127, { kind: "exited", exitCode: 127 }],
    [139, { kind: "signalled", signal: "SIGSEGV", exitCode: 139 }],
    [255, { kind: "exited", exitCode: 255 }],
  ])("with status %i is %j", (status, end) => expect(endOfExit(status)).toEqual(end));

  it.each([
    [{ kind: "exited", exitCode: 2 }, "ended with exit status 2"],
    [{ kind: "signalled", signal: "SIGSEGV", exitCode: 139 }, "was ended by SIGSEGV (exit status 139)"],
    [{ kind: "timed-out", afterMs: 20_000 }, "was stopped after 20 s"],
    [{ kind: "limit-reached", limit: "memory", heldBy: "cgroup" }, "was stopped by the memory limit"],
    [{ kind: "not-started", reason: "no room" }, "did not start: no room"],
    [{ kind: "cancelled" }, "was cancelled"],
  ] as const)("%j is told in words", (end, words) => expect(endWords(end)).toBe(words));
});
