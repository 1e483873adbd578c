import { randomInt } from "node:crypto";
import { FolderBundle } from "../../adapters/bundle/folder-bundle.js";
import { SetupError } from "../../domain/errors.js";
import type { Stop } from "../../domain/outcome.js";
import type { RunPlan } from "../../domain/run-plan.js";
import type { BundleStore } from "../../ports/bundle-store.js";
import { parseHealYml } from "../../settings/heal-yml.js";
import { makePlan } from "../../settings/plan.js";
import { writeBundleFiles } from "../../stages/bundle-files.js";
import { heal } from "../../stages/heal.js";
import { guardedPublisher } from "../compose/guarded-publisher.js";
import { healPorts } from "../compose/heal-ports.js";
import { redactingBundle } from "../compose/redacting-bundle.js";
import { redactingConsole } from "../compose/redacting-console.js";
import { systemClock } from "../compose/system-clock.js";
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
  const planned = planOf(request, version);
  if (planned.kind === "stop") {
    request.console.event(await bundle.append({ type: "stopped", stop: planned.stop, class: null }));
    return planned.stop;
  }
  const ports = healPorts(planned.plan, {
    workspace: request.pinned.workspace,
    base: request.pinned.tree,
    bundle,
    console: request.console,
    signal: request.signal,
    hostEnvironment: request.hostEnvironment,
  });
  return heal(planned.plan, ports, request.publisher);
}

type Planned = { readonly kind: "plan"; readonly plan: RunPlan } | { readonly kind: "stop"; readonly stop: Stop };

function planOf(request: HealRequest, version: string): Planned {
  const { inputs, pinned } = request;
  try {
    const file = request.settings === null ? {} : parseHealYml(request.settings.text, request.settings.where);
    const given = {
      checks: inputs.checks,
      directory: request.directory,
      coder: inputs.coder,
      ...(inputs.maxMinutes === undefined ? {} : { maxMinutes: inputs.maxMinutes }),
      ...(inputs.sandbox === undefined ? {} : { sandbox: inputs.sandbox }),
      ...(inputs.dryRun ? { dryRun: "yes" as const } : {}),
    };
    const facts = { root: pinned.tree.root, baseCommit: pinned.commit, version, randomSeed: randomInt(2 ** 31) };
    const plan = makePlan(file, given, facts);
    return { kind: "plan", plan: request.workflowRun === null ? plan : { ...plan, workflowRun: request.workflowRun } };
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    return { kind: "stop", stop: { reason: "invalid-setup", sentence: error.message } };
  }
}
