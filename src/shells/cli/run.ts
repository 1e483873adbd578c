import { randomInt } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { FolderBundle } from "../../adapters/bundle/folder-bundle.js";
import { openLocalWorkspace } from "../../adapters/workspace/local-workspace.js";
import { SetupError } from "../../domain/errors.js";
import { type Stop, stopReasons } from "../../domain/outcome.js";
import type { RunPlan } from "../../domain/run-plan.js";
import type { Workspace } from "../../ports/workspace.js";
import { createRedactor } from "../../redaction/redactor.js";
import { secretValues } from "../../redaction/secret-environment.js";
import { outcomeDocument } from "../../render/outcome-document.js";
import { type HealYml, parseHealYml } from "../../settings/heal-yml.js";
import { type GivenSettings, makePlan } from "../../settings/plan.js";
import { writeBundleFiles } from "../../stages/bundle-files.js";
import { heal } from "../../stages/heal.js";
import { healPorts } from "../compose/heal-ports.js";
import { type RedactingBundle, redactingBundle } from "../compose/redacting-bundle.js";
import { redactingConsole } from "../compose/redacting-console.js";
import { systemClock } from "../compose/system-clock.js";
import { cancelOnSignals } from "./cancel.js";
import { definedEnvironment } from "./environment.js";
import { openConsole } from "./open-console.js";
import type { RunOptions } from "./options.js";

const settingsPath = ".github/heal.yml";

/** `heal run`: heals the project in a folder. Resolves to the exit status. */
export async function runCommand(options: RunOptions, version: string): Promise<number> {
  const workspace = await openLocalWorkspace(options.cwd);
  const plan = makePlan(readSettings(workspace), givenBy(options), {
    root: workspace.root,
    baseCommit: workspace.commit,
    version,
    randomSeed: randomInt(2 ** 31),
  });
  const bundle = await openBundle(options.out ?? defaultBundleFolder(workspace.root));
  try {
    return await healInto(bundle, { plan, workspace, options });
  } finally {
    await bundle.close();
  }
}

interface Healing {
  readonly plan: RunPlan;
  readonly workspace: Workspace;
  readonly options: RunOptions;
}

async function healInto(folder: FolderBundle, { plan, workspace, options }: Healing): Promise<number> {
  const environment = definedEnvironment();
  const redact = createRedactor({ knownValues: secretValues(environment) });
  const bundle = redactingBundle(folder, redact);
  const terminal = openConsole(process.stderr, environment);
  const console = redactingConsole(terminal, redact);
  const cancel = cancelOnSignals();
  try {
    const ports = healPorts(plan, {
      workspace,
      base: { root: workspace.root, overlays: [] },
      bundle,
      console,
      signal: cancel.signal,
      hostEnvironment: environment,
    });
    const stop = await heal(plan, ports);
    await writeBundleFiles(bundle);
    if (options.json) process.stdout.write(`${JSON.stringify(outcomeDocument(bundle.lines()))}\n`);
    const applied = options.apply ? await applyFix(bundle, workspace) : undefined;
    console.note(closing(stop, bundle.directory, applied));
    return stopReasons[stop.reason].exit;
  } finally {
    terminal.close();
    cancel.release();
  }
}

function readSettings(workspace: Workspace): HealYml {
  const source = workspace.view.read(settingsPath);
  if (source === undefined) return {};
  return parseHealYml(source.text, settingsPath);
}

function givenBy(options: RunOptions): GivenSettings {
  return {
    checks: options.check,
    ...(options.coder === undefined ? {} : { coder: options.coder }),
    ...(options.maxMinutes === undefined ? {} : { maxMinutes: options.maxMinutes }),
    ...(options.sandbox === undefined ? {} : { sandbox: options.sandbox }),
    ...(options.seed === undefined ? {} : { seed: options.seed }),
  };
}

/** Below `.heal/`, which hides itself from git, so that a run leaves no file to be committed by mistake. */
function defaultBundleFolder(root: string): string {
  const stamp = systemClock.timestamp().replace(/[:.]/g, "-");
  return join(root, ".heal", `${stamp}-${process.pid}`);
}

async function openBundle(directory: string): Promise<FolderBundle> {
  try {
    const bundle = await FolderBundle.create(directory, systemClock);
    if (directory.includes("/.heal/")) writeFileSync(join(directory, "..", ".gitignore"), "*\n");
    return bundle;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "EEXIST")
      throw new SetupError(`${directory} already holds a bundle (journal.jsonl). Name another folder with --out; no bundle is overwritten.`);
    throw new SetupError(`The bundle's folder ${directory} could not be written (${code ?? String(error)}). Name a folder you may write to with --out.`);
  }
}

async function applyFix(bundle: RedactingBundle, workspace: Workspace): Promise<string | undefined> {
  const patch = bundle.provedPatch();
  if (patch === undefined) return undefined;
  const result = await workspace.apply(patch);
  return result.kind === "applied" ? "The patch was written into the project." : result.reason;
}

function closing(stop: Stop, directory: string, applied: string | undefined): string {
  return [`${stop.sentence}`, applied, `Bundle: ${directory}`].filter((part) => part !== undefined).join("\n");
}
