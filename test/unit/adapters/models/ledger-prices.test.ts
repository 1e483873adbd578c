import { expect, test } from "vitest";
import { Ledger } from "../../../../src/adapters/models/ledger.js";
import { worstPromptTokens } from "../../../../src/adapters/models/prompt-size.js";
import { Budget, defaultBudgetLimits } from "../../../../src/domain/budget.js";
import { CannedModel, text } from "../../../support/model-server/canned-model.js";
import { askFor } from "../../../support/model-server/client.js";

const request = askFor();
const signal = new AbortController().signal;
const price = { input: 1_000, output: 10_000 };

test("calls without a known price loosen the limit on money for no other call: the priced part goes on being limited", async () => {
  const budget = new Budget({ ...defaultBudgetLimits, operatorMs: 60_000, maxCost: 1.15 }, 0);
  const ledger = new Ledger({ budget, clock: { now: () => 0 }, record: async () => undefined });
  const model = new CannedModel(text("done"));
  const coder = ledger.watch(model, price);
  const repair = ledger.watch(model, null);
  const kinds = [];
  for (const one of [repair, coder, repair, coder, repair, coder]) kinds.push((await one.complete(request, signal)).kind);
  // One priced call takes 0.07 dollars and may take 1 and a little for its prompt, so a second fits and a third does not.
  expect(kinds).toEqual(["text", "text", "text", "text", "text", "not-affordable"]);
  expect(await coder.complete(request, signal)).toEqual({
    kind: "not-affordable",
    limit: "max-cost",
    needs: (worstPromptTokens(request) * 1_000 + 100 * 10_000) / 1e6,
    left: 1.15 - 0.14,
  });
  expect(ledger.spent.usd).toBeNull();
});
