import { type BudgetLimits, defaultBudgetLimits } from "../domain/budget.js";
import type { Check } from "../domain/check.js";
import { SetupError } from "../domain/errors.js";
import { type BoxLimits, defaultBoxLimits } from "../domain/limits.js";
import { type ModelPlan, unpricedModels } from "../domain/model-plan.js";
import type { RunPlan } from "../domain/run-plan.js";
import type { GivenSettings } from "./given.js";
import type { HealYml } from "./heal-yml.js";
import { chooseModel } from "./model-plan.js";
import { taskPlan } from "./task-plan.js";

/** Facts of the run that no one sets. */
export interface RunFacts {
  readonly root: string;
  readonly baseCommit: string | null;
  readonly version: string;
  /** Used when no seed was given. */
  readonly randomSeed: number;
}

const confirmations = 3;

/** Defaults ← heal.yml ← inputs or flags. Throws SetupError when no check is known. */
export function makePlan(file: HealYml, given: GivenSettings, facts: RunFacts): RunPlan {
  const commands = given.checks !== undefined && given.checks.length > 0 ? given.checks : (file.checks ?? []);
  if (commands.length === 0)
    throw new SetupError(
      "No check is given, so Heal does not know what has to be green. Name one with --check (or the `checks` input, or `checks:` in .github/heal.yml), for example `npm test`.",
    );
  if (commands.some((command) => command.trim() === ""))
    throw new SetupError("A check is empty, so it would be green whatever the code does. Name a command, for example `npm test`.");
  const choice = chooseModel(file, given);
  const model = choice.kind === "model" ? choice.plan : null;
  const task = taskPlan(file, given.task, choice);
  return {
    root: facts.root,
    checks: commands.map((command, index) => makeCheck(command, index, given.directory ?? "")),
    coder: given.coder ?? "auto",
    engine: given.sandbox ?? file.sandbox ?? "auto",
    model,
    budget: budgetLimits(given, model === null ? "alone" : "before-a-model"),
    limits: boxLimits(file.limits ?? {}),
    confirmations,
    partial: false,
    seed: given.seed ?? facts.randomSeed,
    protectedGlobs: file.protected ?? [],
    allowGlobs: file.allow ?? [],
    baseCommit: facts.baseCommit,
    dryRun: given.dryRun === "yes",
    version: facts.version,
    ...(task === undefined ? {} : { task }),
  };
}

/** What a reader of the report must know of the settings beside the plan. */
export function planNotes(file: HealYml, given: GivenSettings): readonly string[] {
  const choice = chooseModel(file, given);
  if (choice.kind === "none") return choice.note === null ? [] : [choice.note];
  return [...unlimitedNote(choice.plan, given), ...unusedPricesNote(choice.plan, file)];
}

/** The limit that holds when none was set is no promise to anybody. */
function unlimitedNote(plan: ModelPlan, { maxCost = defaultBudgetLimits.maxCost }: GivenSettings): string[] {
  const unpriced = unpricedModels(plan);
  if (maxCost === defaultBudgetLimits.maxCost || unpriced.length === 0) return [];
  const known =
    unpriced.length === 1
      ? "no price is known for it, so `max-tokens` alone limits its calls"
      : "no prices are known for them, so `max-tokens` alone limits their calls";
  return [`\`max-cost\` (${maxCost} US dollars) does not hold for ${unpriced.join(" and ")}: ${known}. Set \`prices\` in the settings file.`];
}

function unusedPricesNote({ name, repairName }: ModelPlan, { prices = {} }: HealYml): string[] {
  const unused = Object.keys(prices).filter((model) => model !== name && model !== repairName);
  if (unused.length === 0) return [];
  const asked = repairName === null ? name : `${name} and ${repairName}`;
  const what = unused.length === 1 ? "this price is" : "these prices are";
  return [`\`prices\` names ${unused.join(", ")}, and no model of this run is called so: ${what} not used. The run asks ${asked}.`];
}

/** A search that a model follows leaves it the time. */
const operatorMsBeforeModel = 60_000;

function budgetLimits(given: GivenSettings, search: "alone" | "before-a-model"): BudgetLimits {
  const maxMinutes = given.maxMinutes ?? defaultBudgetLimits.maxMinutes;
  const half = (maxMinutes * 60_000) / 2;
  return {
    maxAttempts: given.maxAttempts ?? defaultBudgetLimits.maxAttempts,
    maxMinutes,
    maxTokens: given.maxTokens ?? defaultBudgetLimits.maxTokens,
    maxCost: given.maxCost ?? defaultBudgetLimits.maxCost,
    candidatesPerParent: defaultBudgetLimits.candidatesPerParent,
    samplesFirst: defaultBudgetLimits.samplesFirst,
    opinions: defaultBudgetLimits.opinions,
    slowCaseMs: defaultBudgetLimits.slowCaseMs,
    operatorMs: search === "alone" ? half : Math.min(half, operatorMsBeforeModel),
  };
}

function makeCheck(command: string, index: number, directory: string): Check {
  return { name: `check-${index + 1}`, command: command.trim(), kind: "test", directory };
}

const mebibyte = 1024 ** 2;

function boxLimits(given: NonNullable<HealYml["limits"]>): BoxLimits {
  const scaled = (value: number | undefined, unit: number, fallback: number): number => (value === undefined ? fallback : value * unit);
  return {
    memoryBytes: scaled(given["memory-mib"], mebibyte, defaultBoxLimits.memoryBytes),
    processes: given.processes ?? defaultBoxLimits.processes,
    cpus: given.cpus ?? defaultBoxLimits.cpus,
    diskBytes: scaled(given["disk-mib"], mebibyte, defaultBoxLimits.diskBytes),
    inodes: given.inodes ?? defaultBoxLimits.inodes,
    outputBytes: scaled(given["output-mib"], mebibyte, defaultBoxLimits.outputBytes),
    timeoutMs: scaled(given["timeout-seconds"], 1000, defaultBoxLimits.timeoutMs),
  };
}
