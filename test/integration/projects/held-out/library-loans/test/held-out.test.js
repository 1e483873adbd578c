const { fine, totalFine } = require("../src/fines");

const loan = { book: "Emma", reader: "R-3", lentOn: "2026-01-05", due: "2026-01-26" };

test("fines grow by the day from the day after the last", () => {
  const days = ["2026-01-25", "2026-01-26", "2026-01-27", "2026-02-05"];
  expect(days.map((day) => fine(loan, day))).toEqual([0, 0, 20, 200]);
});

test("an early return does not pay for a late one", () => {
  const returns = ["2026-01-06", "2026-01-28"].map((returnedOn) => ({ loan, returnedOn }));
  expect(totalFine(returns)).toBe(40);
});
