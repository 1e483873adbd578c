import { describe, expect, it } from "vitest";
import { endOfExit } from "../../../../src/adapters/sandbox/run-end.js";

describe("the end of a command", () => {
  it.each([
    [0, { kind: "exited", exitCode: 0 }],
    [127, { kind: "exited", exitCode: 127 }],
    [139, { kind: "signalled", signal: "SIGSEGV", exitCode: 139 }],
    [255, { kind: "exited", exitCode: 255 }],
  ])("with status %i is %j", (status, end) => expect(endOfExit(status)).toEqual(end));
});
