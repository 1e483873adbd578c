import { randomInt } from "node:crypto";
import { readSettingsFile } from "../../adapters/workspace/settings-file.js";
import { SetupError } from "../../domain/errors.js";
import type { Stop } from "../../domain/outcome.js";
import type { RunPlan } from "../../domain/run-plan.js";
import type { Workspace } from "../../ports/workspace.js";
import { parseHealYml } from "../../settings/heal-yml.js";
import { makePlan, planNotes } from "../../settings/plan.js";
import type { ApprovedBundle } from "../../stages/run-context.js";
import { modelsFor, type OpenModels, proxySettings } from "../compose/model-access.js";
import { commandStart } from "./environment.js";
import { givenBy } from "./given.js";
import type { RunOptions } from "./options.js";
import { ownRedactor } from "./own-redactor.js";
import { approvedBundle, goOnCommand, taskText } from "./task.js";

const settingsPath = ".github/heal.yml";

/** Where a run works, and what it is part of. */
export interface RunPlace {
  readonly workspace: Workspace;
  /** Of the bundle the run leaves. */
  readonly folder: string;
  readonly version: string;
}

/** What a run is made of once everything it was given has been read. */
export interface PreparedRun {
  readonly plan: RunPlan;
  readonly models: OpenModels | undefined;
  readonly approved: ApprovedBundle | undefined;
  /** What a reader must know of the settings. */
  readonly notes: readonly string[];
}

export type Preparation = { readonly kind: "run"; readonly run: PreparedRun } | { readonly kind: "stop"; readonly stop: Stop };

/** Reads task, approved tests, settings and what the models answer from. What a person has to mend there ends the run, and its bundle says so. */
export async function prepareRun(options: RunOptions, place: RunPlace): Promise<Preparation> {
  try {
    return { kind: "run", run: await preparedRun(options, place) };
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    return { kind: "stop", stop: { reason: "invalid-setup", sentence: error.message } };
  }
}

async function preparedRun(options: RunOptions, { workspace, folder, version }: RunPlace): Promise<PreparedRun> {
  const text = await taskText(options);
  const approved = options.approve === undefined ? undefined : await approvedBundle(options.approve);
  const settings = readSettingsFile(workspace.root, settingsPath);
  const file = settings === undefined ? {} : parseHealYml(settings, settingsPath);
  const { environment, key } = commandStart();
  const task = text === undefined ? {} : { task: { text, command: goOnCommand(process.argv.slice(1), folder) } };
  const given = { ...givenBy(options, key), ...task };
  const plan = makePlan(file, given, { root: workspace.root, baseCommit: workspace.commit, version, randomSeed: randomInt(2 ** 31) });
  const models = await modelsFor(plan, { key: key.value, redact: ownRedactor(), proxy: proxySettings(environment) });
  const source = settings === undefined ? [] : [`The settings were read from ${settingsPath} of the working tree.`];
  return { plan, models, approved, notes: [...source, ...planNotes(file, given)] };
}
