import { randomInt } from "node:crypto";
import { expect, test } from "vitest";
import { suiteRequires } from "../../support/requirements.js";
import { readersFuzz } from "../../sweep/fuzz-readers.js";
import { settingsFuzz } from "../../sweep/fuzz-settings.js";
import { killSweep } from "../../sweep/kills.js";
import { signalSweep } from "../../sweep/signals.js";

const patient = 300_000;

/** Set HEAL_SWEEP_SEED to see the same trials again. */
const seed = Number(process.env.HEAL_SWEEP_SEED ?? randomInt(2 ** 20));

const pick = (below: number, salt: number): number => (seed * 7919 + salt * 104_729) % below;

test(`any text as settings is read or refused [seed ${seed}]`, { timeout: patient }, async () => {
  expect(await settingsFuzz.trial(pick(400, 1), seed)).toEqual([]);
});

test(`damaged reports are read [seed ${seed}]`, { timeout: patient }, async () => {
  const count = await readersFuzz.count();
  for (const salt of [1, 2, 3]) expect(await readersFuzz.trial(pick(count, salt), seed)).toEqual([]);
});

suiteRequires("bubblewrap")("a run", () => {
  test.each([1, 2, 3])(`killed after an event drawn by draw %i of seed ${seed} leaves what can be read and swept`, { timeout: patient }, async (salt) => {
    expect(await killSweep.trial(pick(12, salt), seed)).toEqual([]);
  });

  test.each([1, 2, 3])(`signalled at a moment drawn by draw %i of seed ${seed} ends whole`, { timeout: patient }, async (salt) => {
    expect(await signalSweep.trial(pick(60, salt), seed)).toEqual([]);
  });
});
