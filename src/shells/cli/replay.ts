import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FolderBundle } from "../../adapters/bundle/folder-bundle.js";
import { readJournal } from "../../adapters/bundle/read-bundle.js";
import { readPatchFile, readProof } from "../../adapters/bundle/read-proof.js";
import { openLocalWorkspace } from "../../adapters/workspace/local-workspace.js";
import { Budget } from "../../domain/budget.js";
import { SetupError } from "../../domain/errors.js";
import { stopReasons } from "../../domain/outcome.js";
import type { RunPlan } from "../../domain/run-plan.js";
import type { Workspace } from "../../ports/workspace.js";
import { lastOf } from "../../render/journal-view.js";
import { uncommanded } from "../../render/safe-text.js";
import { type ProofBundle, type ReplayResult, replay } from "../../stages/replay.js";
import { Cancelled } from "../../stages/run-context.js";
import { healPorts } from "../compose/heal-ports.js";
import { systemClock } from "../compose/system-clock.js";
import { cancelOnSignals } from "./cancel.js";
import { definedEnvironment } from "./environment.js";
import type { ReplayOptions } from "./options.js";
import { ownRedactor } from "./own-redactor.js";

/** `heal replay`: 0 when the proof was seen again, 1 when not, 130 when it was cancelled. */
export async function replayCommand(directory: string, options: ReplayOptions): Promise<number> {
  const workspace = await openLocalWorkspace(options.cwd, { except: directory, mayBeEmpty: true });
  const { bundle, plan } = await readProofBundle(directory);
  const scratch = await mkdtemp(join(tmpdir(), "heal-replay-"));
  try {
    const result = await replayIn(scratch, { bundle, workspace, plan: { ...plan, root: workspace.root, engine: options.sandbox ?? "auto" } });
    const end = result.reproduced === "yes" ? "The proof was reproduced." : "The proof was not reproduced.";
    process.stdout.write(uncommanded(ownRedactor()(`${[...result.sentences, end].join("\n")}\n`)));
    return result.reproduced === "yes" ? 0 : 1;
  } catch (error) {
    if (!(error instanceof Cancelled)) throw error;
    process.stderr.write("The replay was cancelled; nothing was shown.\n");
    return stopReasons.cancelled.exit;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

interface Replaying {
  readonly bundle: ProofBundle;
  readonly workspace: Workspace;
  readonly plan: RunPlan;
}

async function replayIn(scratch: string, { bundle, workspace, plan }: Replaying): Promise<ReplayResult> {
  const cancel = cancelOnSignals(systemClock);
  const journal = await FolderBundle.create(join(scratch, "bundle"), systemClock);
  const quiet = { event() {}, progress() {}, note() {} };
  const ports = healPorts(plan, {
    workspace,
    base: { root: workspace.root, overlays: [] },
    bundle: journal,
    console: quiet,
    signal: cancel.signal,
    hostEnvironment: definedEnvironment(),
  });
  const opened = await ports.openSandbox();
  if (opened.kind === "unavailable") {
    await journal.close();
    return { reproduced: "no", sentences: opened.tried.map(({ engine, reason, remedy }) => `${engine} cannot be used: ${reason} ${remedy}`) };
  }
  try {
    return await replay({ plan, ports, budget: new Budget(plan.budget, ports.clock.now()), sandbox: opened.sandbox, models: undefined }, bundle);
  } finally {
    await opened.sandbox.close();
    await journal.close();
    cancel.release();
  }
}

async function readProofBundle(directory: string): Promise<{ readonly bundle: ProofBundle; readonly plan: RunPlan }> {
  const lines = await readJournal(directory);
  const plan = lastOf(lines, "run-started")?.plan;
  const sorted = lastOf(lines, "baseline-sorted");
  const accepted = lastOf(lines, "accepted");
  if (plan === undefined || sorted === undefined || accepted === undefined)
    throw new SetupError(`${directory} holds no proof: its run accepted no patch. Name the bundle of a run that healed.`);
  const proof = await readProof(directory);
  return { bundle: { proof, recorded: accepted.proof, patchFile: await readPatchFile(directory), toHeal: sorted.steady }, plan };
}
