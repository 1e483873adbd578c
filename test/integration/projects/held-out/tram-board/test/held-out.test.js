import assert from "node:assert/strict";
import { boardOf } from "../src/board.js";

const timetable = ["08:00", "08:05", "08:10", "08:15"].map((time) => ({ line: 3, towards: "Mill", time }));

describe("rows of a board", () => {
  it("are as many as set, three when nothing is set", () => {
    const shown = [0, 1, 2, 4, undefined, null].map((rows) => boardOf({ timetable, notices: [], rows }, "08:00").length);
    assert.deepEqual(shown, [0, 1, 2, 4, 3, 3]);
  });
});
