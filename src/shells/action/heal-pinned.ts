import { randomInt } from "node:crypto";
import { FolderBundle } from "../../adapters/bundle/folder-bundle.js";
import { SetupError } from "../../domain/errors.js";
import type { Stop } from "../../domain/outcome.js";
import type { RunPlan } from "../../domain/run-plan.js";
import type { BundleStore } from "../../ports/bundle-store.js";
import { parseHealYml } from "../../settings/heal-yml.js";
import { makePlan, planNotes } from "../../settings/plan.js";
import { writeBundleFiles } from "../../stages/bundle-files.js";
import { heal } from "../../stages/heal.js";
import { guardedPublisher } from "../compose/guarded-publisher.js";
import { healPorts } from "../compose/heal-ports.js";
import { modelsFor, type OpenModels } from "../compose/model-access.js";
import { redactingBundle } from "../compose/redacting-bundle.js";
import { redactingConsole } from "../compose/redacting-console.js";
import { systemClock } from "../compose/system-clock.js";
import { givenBy } from "./given.js";
import type { HealFunction, HealRequest } from "./request.js";

/** Heals the pinned commit with the engine, stages and coders the command line has, too. */
export function healPinned(version: string): HealFunction {
  return async (request) => {
    const folder = await FolderBundle.create(request.bundleDirectory, systemClock);
    const { redact } = request;
    const bundle = redactingBundle(folder, redact);
    const guarded = { ...request, publisher: guardedPublisher(request.publisher, redact), console: redactingConsole(request.console, redact) };
    try {
      for (const text of request.pinned.notes) await bundle.append({ type: "note", text });
      const stop = await healInto(bundle, guarded, version);
      await writeBundleFiles(bundle);
      return { stop, lines: bundle.lines() };
    } finally {
      await folder.close();
    }
  };
}

async function healInto(bundle: BundleStore, request: HealRequest, version: string): Promise<Stop> {
  const planned = await planOf(request, version);
  if (planned.kind === "stop") {
    request.console.event(await bundle.append({ type: "stopped", stop: planned.stop, class: null }));
    return planned.stop;
  }
  for (const text of planned.notes) request.console.event(await bundle.append({ type: "note", text }));
  const ports = healPorts(planned.plan, {
    workspace: request.pinned.workspace,
    base: request.pinned.tree,
    bundle,
    console: request.console,
    signal: request.signal,
    hostEnvironment: request.hostEnvironment,
    models: planned.models,
    redact: request.redact,
    ownSecrets: request.ownSecrets,
  });
  return heal(planned.plan, ports, request.publisher);
}

type Planned =
  | { readonly kind: "plan"; readonly plan: RunPlan; readonly models: OpenModels | undefined; readonly notes: readonly string[] }
  | { readonly kind: "stop"; readonly stop: Stop };

async function planOf(request: HealRequest, version: string): Promise<Planned> {
  const { pinned } = request;
  try {
    const file = request.settings === null ? {} : parseHealYml(request.settings.text, request.settings.where);
    const given = givenBy(request);
    const facts = { root: pinned.tree.root, baseCommit: pinned.commit, version, randomSeed: randomInt(2 ** 31) };
    const made = makePlan(file, given, facts);
    const plan = request.workflowRun === null ? made : { ...made, workflowRun: request.workflowRun };
    const models = await modelsFor(plan, { key: request.inputs.apiKey.value, redact: request.redact, proxy: request.proxy });
    return { kind: "plan", plan, models, notes: planNotes(file, given) };
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    return { kind: "stop", stop: { reason: "invalid-setup", sentence: error.message } };
  }
}
