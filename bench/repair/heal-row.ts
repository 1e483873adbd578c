import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FolderBundle } from "../../src/adapters/bundle/folder-bundle.ts";
import { createModel } from "../../src/adapters/models/create-model.ts";
import { Ledger } from "../../src/adapters/models/ledger.ts";
import { openLocalWorkspace } from "../../src/adapters/workspace/local-workspace.ts";
import type { JournalLine } from "../../src/domain/journal.ts";
import type { EngineChoice, RunPlan } from "../../src/domain/run-plan.ts";
import type { Coder } from "../../src/ports/coder.ts";
import { eventsOf, lastOf } from "../../src/render/journal-view.ts";
import { outcomeDocument } from "../../src/render/outcome-document.ts";
import { makePlan } from "../../src/settings/plan.ts";
import { healPorts } from "../../src/shells/compose/heal-ports.ts";
import { systemClock } from "../../src/shells/compose/system-clock.ts";
import { heal } from "../../src/stages/heal.ts";
import type { HealPorts, ModelDesk, Models } from "../../src/stages/run-context.ts";
import { type Arm, setupOf } from "./arms.ts";
import { passesHiddenTests } from "./judge.ts";
import { type Project, projectOf, writeProject } from "./project.ts";
import type { ReplyCache } from "./reply-cache.ts";
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
  /** Input and output of all calls; 0 without a model. */
  readonly tokens: number;
  readonly calls: number;
}

/** A model and the way of repair it is measured in. */
export interface MeasuredModel {
  readonly arm: Arm;
  readonly name: string;
  readonly baseUrl: string;
  /** Tokens one row may take, the same in every arm. */
  readonly maxTokens: number;
  readonly cache: ReplyCache | undefined;
}

export interface HealRowOptions {
  readonly sandbox: EngineChoice;
  readonly model?: MeasuredModel;
  /** Instead of the shipped coders. */
  readonly coders?: readonly Coder[];
  /** Instead of the row's own. */
  readonly project?: Project;
}

function planOf(root: string, check: string, { sandbox, model }: HealRowOptions): RunPlan {
  const facts = { root, baseCommit: null, version: "bench", randomSeed: 1 };
  const given = { checks: [check], sandbox, seed: 1 };
  if (model === undefined || model.arm === "F") return makePlan({ limits: { "timeout-seconds": 30 } }, given, facts);
  const { coder, reflection, maxAttempts, samplesFirst, opinions, judges } = setupOf(model.arm);
  const asked = { model: model.name, baseUrl: model.baseUrl, profile: "small", maxTokens: model.maxTokens, maxAttempts } as const;
  const plan = makePlan({ limits: { "timeout-seconds": 30 } }, { ...given, ...asked }, facts);
  return {
    ...plan,
    coder,
    budget: { ...plan.budget, samplesFirst, opinions },
    model: plan.model === null ? null : { ...plan.model, reflection, tester: judges, reviewer: judges },
  };
}

/** The endpoint behind the cache and the shipped ledger; an arm's own coder takes the place of the shipped ones. */
function armPorts({ arm, name, baseUrl, cache }: MeasuredModel, shipped: HealPorts): Partial<HealPorts> {
  const setup = setupOf(arm);
  if (arm === "F") return {};
  let opened: Coder | undefined;
  const models = (desk: ModelDesk): Models => {
    const endpoint = createModel({
      source: { kind: "endpoint", model: name, baseUrl, apiKey: null, version: "bench" },
      price: null,
      ledger: new Ledger({ budget: desk.budget, clock: desk.clock, record: async () => {} }),
      timeLeft: () => desk.budget.timeLeft(desk.clock.now()),
      random: Math.random,
      redact: (text) => text,
    });
    const counted = new Ledger(desk).watch(cache === undefined ? endpoint : cache.over(endpoint), null);
    const both = { coder: counted, repair: counted };
    opened = setup.make?.(both, shipped.trees);
    return both;
  };
  if (setup.make === undefined) return { models };
  return { models, coders: [{ name: "model", propose: (brief, history) => (opened as Coder).propose(brief, history) }] };
}

const quiet = { event() {}, progress() {}, note() {} };

/** Heals one row as the command line would, then judges the result by the hidden tests. */
export async function healRow(row: Row, options: HealRowOptions): Promise<RowResult> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "heal-row-")));
  const bundleFolder = mkdtempSync(join(tmpdir(), "heal-bundle-"));
  try {
    const project = options.project ?? projectOf(row);
    writeProject(folder, project);
    const workspace = await openLocalWorkspace(folder);
    const plan = planOf(folder, project.check, options);
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
    const measured = options.model === undefined ? shipped : { ...shipped, ...armPorts(options.model, shipped) };
    await heal(plan, options.coders === undefined ? measured : { ...measured, coders: options.coders });
    await bundle.close();
    const lines = bundle.lines();
    const accepted = lastOf(lines, "accepted");
    if (accepted !== undefined) await workspace.apply(accepted.patch);
    return resultOf(row, lines, readFileSync(join(folder, project.source), "utf8"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
    rmSync(bundleFolder, { recursive: true, force: true });
  }
}

function resultOf(row: Row, lines: readonly JournalLine[], after: string): RowResult {
  const accepted = lastOf(lines, "accepted");
  const { outcome, stopReason, durationMs, candidates, summary, tokens } = outcomeDocument(lines);
  return {
    task: row.task_id,
    bug: row.bug_type,
    ...{ outcome, stopReason, durationMs, candidates },
    acceptedAt: accepted?.candidate ?? null,
    confidence: accepted?.proof.confidence.level ?? null,
    hidden: accepted === undefined ? null : passesHiddenTests(row, after),
    explanation: accepted?.explanation ?? summary,
    rejectedBy: eventsOf(lines, "rejected").map(({ rule, reason }) => `${rule}: ${reason}`),
    refusals: [...new Set(eventsOf(lines, "candidate-tried").flatMap(({ verdict }) => (verdict.kind === "refused" ? [verdict.rule] : [])))],
    tokens: tokens.input + tokens.output,
    calls: eventsOf(lines, "model-called").length,
    touched: after.startsWith(brokenProgram(row).trimEnd()) ? "no" : "yes",
  };
}
