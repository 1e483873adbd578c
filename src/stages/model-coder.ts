import { type LearnedContext, ModelCoder } from "../agents/coder/model/model-coder.js";
import { type Probed, probeProfile } from "../agents/coder/model/probe-profile.js";
import type { ModelPlan } from "../domain/model-plan.js";
import type { Coder } from "../ports/coder.js";
import { fenceToken } from "./fence-token.js";
import { type ModelsInUse, type RunContext, record } from "./run-context.js";
import { unknownShaper } from "./shape-unknown.js";

/** The model as a coder. Nothing is asked of it before its turn comes: many runs heal without. */
export function modelCoder(context: RunContext, models: ModelsInUse, plan: ModelPlan): Coder {
  let probed: Promise<Probed> | undefined;
  let coder: ModelCoder | undefined;
  const shapeUnknown = unknownShaper(context, models);
  return {
    name: "model",
    async *propose(brief, history) {
      probed ??= probe(context, models, plan);
      const made = await probed;
      if (made.kind === "end") return made.end;
      coder ??= new ModelCoder({
        model: models.coder,
        repair: models.repair,
        trees: context.ports.trees,
        profile: made.profile,
        mayShrink: plan.profile === "auto" ? "yes" : "no",
        contextTokens: made.contextTokens,
        onContext: (learned) => tellContext(context, models, learned),
        fence: () => fenceToken(context),
        signal: context.ports.signal,
      });
      return yield* coder.propose({ ...brief, failures: await shapeUnknown(brief.failures) }, history);
    },
  };
}

async function tellContext(context: RunContext, models: ModelsInUse, { contextTokens, profile }: LearnedContext): Promise<void> {
  models.profile = profile;
  const text = `The endpoint tells that the model's context is ${contextTokens} tokens: prompts and answers are held to it, with the profile ${profile}.`;
  await record(context, { type: "note", text });
}

/** How the model has to be asked; told before the first brief. */
async function probe(context: RunContext, models: ModelsInUse, plan: ModelPlan): Promise<Probed> {
  const { signal } = context.ports;
  const contextTokens = (await models.coder.contextTokens?.(signal)) ?? null;
  const probed = await probeProfile(models.coder, { choice: plan.profile, contextTokens, seed: context.plan.seed, signal });
  if (probed.kind === "end") return probed;
  const { profile, because } = probed;
  models.profile = profile;
  await record(context, { type: "model-ready", model: plan.name, profile, contextTokens: probed.contextTokens, because });
  return probed;
}
