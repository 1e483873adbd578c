import type { CaseResult } from "../domain/case.js";
import type { FileView } from "../domain/file-view.js";
import type { Patch } from "../domain/patch.js";
import { patchedView } from "../domain/patched-view.js";
import type { Suspect } from "../domain/suspect.js";
import type { ValueTrace } from "../domain/value-trace.js";
import { type FunctionRange, functionsIn } from "../evidence/locate/functions.js";
import { readTrace } from "../evidence/probes/read-trace.js";
import { type TraceTarget, traceProbe } from "../evidence/probes/trace-probe.js";
import { tracedScript } from "../evidence/probes/trace-script.js";
import type { SyntaxTree } from "../ports/syntax-trees.js";
import type { Baseline } from "./baseline.js";
import { runCheck } from "./check-run.js";
import { type LaidFile, laidOver } from "./lay-over.js";
import type { PreparedCheck } from "./prepared-check.js";
import { casesOf } from "./proof-runs.js";
import type { RunContext } from "./run-context.js";

export interface TraceRequest {
  readonly failure: CaseResult;
  /** Most suspicious first, with their places in the base tree. */
  readonly suspects: readonly Suspect[];
  /** What the tree carries; the functions are found again in it by name. */
  readonly patch: Patch;
}

/** Functions whose values are recorded. */
const tracedFunctions = 3;
/** A case with a tracer may take this many times its plain length. */
const traceSlowdown = 5;
const leastMs = 5_000;

/**
 * Arguments, locals and returns of the most suspicious functions while the failing case runs alone, in a box of its own. Undefined = they
 * cannot be had: the case cannot be run alone, no function is known, another tracer is at work, or the case never calls them.
 */
export async function traceFailure(context: RunContext, baseline: Baseline, request: TraceRequest): Promise<ValueTrace | undefined> {
  const prepared = baseline.checks.find((check) => casesOf([request.failure], check).length > 0);
  if (prepared?.match === undefined || baseline.sorted.orderDependent.includes(request.failure.id)) return undefined;
  const traced = await tracedFiles(context, request);
  if (traced.targets.length === 0) return undefined;
  const patch = laidOver(context.ports.workspace.view, request.patch, traced.files);
  const box = await context.sandbox.open({ base: context.ports.base, layers: baseline.warm, patch });
  try {
    const probe = traceProbe(prepared.match.runner, box.paths, traced.targets);
    if (probe === undefined || !canRunAlone(context, { prepared, failure: request.failure, rig: box.paths })) return undefined;
    const timeoutMs = Math.min(context.plan.limits.timeoutMs, Math.max(leastMs, traceSlowdown * (baseline.aloneMs[prepared.check.name] ?? 0)));
    const run = await runCheck(context, { box, prepared }, { only: [request.failure.name], probe, timeoutMs });
    return readTrace(run.files);
  } finally {
    await box.close();
  }
}

interface SingleCase {
  readonly prepared: PreparedCheck;
  readonly failure: CaseResult;
  readonly rig: { readonly root: string; readonly tools: string; readonly out: string };
}

function canRunAlone({ ports }: RunContext, { prepared, failure, rig }: SingleCase): boolean {
  if (prepared.match === undefined || failure.kind !== "test") return false;
  return prepared.runner?.rerunOnly(prepared.match, [failure.name], { rig, files: ports.workspace.view }) !== undefined;
}

interface TracedFiles {
  readonly targets: readonly TraceTarget[];
  /** Scripts that record their own values. */
  readonly files: readonly LaidFile[];
}

async function tracedFiles({ ports }: RunContext, { suspects, patch }: TraceRequest): Promise<TracedFiles> {
  const view = patchedView(ports.workspace.view, patch);
  const targets: TraceTarget[] = [];
  const trees = new Map<string, SyntaxTree>();
  for (const suspect of suspects.slice(0, tracedFunctions)) {
    const tree = trees.get(suspect.file) ?? (await parsed(ports.trees, view, suspect.file));
    if (tree === undefined) continue;
    trees.set(suspect.file, tree);
    const found = foundAgain(functionsIn(tree), suspect);
    if (found !== undefined) targets.push({ file: suspect.file, function: suspect.function, startLine: found.startLine, endLine: found.endLine });
  }
  const files = [...trees].flatMap(([path, tree]) => {
    const text =
      tree.language === "python"
        ? undefined
        : tracedScript(
            tree,
            targets.filter(({ file }) => file === path),
          );
    return text === undefined ? [] : [{ path, text }];
  });
  return { targets, files };
}

async function parsed(trees: RunContext["ports"]["trees"], view: FileView, path: string): Promise<SyntaxTree | undefined> {
  const source = view.read(path);
  const language = trees.languageOf(path);
  if (source === undefined || language === undefined) return undefined;
  await trees.load(language);
  return trees.parse(language, source.text);
}

/** By name, and of several the one that stands nearest to where it was. Code outside any function has no values of its own. */
function foundAgain(functions: readonly FunctionRange[], suspect: Suspect): FunctionRange | undefined {
  const away = (one: FunctionRange): number => Math.abs(one.startLine - suspect.startLine);
  return functions.filter(({ name }) => name === suspect.function).sort((one, other) => away(one) - away(other))[0];
}
