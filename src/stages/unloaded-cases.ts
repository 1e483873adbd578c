import { addedLines } from "../acceptance/review/changed-file.js";
import { testFunctions } from "../acceptance/tamper/test-literals.js";
import { bindingsIn } from "../agents/coder/model/source/bindings.js";
import { type CaseResult, caseId } from "../domain/case.js";
import type { Patch } from "../domain/patch.js";
import { patchedView } from "../domain/patched-view.js";
import { functionsIn } from "../evidence/locate/functions.js";
import type { SyntaxNode, SyntaxTree } from "../ports/syntax-trees.js";
import type { RunContext } from "./run-context.js";

/**
 * The cases behind a test file that could not be loaded, for want of a name that the patch gives: no coverage of the base tells of them, so
 * those count that speak of a function or name the patch changes. A file that speaks of none has no such case.
 */
export async function unloadedCases(context: RunContext, file: CaseResult, patch: Patch): Promise<CaseResult[]> {
  const test = await parsed(context, file.name.file, patch);
  if (test === undefined) return [];
  const changed = await changedNames(context, patch);
  return testFunctions(test.root)
    .filter(({ node }) => speaksOf(node, changed))
    .map(({ title }) => {
      const name = { ...file.name, titlePath: [title] };
      return { ...file, kind: "test", id: caseId(name), name };
    });
}

function speaksOf(test: SyntaxNode, names: ReadonlySet<string>): boolean {
  return [...test.namedNodes()].some((node) => /identifier$/.test(node.type) && names.has(node.text));
}

/** Own names of the functions that have a changed line, of the classes they stand in, and of what else is declared on one. */
async function changedNames(context: RunContext, patch: Patch): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for (const change of patch.changes) {
    const tree = await parsed(context, change.path, patch);
    if (tree === undefined || change.kind === "delete") continue;
    const lines = addedLines(change.kind === "add" ? "" : change.before, change.after);
    const isChanged = (first: number, last: number): boolean => lines.some(({ line }) => first <= line && line <= last);
    for (const { name, startLine, endLine } of functionsIn(tree)) if (isChanged(startLine, endLine)) for (const part of name.split(".")) names.add(part);
    for (const { node, names: bound } of bindingsIn(tree.root))
      if (isChanged(node.startRow + 1, lastLine(node))) for (const name of bound) names.add(lastPart(name));
  }
  return names;
}

function lastLine({ startRow, text }: SyntaxNode): number {
  return startRow + text.split("\n").length;
}

/** `exports.total` is called `total` by those who load it. */
function lastPart(name: string): string {
  return name.split(".").at(-1) ?? name;
}

async function parsed({ ports: { trees, workspace } }: RunContext, path: string, patch: Patch): Promise<SyntaxTree | undefined> {
  const language = trees.languageOf(path);
  const source = patchedView(workspace.view, patch).read(path);
  if (language === undefined || source === undefined) return undefined;
  await trees.load(language);
  return trees.parse(language, source.text);
}
