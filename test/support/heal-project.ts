import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { FolderBundle } from "../../src/adapters/bundle/folder-bundle.js";
import { openLocalWorkspace } from "../../src/adapters/workspace/local-workspace.js";
import type { JournalLine } from "../../src/domain/journal.js";
import type { Stop } from "../../src/domain/outcome.js";
import type { RunPlan } from "../../src/domain/run-plan.js";
import type { Coder } from "../../src/ports/coder.js";
import type { BaseTree, OpenedSandbox } from "../../src/ports/sandbox.js";
import type { HealYml } from "../../src/settings/heal-yml.js";
import { makePlan } from "../../src/settings/plan.js";
import { healPorts } from "../../src/shells/compose/heal-ports.js";
import { systemClock } from "../../src/shells/compose/system-clock.js";
import { heal } from "../../src/stages/heal.js";
import type { Publisher } from "../../src/stages/publish.js";
import type { HealPorts } from "../../src/stages/run-context.js";
import { breakingSandbox, type StartFault } from "./breaking-sandbox.js";

export interface HealProjectRequest {
  /** An existing folder, or files to write into a new one: path to text. */
  readonly project: string | Readonly<Record<string, string>>;
  readonly checks: readonly string[];
  readonly settings?: HealYml;
  readonly coders?: readonly Coder[];
  /** Laid over the project's files in every box, e.g. this repository's own `node_modules`. */
  readonly overlays?: BaseTree["overlays"];
  readonly plan?: Partial<RunPlan>;
  readonly ports?: Partial<HealPorts>;
  /** Around the real sandbox: which of its boxes do not start, and why. */
  readonly startFault?: StartFault;
  readonly publisher?: Publisher;
}

export interface HealedProject {
  readonly stop: Stop;
  readonly lines: readonly JournalLine[];
  /** The project's folder; gone after `dispose`. */
  readonly folder: string;
  readonly bundleFolder: string;
  dispose(): void;
}

const quiet = { event() {}, progress() {}, note() {} };

/** Heals a real project with the real adapters; bubblewrap unless the plan names another engine. */
export async function healProject(request: HealProjectRequest): Promise<HealedProject> {
  const scratch = realpathSync(mkdtempSync(join(tmpdir(), "heal-road-")));
  const folder = typeof request.project === "string" ? request.project : writeFiles(join(scratch, "project"), request.project);
  const workspace = await openLocalWorkspace(folder, { mayBeEmpty: true });
  const facts = { root: workspace.root, baseCommit: workspace.commit, version: "0.0.0-test", randomSeed: 1 };
  const plan: RunPlan = { ...makePlan(request.settings ?? {}, { checks: request.checks, sandbox: "bubblewrap", seed: 1 }, facts), ...request.plan };
  const bundleFolder = join(scratch, "bundle");
  const bundle = await FolderBundle.create(bundleFolder, systemClock);
  const around = {
    workspace,
    base: { root: workspace.root, overlays: request.overlays ?? [] },
    bundle,
    console: quiet,
    signal: new AbortController().signal,
    hostEnvironment: process.env as Record<string, string>,
  };
  const shipped = healPorts(plan, around);
  const { startFault } = request;
  const openSandbox = startFault === undefined ? shipped.openSandbox : async () => breaking(await shipped.openSandbox(), startFault);
  const stop = await heal(
    plan,
    { ...shipped, openSandbox, ...(request.coders === undefined ? {} : { coders: request.coders }), ...request.ports },
    request.publisher,
  );
  await bundle.close();
  return { stop, lines: bundle.lines(), folder, bundleFolder, dispose: () => rmSync(scratch, { recursive: true, force: true }) };
}

function breaking(opened: OpenedSandbox, startFault: StartFault): OpenedSandbox {
  return opened.kind === "ready" ? { ...opened, sandbox: breakingSandbox(opened.sandbox, startFault) } : opened;
}

export function writeFiles(folder: string, files: Readonly<Record<string, string>>): string {
  mkdirSync(folder, { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}
