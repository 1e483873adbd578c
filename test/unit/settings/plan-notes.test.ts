import { describe, expect, it } from "vitest";
import type { GivenSettings } from "../../../src/settings/given.js";
import { parseHealYml } from "../../../src/settings/heal-yml.js";
import { planNotes } from "../../../src/settings/plan.js";

const given = { model: "house-model", key: "given", baseUrl: "https://models.example/v1" } as const;
const notes = (more: GivenSettings, file = "") => planNotes(parseHealYml(file, "heal.yml"), { checks: ["true"], ...given, ...more });
const price = "{input: 1, output: 2}";

describe("what a reader must know of prices", () => {
  it("is nothing where each is known or no limit was set", () => {
    expect(notes({})).toEqual([]);
    expect(notes({ maxCost: 0.5 }, `prices: {house-model: ${price}}\n`)).toEqual([]);
    expect(notes({ maxCost: 0.5, model: "scripted:replies.yml" })).toEqual([]);
  });

  it("is that a limit on money holds for no call whose price is not known", () => {
    expect(notes({ maxCost: 0.5 })).toEqual([
      "`max-cost` (0.5 US dollars) does not hold for house-model: no price is known for it, so `max-tokens` alone limits its calls. Set `prices` in the settings file.",
    ]);
    expect(notes({ maxCost: 0.5, repairModel: "other" }, `prices: {house-model: ${price}}\n`)).toEqual([
      "`max-cost` (0.5 US dollars) does not hold for other: no price is known for it, so `max-tokens` alone limits its calls. Set `prices` in the settings file.",
    ]);
  });

  it("is not said of the limit that holds when none was set", () => {
    expect(notes({ maxCost: 2 })).toEqual([]);
  });

  it("is a name in `prices` that no model of the run has", () => {
    expect(notes({}, `prices: {house-modle: ${price}, house-model: ${price}, constructor: ${price}}\n`)).toEqual([
      "`prices` names house-modle, constructor, and no model of this run is called so: these prices are not used. The run asks house-model.",
    ]);
    expect(notes({ coder: "operators" }, `prices: {other: ${price}}\n`)).toEqual(["The model house-model was not asked: the coder is `operators`."]);
  });
});
