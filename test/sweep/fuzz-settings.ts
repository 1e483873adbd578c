import * as fc from "fast-check";
import { SetupError } from "../../src/domain/errors.js";
import { healYmlKeys, parseHealYml } from "../../src/settings/heal-yml.js";
import { makePlan } from "../../src/settings/plan.js";
import type { Sweep } from "./trial.js";

const runsPerTrial = 500;

const key = fc.oneof(fc.constantFrom(...healYmlKeys, "memory-mib", "timeout-seconds", "__proto__", "<<", "? ", "*a", "&a"), fc.string());
const scalar = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.double().map(String),
  fc.integer().map(String),
  fc.constantFrom("", "~", "true", "none", "auto", ".inf", "1e999", "0x10", "!!binary aGk=", "!!set {a}", "&a [*a]", "*a", "|", ">-", "2026-01-01", '"\\0"'),
);
const yaml = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { depthSize: "small" },
    scalar,
    fc.array(tie("node"), { maxLength: 4 }).map((items) => `[${items.join(", ")}]`),
    fc.array(fc.tuple(key, tie("node")), { maxLength: 4 }).map((pairs) => `{${pairs.map(([name, value]) => `${name}: ${value}`).join(", ")}}`),
  ),
})).node;
const file = fc.oneof(
  fc.array(fc.tuple(key, yaml), { maxLength: 6 }).map((pairs) => pairs.map(([name, value]) => `${name}: ${value}\n`).join("")),
  fc.string({ unit: "binary" }),
);

/** Any text as heal.yml: it is settings that make a plan of sound numbers, or an error that names the file. */
export const settingsFuzz: Sweep = {
  name: "settings",
  count: async () => 400,
  trial: async (index, seed) => {
    const result = fc.check(fc.property(file, isRead), { numRuns: runsPerTrial, seed: seed + index });
    return result.failed ? [`${JSON.stringify(result.counterexample)}: ${String(result.errorInstance)}`] : [];
  },
};

function isRead(text: string): void {
  try {
    const plan = makePlan(parseHealYml(text, "heal.yml"), { checks: ["true"] }, { root: "/", baseCommit: null, version: "0", randomSeed: 1 });
    const numbers = Object.values(plan.limits);
    if (!numbers.every((value) => Number.isFinite(value) && value > 0)) throw new Error(`limits ${JSON.stringify(plan.limits)}`);
  } catch (error) {
    if (!(error instanceof SetupError) || !error.message.startsWith("heal.yml")) throw error;
  }
}
