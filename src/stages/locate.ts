import { assertionCount } from "../acceptance/assertion-count.js";
import type { CaseResult } from "../domain/case.js";
import { endless, type Frame } from "../domain/failure.js";
import { type Patch, patchedPaths } from "../domain/patch.js";
import type { Suspect } from "../domain/suspect.js";
import { functionsIn } from "../evidence/locate/functions.js";
import { rankSuspects } from "../evidence/locate/rank-suspects.js";
import { stuckFrames } from "../evidence/locate/stuck-frames.js";
import type { Coverage, LineCoverage } from "../evidence/probes/coverage.js";
import { coverageProbe } from "../evidence/probes/coverage-probe.js";
import { readCoverage, readStuck, type SeenStacks } from "../evidence/probes/read-coverage.js";
import type { Baseline } from "./baseline.js";
import { changedLines } from "./changed-lines.js";
import { type CheckRun, runCheck } from "./check-run.js";
import type { PreparedCheck } from "./prepared-check.js";
import { casesOf } from "./proof-runs.js";
import type { RunContext } from "./run-context.js";
import { untouched } from "./suite.js";
import { unloadedCases } from "./unloaded-cases.js";

/** What is known about a patch's lines from the baseline's coverage; null = it could not be had. */
export interface PatchEvidence {
  readonly coveringCases: number | null;
  readonly assertions: number | null;
}

export interface Located {
  /** The cases that were asked for; those that did not end tell now where they were seen. */
  readonly toHeal: readonly CaseResult[];
  /** Most suspicious first; empty = every function may hold the fault. */
  readonly suspects: readonly Suspect[];
  /** Lines some test executed, by path; undefined = could not be had. Lines outside functions count as executed: they run when a file is loaded. */
  readonly coverage: LineCoverage | undefined;
  readonly evidenceFor: (patch: Patch) => Promise<PatchEvidence>;
}

export interface LocateRequest {
  readonly toHeal: readonly CaseResult[];
  readonly isProtected: (path: string) => boolean;
}

interface CoveredCheck {
  readonly red: readonly CaseResult[];
  readonly passed: readonly CaseResult[];
  readonly coverage: Coverage | undefined;
}

/** Ranks functions by stack frames (of what does not end: where it was seen), then by one more run of each red check under a coverage probe, then by imports. */
export async function locate(context: RunContext, baseline: Baseline, request: LocateRequest): Promise<Located> {
  const covered = await Promise.all(
    baseline.runs
      .filter((run) => casesOf(request.toHeal, run.prepared).length > 0)
      .map((run) => coverCheck(context, baseline, { run, toHeal: request.toHeal })),
  );
  const { trees, workspace } = context.ports;
  const ranked = await Promise.all(
    covered.map(({ red, passed, coverage }) =>
      rankSuspects({ failures: red, passed, coverage, files: workspace.view, trees, isProtected: request.isProtected }),
    ),
  );
  const known = new Map(covered.flatMap(({ red }) => red.map((result) => [result.id, result])));
  return {
    toHeal: request.toHeal.map((result) => known.get(result.id) ?? result),
    suspects: unique(ranked.flat().sort((one, other) => other.score - one.score)),
    coverage: await unionOf(context, covered),
    evidenceFor: (patch) => patchEvidence(context, covered, patch),
  };
}

interface RedRun {
  readonly run: CheckRun;
  readonly toHeal: readonly CaseResult[];
}

async function coverCheck(context: RunContext, baseline: Baseline, { run, toHeal }: RedRun): Promise<CoveredCheck> {
  const red = casesOf(toHeal, run.prepared);
  const passed = run.reading.cases.filter(({ status }) => status === "passed");
  const seen = await watchCheck(context, baseline, run.prepared);
  const frames = stuckFrames(seen?.stacks ?? []);
  return {
    red: frames.length === 0 ? red : red.map((result) => withPlace(result, frames)),
    passed,
    coverage: seen?.coverage.isEmpty === false ? seen.coverage : undefined,
  };
}

function withPlace(result: CaseResult, frames: readonly Frame[]): CaseResult {
  const { failure } = result;
  const [frame] = frames;
  if (failure === undefined || failure.frames.length > 0 || frame === undefined) return result;
  const place = `${frame.function === undefined ? "" : `${frame.function}, `}${frame.file}:${frame.line}`;
  return { ...result, failure: { ...failure, type: endless, message: `${failure.message}; it was seen going round in ${place}`, frames } };
}

