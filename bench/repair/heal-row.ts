import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FolderBundle } from "../../src/adapters/bundle/folder-bundle.ts";
import { openLocalWorkspace } from "../../src/adapters/workspace/local-workspace.ts";
import type { EngineChoice } from "../../src/domain/run-plan.ts";
import type { Coder } from "../../src/ports/coder.ts";
import { eventsOf, lastOf } from "../../src/render/journal-view.ts";
import { outcomeDocument } from "../../src/render/outcome-document.ts";
import { makePlan } from "../../src/settings/plan.ts";
import { healPorts } from "../../src/shells/compose/heal-ports.ts";
import { systemClock } from "../../src/shells/compose/system-clock.ts";
import { heal } from "../../src/stages/heal.ts";
import { passesHiddenTests } from "./judge.ts";
import { projectOf, writeProject } from "./project.ts";
import { brokenProgram, type Row } from "./row.ts";

export interface RowResult {
  readonly task: string;
  readonly bug: string;
  readonly outcome: string;
  readonly stopReason: string;
  /** Milliseconds from the start of the run to its last event. */
  readonly durationMs: number;
  readonly candidates: number;
  /** Number of the accepted candidate among those that ran; null = none. */
  readonly acceptedAt: number | null;
  readonly confidence: string | null;
  /** By the hidden tests; null = nothing was healed. */
  readonly hidden: "right" | "wrong" | null;
  readonly explanation: string;
  /** Rules that refused green candidates. */
  readonly rejectedBy: readonly string[];
  /** Rules that refused candidates before they ran, each once. */
  readonly refusals: readonly string[];
  readonly touched: "yes" | "no";
}

export interface HealRowOptions {
  readonly sandbox: EngineChoice;
  /** Instead of the shipped coders. */
  readonly coders?: readonly Coder[];
  readonly program?: string;
}

const quiet = { event() {}, progress() {}, note() {} };

/** Heals one row as the command line would, then judges the result by the hidden tests. */
export async function healRow(row: Row, options: HealRowOptions): Promise<RowResult> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "heal-row-")));
  const bundleFolder = mkdtempSync(join(tmpdir(), "heal-bundle-"));
  try {
    const project = projectOf(row);
    writeProject(folder, project);
    const workspace = await openLocalWorkspace(folder);
    const plan = makePlan(
      { limits: { "timeout-seconds": 30 } },
      { checks: [project.check], sandbox: options.sandbox, seed: 1 },
      { root: folder, baseCommit: null, version: "bench", randomSeed: 1 },
    );
    const bundle = await FolderBundle.create(join(bundleFolder, "bundle"), systemClock);
    const around = {
      workspace,
      base: { root: folder, overlays: [] },
      bundle,
      console: quiet,
      signal: new AbortController().signal,
      hostEnvironment: process.env as Record<string, string>,
    };
    const shipped = healPorts(plan, around);
    await heal(plan, options.coders === undefined ? shipped : { ...shipped, coders: options.coders });
    await bundle.close();
    const lines = bundle.lines();
    const accepted = lastOf(lines, "accepted");
    if (accepted !== undefined) await workspace.apply(accepted.patch);
    const after = readFileSync(join(folder, project.source), "utf8");
    const outcome = outcomeDocument(lines);
    return {
      task: row.task_id,
      bug: row.bug_type,
      outcome: outcome.outcome,
      stopReason: outcome.stopReason,
      durationMs: outcome.durationMs,
      candidates: outcome.candidates,
      acceptedAt: accepted?.candidate ?? null,
      confidence: accepted?.proof.confidence.level ?? null,
      hidden: accepted === undefined ? null : passesHiddenTests(row, after),
      explanation: accepted?.explanation ?? outcome.summary,
      rejectedBy: eventsOf(lines, "rejected").map(({ rule, reason }) => `${rule}: ${reason}`),
      refusals: [...new Set(eventsOf(lines, "candidate-tried").flatMap(({ verdict }) => (verdict.kind === "refused" ? [verdict.rule] : [])))],
      touched: after.startsWith(brokenProgram(row).trimEnd()) ? "no" : "yes",
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
    rmSync(bundleFolder, { recursive: true, force: true });
  }
}
