import { expect, it } from "vitest";
import { mcnemar } from "../../../bench/repair/mcnemar.js";

it("the exact McNemar test gives the two-sided binomial chance of the pairs that differ", () => {
  expect(mcnemar(20, 6)).toBeCloseTo(0.00936, 5);
  expect(mcnemar(6, 20)).toBeCloseTo(0.00936, 5);
  expect(mcnemar(13, 6)).toBeCloseTo(0.16707, 5);
  expect(mcnemar(5, 0)).toBeCloseTo(0.0625, 5);
});

it("arms that never differ are no evidence", () => {
  expect(mcnemar(0, 0)).toBe(1);
  expect(mcnemar(4, 4)).toBe(1);
});
