import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { FolderBundle } from "../../adapters/bundle/folder-bundle.js";
import { openLocalWorkspace } from "../../adapters/workspace/local-workspace.js";
import { SetupError } from "../../domain/errors.js";
import type { JournalLine } from "../../domain/journal.js";
import { type Stop, stopReasons } from "../../domain/outcome.js";
import type { BundleStore } from "../../ports/bundle-store.js";
import type { Workspace } from "../../ports/workspace.js";
import { ownSecrets } from "../../redaction/own-secrets.js";
import { redactLeaves } from "../../redaction/redact-values.js";
import { outcomeDocument } from "../../render/outcome-document.js";
import { writeBundleFiles } from "../../stages/bundle-files.js";
import { heal } from "../../stages/heal.js";
import { machineProblem } from "../../stages/machine-problem.js";
import { healPorts } from "../compose/heal-ports.js";
import { type RedactingBundle, redactingBundle } from "../compose/redacting-bundle.js";
import { redactingConsole } from "../compose/redacting-console.js";
import { systemClock } from "../compose/system-clock.js";
import { refuseTakenPlace } from "./bundle-place.js";
import { cancelOnSignals } from "./cancel.js";
import { commandStart, definedEnvironment } from "./environment.js";
import { openConsole } from "./open-console.js";
import type { RunOptions } from "./options.js";
import { ownRedactor } from "./own-redactor.js";
import { type PreparedRun, prepareRun } from "./prepare.js";
import { refuseIdleApproval } from "./task.js";

/** `heal run`: heals the project in a folder. Resolves to the exit status. */
export async function runCommand(options: RunOptions, version: string): Promise<number> {
  const cancel = cancelOnSignals(systemClock);
  try {
    return await healFolder(options, version, cancel.signal);
  } catch (error) {
    if (options.json && error instanceof SetupError) printOutcome([setupStop(error)]);
    throw error;
  } finally {
    cancel.release();
  }
}

async function healFolder(options: RunOptions, version: string, signal: AbortSignal): Promise<number> {
  refuseIdleApproval(options);
  const workspace = await openLocalWorkspace(options.cwd, options.task === undefined ? {} : { mayBeEmpty: true, ...exceptFor(options) });
  if (options.out !== undefined) await refuseTakenPlace(options.out, workspace.root);
  const folder = options.out ?? defaultBundleFolder(workspace.root);
  const prepared = await prepareRun(options, { workspace, folder, version });
  const bundle = await openBundle(folder);
  try {
    if (prepared.kind === "stop") return await endUnprepared(bundle, prepared.stop, options);
    return await healInto(bundle, { ...prepared.run, workspace, options, signal });
  } finally {
    await bundle.close();
  }
}

/** A bundle that lies in the project is no part of what its tests were written for. */
function exceptFor({ approve }: RunOptions): { readonly except?: string } {
  return approve === undefined ? {} : { except: approve };
}

/** Nothing was run: the bundle and one sentence say what to mend. */
async function endUnprepared(folder: FolderBundle, stop: Stop, { json }: RunOptions): Promise<number> {
  const bundle = redactingBundle(folder, ownRedactor());
  await bundle.append({ type: "stopped", stop, class: null });
  const unwritten = await writeFiles(bundle);
  if (json) printOutcome(bundle.lines());
  const terminal = openConsole(process.stderr, definedEnvironment());
  redactingConsole(terminal, ownRedactor()).note([`heal: ${stop.sentence}`, ...(unwritten === undefined ? [] : [unwritten])].join("\n"));
  terminal.close();
  return stopReasons[stop.reason].exit;
}

interface Healing extends PreparedRun {
  readonly workspace: Workspace;
  readonly options: RunOptions;
  readonly signal: AbortSignal;
}

async function healInto(folder: FolderBundle, { plan, workspace, options, signal, models, approved, notes }: Healing): Promise<number> {
  const environment = definedEnvironment();
  const redact = ownRedactor();
  const bundle = redactingBundle(folder, redact);
  const terminal = openConsole(process.stderr, environment);
  const console = redactingConsole(terminal, redact);
  try {
    const ports = healPorts(plan, {
      workspace,
      base: { root: workspace.root, overlays: [] },
      bundle,
      console,
      signal,
      hostEnvironment: environment,
      models,
      redact,
      ownSecrets: ownSecrets(commandStart().secrets),
    });
    for (const text of notes) console.event(await bundle.append({ type: "note", text }));
    const stop = await heal(plan, { ...ports, ...(approved === undefined ? {} : { approved }) });
    const unwritten = await writeFiles(bundle);
    if (options.json) printOutcome(bundle.lines());
    const applied = options.apply ? await applyFix(bundle, workspace) : undefined;
    console.note(
      [stop.sentence, applied?.sentence, unwritten, existsSync(bundle.directory) ? `Bundle: ${bundle.directory}` : undefined]
        .filter((part) => part !== undefined)
        .join("\n"),
    );
    return unwritten !== undefined || applied?.kind === "refused" ? 2 : stopReasons[stop.reason].exit;
  } finally {
    terminal.close();
  }
}

/** Undefined when the bundle is whole. */
async function writeFiles(bundle: BundleStore): Promise<string | undefined> {
  try {
    await writeBundleFiles(bundle);
    return undefined;
  } catch (error) {
    if (error instanceof SetupError) return error.message;
    const problem = machineProblem(error);
    if (problem === undefined) throw error;
    return `The bundle's reports could not be written: ${problem} \`heal report ${bundle.directory}\` renders them from its journal.`;
  }
}

function printOutcome(lines: readonly JournalLine[]): void {
  process.stdout.write(`${JSON.stringify(redactLeaves(outcomeDocument(lines), ownRedactor()))}\n`);
}

/** What a journal would hold, had there been a folder to keep one in. */
function setupStop(error: SetupError): JournalLine {
  const event = { type: "stopped", stop: { reason: "invalid-setup", sentence: error.message }, class: null } as const;
  return { schema: "heal/journal/1", sequence: 1, at: systemClock.timestamp(), elapsedMs: 0, event };
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
    if (code === "EEXIST" && existsSync(join(directory, "journal.jsonl")))
      throw new SetupError(`${directory} already holds a bundle (journal.jsonl). Name another folder with --out; no bundle is overwritten.`);
    throw new SetupError(
      machineProblem(error) ?? `The bundle's folder ${directory} could not be written (${code ?? String(error)}). Name a folder you may write to with --out.`,
    );
  }
}

interface Applied {
  readonly kind: "applied" | "refused";
  readonly sentence: string;
}

async function applyFix(bundle: RedactingBundle, workspace: Workspace): Promise<Applied | undefined> {
  const patch = bundle.provedPatch();
  if (patch === undefined) return undefined;
  const result = await workspace.apply(patch);
  return { kind: result.kind, sentence: result.kind === "applied" ? "The patch was written into the project." : result.reason };
}
