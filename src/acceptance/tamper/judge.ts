import type { CaseResult } from "../../domain/case.js";
import type { FileView } from "../../domain/file-view.js";
import type { FileChange, Patch } from "../../domain/patch.js";
import type { SyntaxLanguage, SyntaxNode, SyntaxTree, SyntaxTrees } from "../../ports/syntax-trees.js";
import type { ProtectedPaths } from "../protected-paths.js";
import { deletionReport, type LineCoverage } from "./deletions.js";
import { addedMarks, type Finding, type Mark } from "./finding.js";
import { ignoredInputs } from "./ignored-input.js";
import { castMarks, skipMarks, suppressionLines, suppressionMarks } from "./markers.js";
import { placeholderMarks } from "./placeholders.js";
import { exitMarks, sniffMarks } from "./process-rules.js";
import { changedRegions } from "./regions.js";
import { removedChecks } from "./removed-checks.js";
import { equalityMarks, patchingMarks, reportMarks, swallowMarks, unknownScript, unreadableMarks } from "./runner-rules.js";
import { specialCases } from "./special-case.js";
import { type TestLiterals, testFiles, testLiterals } from "./test-literals.js";

export interface TamperContext {
  /** The base tree. */
  readonly files: FileView;
  /** The red cases the patch is to mend. */
  readonly failures: readonly CaseResult[];
  readonly protectedPaths: ProtectedPaths;
  readonly trees: SyntaxTrees;
}

export interface TamperReport {
  /** Any of them refuses the patch. Ordered by file, then line. */
  readonly findings: readonly Finding[];
  /** Rules that could not be applied, each in a sentence. */
  readonly notChecked: readonly string[];
}

export interface TamperJudge {
  judge(patch: Patch, coverage?: LineCoverage): Promise<TamperReport>;
}

/** Reads the failing tests once; judges any number of patches against them. */
export async function tamperJudge(context: TamperContext): Promise<TamperJudge> {
  const { trees, failures, files, protectedPaths } = context;
  const sources = { files, trees, failures, isTest: protectedPaths.isProtected };
  await loadFor(trees, testFiles(sources));
  const known = testLiterals(sources);
  const reader = new VersionReader(trees, known, failures.every(({ kind }) => kind === "run") ? "exit-status" : "cases");
  return {
    async judge(patch, coverage) {
      const paths = patch.changes.map((change) => change.path);
      await loadFor(trees, paths);
      const deletions = deletionReport(patch, trees, coverage);
      const findings = [...patch.changes.flatMap((change) => changeFindings(change, context, reader)), ...deletions.findings];
      return { findings, notChecked: deletions.notChecked };
    },
  };
}

/** Both steps in one, for a single patch. */
export async function tamperFindings(context: TamperContext & { readonly patch: Patch; readonly coverage?: LineCoverage }): Promise<TamperReport> {
  const judge = await tamperJudge(context);
  return judge.judge(context.patch, context.coverage);
}

async function loadFor(trees: SyntaxTrees, paths: readonly string[]): Promise<void> {
  const languages = new Set(paths.map((path) => trees.languageOf(path)).filter((language) => language !== undefined));
  await Promise.all([...languages].map((language) => trees.load(language)));
}

function changeFindings(change: FileChange, context: TamperContext, reader: VersionReader): Finding[] {
  const reason = context.protectedPaths.reasonFor(change.path);
  if (reason !== undefined) return [{ rule: "protected-path", path: change.path, line: 0, reason: `${change.path} is ${reason}, which no patch may touch` }];
  if (change.kind === "delete") return [];
  return reader.added(change).map((mark) => ({
    rule: mark.rule,
    path: change.path,
    line: mark.row + 1,
    reason: `${change.path}:${mark.row + 1} ${mark.reason}`,
  }));
}

/** Reads both versions of a changed file; the old one, the same for every candidate, is parsed once. */
class VersionReader {
  readonly #trees: SyntaxTrees;
  readonly #known: TestLiterals;
  readonly #judgedBy: "cases" | "exit-status";
  readonly #old = new Map<string, SyntaxTree>();

  constructor(trees: SyntaxTrees, known: TestLiterals, judgedBy: "cases" | "exit-status") {
    this.#trees = trees;
    this.#known = known;
    this.#judgedBy = judgedBy;
  }

  added(change: Exclude<FileChange, { kind: "delete" }>): Mark[] {
    const language = this.#trees.languageOf(change.path);
    const old = change.kind === "modify" ? change.before : "";
    const hidden = addedMarks(placeholderMarks(old), placeholderMarks(change.after));
    if (language === undefined) return [...hidden, ...unknownScript(change.after), ...addedMarks(suppressionLines(old), suppressionLines(change.after))];
    const { before, after } = changedRegions(this.#remembered(change.path, old, language).root, this.#trees.parse(language, change.after).root);
    const removed = this.#judgedBy === "exit-status" ? removedChecks(before, after) : [];
    const special = [...specialCases(before, after, this.#known), ...ignoredInputs(before, after, this.#known), ...removed];
    return [...hidden, ...addedMarks(this.#marks(before), this.#marks(after)), ...special].sort((left, right) => left.row - right.row);
  }

  #remembered(path: string, text: string, language: SyntaxLanguage): SyntaxTree {
    const known = this.#old.get(path);
    if (known?.text === text) return known;
    const tree = this.#trees.parse(language, text);
    this.#old.set(path, tree);
    return tree;
  }

  #marks(regions: readonly SyntaxNode[]): Mark[] {
    return regions.flatMap((region) => [...rules.flatMap((rule) => rule(region)), ...sniffMarks(region, this.#known.titles)]);
  }
}

const rules = [suppressionMarks, skipMarks, castMarks, exitMarks, patchingMarks, reportMarks, swallowMarks, equalityMarks, unreadableMarks];
