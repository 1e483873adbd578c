import { writeReflection } from "../agents/reflection/write-reflection.js";
import { unifiedDiff } from "../render/unified-diff.js";
import { fenceToken } from "./fence-token.js";
import type { LessonFacts } from "./repair.js";
import type { ModelsInUse, RunContext } from "./run-context.js";

/** How a model's lessons are had; undefined = none are written in this run. */
export function lessons(context: RunContext): ((facts: LessonFacts) => Promise<string | undefined>) | undefined {
  const { models, plan } = context;
  if (models === undefined || plan.model === null || plan.model.reflection === "off") return undefined;
  const asked = plan.model.reflection;
  return async (facts) => (asked === "on" || models.profile === "large" ? write(context, models, facts) : undefined);
}

function write(context: RunContext, models: ModelsInUse, { candidate, facts, earlier }: LessonFacts): Promise<string | undefined> {
  const last = earlier?.lesson;
  return writeReflection(models.repair, {
    tried: candidate,
    diff: unifiedDiff(candidate.proposal.patch),
    composed: facts.text,
    ...(last === undefined ? {} : { last }),
    fence: fenceToken(context),
    seed: context.plan.seed,
    signal: context.ports.signal,
  });
}
