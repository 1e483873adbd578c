import { expect, it } from "vitest";
import { steadyMessage } from "../../../../src/evidence/shape/fingerprint.js";

it.each([
  ["no label for 'x' at 0x7f3a10", "no label for 'yy' at 0x11aa22"],
  ["assert 2 == 1", "assert 30 == 4.5"],
  ["cannot open /home/a/b.db: gone", "cannot open /srv/c/d/e.db: gone"],
])("%s and %s are the same message", (left, right) => {
  expect(steadyMessage(left)).toBe(steadyMessage(right));
});

it("different words are different messages", () => {
  expect(steadyMessage("assert 1 == 2")).not.toBe(steadyMessage("assert 1 in 2"));
});
