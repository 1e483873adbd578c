import { expect, it } from "vitest";
import { reviewRules } from "../../../src/acceptance/review/rules.js";
import { isRisk } from "../../../src/domain/review.js";

it("every rule that guards against an attacker is a risk a person has to look at; rules of craft are none", () => {
  const craft = ["error-swallowed", "oversized-addition", "complexity-growth", "quadratic-loop", "dead-hunk"];
  expect(reviewRules.filter((rule) => !isRisk({ source: rule.id })).map(({ id }) => id)).toEqual(craft);
  expect(["tester", "reviewer"].some((source) => isRisk({ source }))).toBe(false);
});
