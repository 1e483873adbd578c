import type { BudgetLimits } from "./budget.js";
import type { Check } from "./check.js";
import type { BoxLimits } from "./limits.js";
import type { ModelPlan } from "./model-plan.js";
import type { TaskPlan } from "./task.js";
import type { WorkflowRun } from "./workflow-run.js";

export type EngineName = "docker" | "bubblewrap" | "none";
export type EngineChoice = EngineName | "auto";
export type CoderChoice = "operators" | "model" | "auto";

/** Everything a run was asked to do, after settings were merged and checked. */
export interface RunPlan {
  readonly root: string;
  readonly checks: readonly Check[];
  readonly coder: CoderChoice;
  readonly engine: EngineChoice;
  /** Null = no model works in this run. */
  readonly model: ModelPlan | null;
  readonly budget: BudgetLimits;
  readonly limits: BoxLimits;
  /** Runs of the fixed cases in a clean box, after one whole-suite run. */
  readonly confirmations: number;
  readonly partial: boolean;
  readonly seed: number;
  /** Glob patterns beside the built-in ones that no patch may touch. */
  readonly protectedGlobs: readonly string[];
  /** Exceptions from the built-in protected paths. */
  readonly allowGlobs: readonly string[];
  readonly baseCommit: string | null;
  readonly dryRun: boolean;
  readonly version: string;
  /** Absent = no task: the checks that are red are healed. */
  readonly task?: TaskPlan;
  /** Absent = not started by a workflow that says which run it is. */
  readonly workflowRun?: WorkflowRun;
}
