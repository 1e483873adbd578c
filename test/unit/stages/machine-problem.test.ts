import { expect, test } from "vitest";
import { machineProblem } from "../../../src/stages/machine-problem.js";

test("a full disk is told with its place and the options that move what was written there", () => {
  const error = Object.assign(new Error("ENOSPC"), { code: "ENOSPC", path: "/disk/out", syscall: "write" });
  expect(machineProblem(error)).toBe(
    "/disk/out: no space is left on the disk (ENOSPC). Free some, or name another place: --out for the bundle, TMPDIR for the boxes.",
  );
});

test("a fault of the program is none of the machine's", () => {
  expect(machineProblem(new TypeError("x is not a function"))).toBeUndefined();
  expect(machineProblem("ENOSPC")).toBeUndefined();
});
