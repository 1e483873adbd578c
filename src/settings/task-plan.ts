import { SetupError } from "../domain/errors.js";
import type { TaskPlan } from "../domain/task.js";
import { shownProse } from "../support/shown-prose.js";
import type { GivenTask } from "./given.js";
import type { HealYml } from "./heal-yml.js";
import type { ModelChoice } from "./model-plan.js";

/** Undefined = no task. Throws SetupError when no model works in the run: neither tests nor code could be written. */
export function taskPlan(file: HealYml, task: GivenTask | undefined, choice: ModelChoice): TaskPlan | undefined {
  if (task === undefined) return undefined;
  if (choice.kind === "none")
    throw new SetupError(
      `A task is given, but no model works in this run, and neither its tests nor its code can be written without one. ${choice.note ?? "Name one with --model (or `model:` in .github/heal.yml), or leave --task out."}`,
    );
  return { ...task, text: shownProse(task.text), approval: file.approval ?? "required" };
}
