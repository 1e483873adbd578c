import type { CaseResult } from "../../domain/case.js";
import type { FileView } from "../../domain/file-view.js";
import type { FileChange, Patch } from "../../domain/patch.js";
import type { SyntaxNode, SyntaxTrees } from "../../ports/syntax-trees.js";
import type { ProtectedPaths } from "../protected-paths.js";
import { deletionReport, type LineCoverage } from "./deletions.js";
import { addedMarks, type Finding, type Mark } from "./finding.js";
import { ignoredInputs } from "./ignored-input.js";
import { castMarks, skipMarks, suppressionLines, suppressionMarks } from "./markers.js";
import { exitMarks, sniffMarks } from "./process-rules.js";
import { equalityMarks, patchingMarks, reportMarks, swallowMarks, unreadableMarks } from "./runner-rules.js";
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
  return {
    async judge(patch, coverage) {
      const paths = patch.changes.map((change) => change.path);
      await loadFor(trees, paths);
      const deletions = deletionReport(patch, trees, coverage);
      const findings = [...patch.changes.flatMap((change) => changeFindings(change, context, known)), ...deletions.findings];
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

function changeFindings(change: FileChange, context: TamperContext, known: TestLiterals): Finding[] {
  const reason = context.protectedPaths.reasonFor(change.path);
  if (reason !== undefined) return [{ rule: "protected-path", path: change.path, line: 0, reason: `${change.path} is ${reason}, which no patch may touch` }];
  if (change.kind === "delete") return [];
  const before = change.kind === "modify" ? change.before : "";
  return changeMarks({ path: change.path, before, after: change.after }, context, known).map((mark) => ({
    rule: mark.rule,
    path: change.path,
    line: mark.row + 1,
    reason: `${change.path}:${mark.row + 1} ${mark.reason}`,
  }));
}

interface Texts {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

function changeMarks(texts: Texts, { trees }: TamperContext, known: TestLiterals): Mark[] {
  const language = trees.languageOf(texts.path);
  if (language === undefined) return addedMarks(suppressionLines(texts.before), suppressionLines(texts.after));
  const before = trees.parse(language, texts.before).root;
  const after = trees.parse(language, texts.after).root;
  const added = addedMarks(fileMarks(before, known), fileMarks(after, known));
  return [...added, ...specialCases(before, after, known), ...ignoredInputs(before, after, known)].sort((left, right) => left.row - right.row);
}

function fileMarks(root: SyntaxNode, known: TestLiterals): Mark[] {
  return [
    ...suppressionMarks(root),
    ...skipMarks(root),
    ...castMarks(root),
    ...exitMarks(root),
    ...sniffMarks(root, known.titles),
    ...patchingMarks(root),
    ...reportMarks(root),
    ...swallowMarks(root),
    ...equalityMarks(root),
    ...unreadableMarks(root),
  ];
}
