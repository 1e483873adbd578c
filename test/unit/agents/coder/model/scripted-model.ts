import { TreeSitterTrees } from "../../../../../src/adapters/syntax/tree-sitter-trees.js";
import { ModelCoder, type ModelCoderOptions } from "../../../../../src/agents/coder/model/model-coder.js";
import type { CandidateVerdict, History, Proposal, TriedCandidate } from "../../../../../src/domain/attempt.js";
import type { Brief } from "../../../../../src/domain/brief.js";
import type { CaseId, CaseResult } from "../../../../../src/domain/case.js";
import type { FileView } from "../../../../../src/domain/file-view.js";
import type { ModelReply } from "../../../../../src/domain/model-call.js";
import { emptyPatch, type Patch, type TextEncoding } from "../../../../../src/domain/patch.js";
import type { Suspect } from "../../../../../src/domain/suspect.js";
import type { CoderEnd } from "../../../../../src/ports/coder.js";
import type { LanguageModel, ModelRequest } from "../../../../../src/ports/language-model.js";

export const trees = new TreeSitterTrees();

/** Answers as told, in order; then with nothing but words. */
export class ScriptedModel implements LanguageModel {
  readonly name: string;
  readonly requests: ModelRequest[] = [];
  readonly #left: (ModelReply | string)[];

  constructor(replies: readonly (ModelReply | string)[], name = "scripted") {
    this.#left = [...replies];
    this.name = name;
  }

  complete(request: ModelRequest): Promise<ModelReply> {
    this.requests.push(request);
    const next = this.#left.shift() ?? "I have no more ideas.";
    return Promise.resolve(typeof next === "string" ? { kind: "text", text: next, usage: { input: 1, output: 1 } } : next);
  }

  prompt(call: number): string {
    return (this.requests[call]?.messages ?? []).map(({ content }) => content).join("\n");
  }
}

export function viewOf(files: Readonly<Record<string, string>>, encoding: TextEncoding = "utf8"): FileView {
  return {
    paths: () => Object.keys(files).sort(),
    has: (path) => Object.hasOwn(files, path),
    read: (path) => (Object.hasOwn(files, path) ? { text: files[path] as string, encoding } : undefined),
  };
}

export function suspectOf(file: string, name: string, more: Partial<Suspect> = {}): Suspect {
  return { file, function: name, start: 0, end: 0, startLine: 1, endLine: 1, score: 0.9, because: "test", hotLines: [], ...more };
}

export function failureOf(file: string, titlePath: readonly string[], message = "assert 3 == 2"): CaseResult {
  const id = `pytest:${file}::${titlePath.join(" > ")}` as CaseId;
  const failure = { type: "AssertionError", message, expected: "2", actual: "3", frames: [], excerpt: "" };
  return { id, reportedId: `${file}::${titlePath.join("::")}`, name: { runner: "pytest", file, titlePath }, kind: "test", status: "failed", failure };
}

export function briefOf(files: Readonly<Record<string, string>> | FileView, more: Partial<Brief> = {}): Brief {
  const view = typeof files.paths === "function" ? (files as FileView) : viewOf(files as Readonly<Record<string, string>>);
  return { failures: [], suspects: [], files: view, parent: emptyPatch, isProtected: () => false, seed: 7, ...more };
}

export function coderOf(model: LanguageModel, more: Partial<ModelCoderOptions> = {}): ModelCoder {
  return new ModelCoder({
    model,
    repair: model,
    trees,
    profile: "small",
    contextTokens: null,
    fence: () => "t0k3n",
    signal: new AbortController().signal,
    ...more,
  });
}

export const red: CandidateVerdict = { kind: "still-failing", caseId: "c" as CaseId, message: "assert 3 == 2", changedMessage: false };

export interface Search {
  readonly proposals: readonly Proposal[];
  readonly end: CoderEnd;
}

/** Pulls proposals as the loop does, gives each the verdict `judge` has for it, and stops after `most`. */
export async function searched(
  coder: ModelCoder,
  brief: Brief,
  { judge = () => red, most = 20 }: { readonly judge?: (proposal: Proposal, index: number) => CandidateVerdict; readonly most?: number } = {},
): Promise<Search> {
  const tried: TriedCandidate[] = [];
  const history: History = { tried, reflections: [] };
  const iterator = coder.propose(brief, history);
  const proposals: Proposal[] = [];
  while (proposals.length < most) {
    const next = await iterator.next();
    if (next.done === true) return { proposals, end: next.value };
    proposals.push(next.value);
    const { unusable } = next.value;
    const verdict = unusable === undefined ? judge(next.value, proposals.length - 1) : ({ kind: "unusable", reason: unusable } as const);
    tried.push({ number: proposals.length, attempt: proposals.length, proposal: next.value, verdict });
  }
  return { proposals, end: undefined };
}

export function afterOf(patch: Patch, path: string): string | undefined {
  const change = patch.changes.find((one) => one.path === path);
  return change === undefined || change.kind === "delete" ? undefined : change.after;
}
