import type { History, Proposal } from "../../../domain/attempt.js";
import type { Brief } from "../../../domain/brief.js";
import { emptyPatch, type Patch } from "../../../domain/patch.js";
import type { Suspect } from "../../../domain/suspect.js";
import type { Coder } from "../../../ports/coder.js";
import type { SyntaxTree, SyntaxTrees } from "../../../ports/syntax-trees.js";
import { blanksApart, extendedPatch } from "../extended-patch.js";
import { edited } from "../text-edits.js";
import { type Candidate, candidatesOver } from "./candidate.js";
import { catalogue } from "./catalogue.js";
import { FunctionContext } from "./context.js";
import { dialectOf } from "./dialects.js";
import { explanationOf, lineOf } from "./explain.js";
import { ModulesOfView } from "./modules.js";
import type { Operator } from "./operator.js";
import { CandidateQueue } from "./order.js";
import { roundOf } from "./round.js";
import { everywhere } from "./suspects.js";

/** Highest yield of a row: the unit of `prior`. */
const fullYield = 50;

/** Tries small general edits on the syntax tree, likeliest first: which edit, times how suspicious the place is, less what history refuted. */
export class OperatorsCoder implements Coder {
  readonly name = "operators";
  readonly #trees: SyntaxTrees;
  readonly #operators: readonly Operator[];

  constructor(trees: SyntaxTrees, operators: readonly Operator[] = catalogue) {
    this.#trees = trees;
    this.#operators = operators;
  }

  async *propose(brief: Brief, history: History): AsyncIterable<Proposal> {
    const suspects = brief.suspects.length > 0 ? brief.suspects : await everywhere(brief, this.#trees);
    const contexts = await this.#contexts(brief, suspects);
    const round = roundOf(brief.failures);
    const queue = new CandidateQueue(candidatesOver(contexts, this.#operators, round), history, round === undefined ? "no" : "yes");
    const seen = seenPatches(brief, history);
    for (let candidate = queue.next(); candidate !== undefined; candidate = queue.next()) {
      const proposal = this.#proposal(brief, candidate, seen);
      if (proposal === undefined) continue;
      const told = history.tried.length;
      yield proposal;
      queue.learn(candidate, history.tried.slice(told).at(-1)?.verdict);
    }
  }

  async #contexts(brief: Brief, suspects: readonly Suspect[]): Promise<FunctionContext[]> {
    const contexts: FunctionContext[] = [];
    const modules = await this.#modules(brief);
    for (const file of new Set(suspects.map((suspect) => suspect.file))) {
      const tree = await this.#tree(brief, file);
      if (tree === undefined) continue;
      const others = suspects.filter((suspect) => suspect.file === file);
      const place = { dialect: dialectOf(tree.language), file, tree, modules, others };
      contexts.push(...others.map((suspect) => new FunctionContext(place, suspect)));
    }
    return contexts;
  }

  /** Loads the grammars of everything a suspect might import. */
  async #modules(brief: Brief): Promise<ModulesOfView> {
    const languages = new Set(brief.files.paths().map((path) => this.#trees.languageOf(path)));
    for (const language of languages) if (language !== undefined) await this.#trees.load(language);
    return new ModulesOfView(brief.files, this.#trees);
  }

  async #tree(brief: Brief, file: string): Promise<SyntaxTree | undefined> {
    const language = this.#trees.languageOf(file);
    const source = brief.files.read(file);
    if (language === undefined || source === undefined || brief.isProtected(file)) return undefined;
    await this.#trees.load(language);
    return this.#trees.parse(language, source.text);
  }

  #proposal(brief: Brief, candidate: Candidate, seen: Set<string>): Proposal | undefined {
    const { context, operator, draft } = candidate;
    const text = edited(context.text, draft.edits);
    const patch = extendedPatch(brief, context.file, text);
    if (patch === undefined || !isNew(patch, seen)) return undefined;
    const tree = this.#trees.parse(context.tree.language, text);
    if (tree.root.hasError && !context.tree.root.hasError) return undefined;
    const line = lineOf(context.text, Math.min(...draft.edits.map((edit) => edit.start)));
    const site = { file: context.file, line, function: context.suspect.function };
    return { explanation: explanationOf(candidate), patch, origin: { coder: "operators", operator: operator.name, prior: prior(candidate), site } };
  }
}

function prior({ operator, draft }: Candidate): number {
  return Math.min(1, (operator.yield / fullYield) * draft.weight);
}

function normalised(patch: Patch): string {
  return JSON.stringify(patch.changes.map((change) => [change.path, change.kind === "delete" ? null : blanksApart(change.after)]));
}

function isNew(patch: Patch, seen: Set<string>): boolean {
  const key = normalised(patch);
  if (seen.has(key)) return false;
  seen.add(key);
  return true;
}

/** What was tried in this run, and the tree as it stands. */
function seenPatches(brief: Brief, history: History): Set<string> {
  const seen = new Set([normalised(emptyPatch), normalised(brief.parent)]);
  for (const { proposal } of history.tried) seen.add(normalised(proposal.patch));
  return seen;
}
