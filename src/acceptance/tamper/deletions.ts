import type { Patch } from "../../domain/patch.js";
import type { SyntaxTrees } from "../../ports/syntax-trees.js";
import { type LineHunk, lineHunks } from "../line-hunks.js";
import type { Finding } from "./finding.js";
import { descendants } from "./walk.js";

/** Lines (1-based, of the base tree's text) that at least one test executed, by file. A file that is not named was not measured. */
export type LineCoverage = ReadonlyMap<string, ReadonlySet<number>>;

export interface DeletionReport {
  readonly findings: readonly Finding[];
  readonly notChecked: readonly string[];
}

interface DeletedCode {
  readonly path: string;
  /** 1-based lines on which deleted statements start. */
  readonly lines: readonly number[];
}

/** A patch that only takes code away, all of it code that no test runs, has shown nothing. */
export function deletionReport(patch: Patch, trees: SyntaxTrees, coverage: LineCoverage | undefined): DeletionReport {
  const deleted = deletedCode(patch, trees);
  const nothing = { findings: [], notChecked: [] };
  if (deleted === undefined || deleted.length === 0) return nothing;
  const unmeasured = deleted.filter(({ path }) => coverage?.get(path) === undefined);
  if (unmeasured.length > 0) {
    const names = unmeasured.map(({ path }) => path).join(", ");
    return { findings: [], notChecked: [`Whether a test covers the code deleted from ${names}: no coverage was measured.`] };
  }
  if (deleted.some(({ path, lines }) => lines.some((line) => coverage?.get(path)?.has(line) === true))) return nothing;
  const [first] = deleted;
  const path = first?.path ?? "";
  const line = first?.lines[0] ?? 0;
  return {
    findings: [{ rule: "uncovered-deletion", path, line, reason: `${path}:${line} the patch only deletes code, and no test covers any of it` }],
    notChecked: [],
  };
}

/** Undefined = the patch adds or changes something. */
function deletedCode(patch: Patch, trees: SyntaxTrees): DeletedCode[] | undefined {
  const found: DeletedCode[] = [];
  for (const change of patch.changes) {
    if (change.kind === "add") return undefined;
    const hunks = change.kind === "delete" ? lineHunks(change.before, "") : lineHunks(change.before, change.after);
    if (hunks.some(addsSomething)) return undefined;
    const lines = statementLines({ path: change.path, text: change.before }, hunks, trees);
    if (lines.length > 0) found.push({ path: change.path, lines });
  }
  return found;
}

function addsSomething(hunk: LineHunk): boolean {
  return hunk.after.some((line) => line.trim() !== "");
}

function statementLines(source: { readonly path: string; readonly text: string }, hunks: readonly LineHunk[], trees: SyntaxTrees): number[] {
  const language = trees.languageOf(source.path);
  if (language === undefined) return [];
  const gone = new Set(hunks.flatMap((hunk) => hunk.before.map((_, offset) => hunk.at + offset)));
  const rows = [...descendants(trees.parse(language, source.text).root)]
    .filter((node) => isStatement(node.type) && gone.has(node.startRow))
    .map((node) => node.startRow + 1);
  return [...new Set(rows)];
}

function isStatement(type: string): boolean {
  return /(_statement|_declaration|_definition|_clause|^assignment|switch_case|switch_default)$/.test(type);
}
