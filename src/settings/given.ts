import type { ProfileChoice } from "../domain/model-plan.js";
import type { CoderChoice, EngineChoice } from "../domain/run-plan.js";
import type { TaskPlan } from "../domain/task.js";

/** A task as it is given: the description, and the command line that goes on once its tests are approved. */
export type GivenTask = Omit<TaskPlan, "approval">;

/** What inputs or flags may set; undefined = not given. */
export interface GivenSettings {
  readonly checks?: readonly string[];
  readonly directory?: string;
  readonly coder?: CoderChoice;
  /** As the endpoint spells it, or `scripted:FILE` or `replay:BUNDLE`. */
  readonly model?: string;
  readonly repairModel?: string;
  readonly profile?: ProfileChoice;
  readonly baseUrl?: string;
  /** Whether there is a key; its value is none of a plan's. */
  readonly key?: "given";
  /** What a missing key means for a model named by flag or input; it stops the run unless nobody could have given one. */
  readonly missingKey?: "stop" | "go-on";
  readonly maxAttempts?: number;
  readonly maxTokens?: number;
  /** US dollars. */
  readonly maxCost?: number;
  readonly maxMinutes?: number;
  readonly sandbox?: EngineChoice;
  readonly seed?: number;
  readonly dryRun?: "yes";
  readonly task?: GivenTask;
}
