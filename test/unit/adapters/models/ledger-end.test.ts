import { expect, test } from "vitest";
import { Ledger } from "../../../../src/adapters/models/ledger.js";
import { worstPromptTokens } from "../../../../src/adapters/models/prompt-size.js";
import { Budget, defaultBudgetLimits } from "../../../../src/domain/budget.js";
import type { ModelCall } from "../../../../src/domain/model-call.js";
import { CannedModel } from "../../../support/model-server/canned-model.js";
import { askFor } from "../../../support/model-server/client.js";

const request = askFor();
const worst = { input: worstPromptTokens(request), output: request.maxOutputTokens };
const deaf = new CannedModel(() => new Promise(() => undefined));

function desk(maxMinutes: number) {
  const calls: ModelCall[] = [];
  const budget = new Budget({ ...defaultBudgetLimits, operatorMs: 60_000, maxMinutes }, 0);
  return { ledger: new Ledger({ budget, clock: { now: () => 0 }, record: async (call) => void calls.push(call) }), calls };
}

test("a model that does not let go is left behind when its caller gives up, and charged its worst case", async () => {
  const { ledger, calls } = desk(20);
  const end = new AbortController();
  const reply = ledger.watch(deaf, null).complete(request, end.signal);
  end.abort();
  expect(await reply).toEqual({ kind: "cancelled", begun: true });
  expect(calls).toMatchObject([{ charged: worst }]);
});

test("a model that does not let go is left behind when the run's time is over", async () => {
  const { ledger, calls } = desk(0.0005);
  expect(await ledger.watch(deaf, null).complete(request, new AbortController().signal)).toEqual({ kind: "not-affordable", limit: "max-time" });
  expect(calls).toMatchObject([{ charged: worst }]);
});
