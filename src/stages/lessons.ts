import { writeReflection } from "../agents/reflection/write-reflection.js";
import type { Brief, LessonSource } from "../domain/brief.js";
import { unifiedDiff } from "../render/unified-diff.js";
import { fenceToken } from "./fence-token.js";
import { type ModelsInUse, type RunContext, record } from "./run-context.js";

/** How a model's lessons are had, one for each candidate; undefined = none are written in this run. */
export function lessons(context: RunContext): Brief["lesson"] {
  const { models, plan } = context;
  if (models === undefined || plan.model === null || plan.model.reflection === "off") return undefined;
  const asked = plan.model.reflection;
  const written = new Map<number, Promise<string | undefined>>();
  let last: string | undefined;
  return async (source) => {
    if (asked === "auto" && models.profile !== "large") return undefined;
    const { number } = source.candidate;
    const lesson = written.get(number) ?? write(context, models, { ...source, last });
    written.set(number, lesson);
    last = (await lesson) ?? last;
    return lesson;
  };
}

async function write(context: RunContext, models: ModelsInUse, { candidate, facts, last }: LessonSource & { readonly last: string | undefined }) {
  const lesson = await writeReflection(models.repair, {
    tried: candidate,
    diff: unifiedDiff(candidate.proposal.patch),
    composed: facts,
    ...(last === undefined ? {} : { last }),
    fence: fenceToken(context),
    seed: context.plan.seed,
    signal: context.ports.signal,
  });
  if (lesson !== undefined) await record(context, { type: "lesson-learned", attempt: candidate.attempt, candidate: candidate.number, lesson });
  return lesson;
}