/** A suite under the probe may take this many times its plain length. */
const probeSlowdown = 3;
const leastMs = 5_000;
/** A check that did not end is watched this long, and a case of it is asked where it stands when it has run so long. */
const hangingMs = 60_000;
const stuckAfterMs = 10_000;

interface Seen {
  readonly coverage: Coverage;
  /** Of a case that did not end; empty where all did, or nobody could tell. */
  readonly stacks: SeenStacks;
}

/** What the run says about red and green is not used: the probe may change timing. */
async function watchCheck(context: RunContext, baseline: Baseline, prepared: PreparedCheck): Promise<Seen | undefined> {
  const first = baseline.runs.find((run) => run.prepared === prepared);
  const isHung = first?.end.kind === "timed-out";
  const { timeoutMs } = context.plan.limits;
  const patienceMs = isHung ? hangingMs : Math.max(leastMs, probeSlowdown * (first?.durationMs ?? 0));
  const box = await context.sandbox.open({ base: context.ports.base, layers: baseline.warm, patch: untouched });
  try {
    const stuckAfter = isHung ? Math.min(stuckAfterMs, timeoutMs / 3) : undefined;
    const probe = prepared.match === undefined ? undefined : coverageProbe(prepared.match.runner, box.paths, stuckAfter);
    if (probe === undefined) return undefined;
    const run = await runCheck(context, { box, prepared }, { probe, timeoutMs: Math.min(timeoutMs, patienceMs) });
    return { coverage: readCoverage(run.files, box.paths.root), stacks: readStuck(run.files, box.paths.root) };
  } finally {
    await box.close();
  }
}

function unique(suspects: readonly Suspect[]): Suspect[] {
  const seen = new Set<string>();
  return suspects.filter(({ file, start }) => {
    const key = `${file}\0${start}`;
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

async function unionOf(context: RunContext, covered: readonly CoveredCheck[]): Promise<LineCoverage | undefined> {
  const known = covered.flatMap(({ coverage }) => (coverage === undefined ? [] : [coverage.union()]));
  if (known.length === 0) return undefined;
  const lines = new Map<string, Set<number>>();
  for (const [path, executed] of known.flatMap((one) => [...one])) {
    const all = lines.get(path) ?? new Set(await linesOutsideFunctions(context, path));
    for (const line of executed) all.add(line);
    lines.set(path, all);
  }
  return lines;
}

async function linesOutsideFunctions({ ports }: RunContext, path: string): Promise<number[]> {
  const source = ports.workspace.view.read(path);
  const language = ports.trees.languageOf(path);
  if (source === undefined || language === undefined) return [];
  await ports.trees.load(language);
  const functions = functionsIn(ports.trees.parse(language, source.text));
  return source.text
    .split("\n")
    .map((_, index) => index + 1)
    .filter((line) => !functions.some(({ startLine, endLine }) => startLine <= line && line <= endLine));
}

/**
 * Cases, red ones included, that executed a line the patch changes; without coverage only the red ones can be counted on. A test file that
 * could not be loaded executed nothing at baseline: its cases count by what they speak of.
 */
async function patchEvidence(context: RunContext, covered: readonly CoveredCheck[], patch: Patch): Promise<PatchEvidence> {
  const { workspace, trees } = context.ports;
  const hasCoverage = covered.some(({ coverage }) => coverage !== undefined);
  const cases = await Promise.all(covered.map((check) => coveringCases(context, check, patch)));
  const assertions = await assertionCount({ files: workspace.view, trees, cases: cases.flat() });
  return { coveringCases: hasCoverage ? cases.flat().length : null, assertions };
}

async function coveringCases(context: RunContext, { coverage, red, passed }: CoveredCheck, patch: Patch): Promise<readonly CaseResult[]> {
  if (coverage === undefined) return red;
  const { baseLines } = changedLines(patch);
  const isCovering = (result: CaseResult): boolean =>
    patchedPaths(patch).some((path) => [...(baseLines.get(path) ?? [])].some((line) => coverage.of(result)?.get(path)?.has(line) === true));
  const unloaded = await Promise.all(red.filter(({ kind }) => kind === "load").map((file) => unloadedCases(context, file, patch)));
  return [...[...red.filter(({ kind }) => kind !== "load"), ...passed].filter(isCovering), ...unloaded.flat()];
}
