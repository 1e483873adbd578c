import { testFunctions } from "../acceptance/tamper/test-literals.js";
import { type CaseResult, caseId } from "../domain/case.js";
import { type Patch, patchedPaths } from "../domain/patch.js";
import { patchedView } from "../domain/patched-view.js";
import { functionsIn } from "../evidence/locate/functions.js";
import type { SyntaxNode, SyntaxTree } from "../ports/syntax-trees.js";
import { addedLines } from "./changed-lines.js";
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

/** Own names of the functions that have a changed line, of the classes they stand in, and what added lines declare. */
async function changedNames(context: RunContext, patch: Patch): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for (const path of patchedPaths(patch)) {
    const tree = await parsed(context, path, patch);
    if (tree === undefined) continue;
    const lines = addedLines(patch, path);
    for (const { name, startLine, endLine } of functionsIn(tree))
      if (lines.some(({ line }) => startLine <= line && line <= endLine)) for (const part of name.split(".")) names.add(part);
    for (const { text } of lines) for (const name of declaredIn(text)) names.add(name);
  }
  return names;
}

const declares =
  /^(?:export\s+(?:default\s+)?)?(?:async\s+)?(?:def|class|function\s*\*?|const|let|var)\s+([A-Za-z_$][\w$]*)|^(?:module\.)?exports\.([A-Za-z_$][\w$]*)\s*=|^([A-Za-z_]\w*)\s*(?::[^=]+)?=(?!=)/;

function declaredIn(line: string): string[] {
  return (declares.exec(line) ?? []).slice(1).filter((name) => name !== undefined);
}

async function parsed({ ports: { trees, workspace } }: RunContext, path: string, patch: Patch): Promise<SyntaxTree | undefined> {
  const language = trees.languageOf(path);
  const source = patchedView(workspace.view, patch).read(path);
  if (language === undefined || source === undefined) return undefined;
  await trees.load(language);
  return trees.parse(language, source.text);
}
