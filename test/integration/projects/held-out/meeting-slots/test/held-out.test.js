import { expect, it } from "vitest";
import { busyStretches } from "../src/busy.js";
import { freeSlots } from "../src/free-slots.js";

it("joins a whole row of meetings that touch", () => {
  const row = [0, 1, 2, 3].map((hour) => ({ start: hour * 60, end: hour * 60 + 60 }));
  expect(busyStretches(row)).toEqual([{ start: 0, end: 240 }]);
});

it("keeps a gap of one minute", () => {
  const meetings = [
    { start: 60, end: 90 },
    { start: 91, end: 120 },
  ];
  expect(freeSlots({ start: 60, end: 120 }, meetings, 1)).toEqual([{ start: 90, end: 91 }]);
});
