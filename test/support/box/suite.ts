import { afterAll, beforeAll, test } from "vitest";
import { Bench, type BoxedEngine } from "./bench.js";
import { breakageCases } from "./breakage-cases.js";
import type { BoxCase } from "./case.js";
import { removeDriver } from "./drive.js";
import { fileCases } from "./file-cases.js";
import { layerCases } from "./layer-cases.js";
import { limitCases } from "./limit-cases.js";
import { networkCases } from "./network-cases.js";
import { secretCases } from "./secret-cases.js";
import { streamCases } from "./stream-cases.js";

/** What every engine owes for every user; the numbers are those of the threat model's list of adversarial cases. */
export const boxCases: readonly BoxCase[] = [...secretCases, ...fileCases, ...limitCases, ...networkCases, ...streamCases, ...layerCases, ...breakageCases];

/** Registers every case for an engine, as the user who runs the tests. */
export function conformanceOf(engine: BoxedEngine): void {
  let bench: Bench;
  beforeAll(async () => {
    bench = await Bench.open(engine);
  });
  afterAll(async () => {
    await bench?.close();
    removeDriver();
  });
  for (const { name, holds } of boxCases) test(name, () => holds(bench));
}
