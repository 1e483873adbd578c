import { expect, it } from "vitest";
import { eventLine } from "../../../src/render/event-line.js";
import { progressLine } from "../../../src/render/progress-line.js";
import { journalFixture, linesOf } from "../../support/journal.js";

it("every event of a real run is one line without control characters", () => {
  for (const line of journalFixture("healed-two-faults")) {
    const text = eventLine(line) ?? "";
    expect(text).not.toMatch(/\p{Cc}/u);
    expect(text.length).toBeLessThan(520);
  }
});

it("text of the project cannot move the cursor or forge a line", () => {
  const [line] = linesOf({ type: "note", text: "red\u001b[2J\u001b]0;owned\u0007\r\n::error::forged\u202e" });
  expect(line && eventLine(line)).toBe("   0.0s  red ::error::forged\\u{202e}");
});

it("progress says stage, attempt, candidate, time left and the last verdict, as far as known", () => {
  const repair = { stage: "repair", attempt: 2, candidate: { number: 12, of: 200 }, timeLeftMs: 1_052_400 } as const;
  expect(progressLine(repair, "still-failing")).toBe("repair | attempt 2 | candidate 12 of 200 | 17:33 left | last: still-failing");
  expect(progressLine({ stage: "baseline", timeLeftMs: 60_000 })).toBe("baseline | 1:00 left");
});
