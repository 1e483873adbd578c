import type { CaseResult } from "../domain/case.js";
import type { FileView } from "../domain/file-view.js";
import type { SyntaxNode, SyntaxTrees } from "../ports/syntax-trees.js";
import { testFunctions } from "./tamper/test-literals.js";
import { compact, descendants } from "./tamper/walk.js";

export interface AssertionSources {
  readonly files: FileView;
  readonly trees: SyntaxTrees;
  readonly cases: readonly CaseResult[];
}

/**
 * Assertions that stand in the tests of these cases and in the functions of the same file they call by name; each counts once, however
 * often a loop runs it. A case whose test is not found by its name counts its whole file. Loads the languages it needs.
 */
export async function assertionCount({ files, trees, cases }: AssertionSources): Promise<number> {
  const byFile = Map.groupBy(cases, (result) => result.name.file);
  let total = 0;
  for (const [path, own] of byFile) {
    const language = trees.languageOf(path);
    const source = files.read(path);
    if (language === undefined || source === undefined) continue;
    await trees.load(language);
    total += countIn(trees.parse(language, source.text).root, new Set(own.flatMap((result) => result.name.titlePath)));
  }
  return total;
}

function countIn(root: SyntaxNode, titles: ReadonlySet<string>): number {
  const tests = testFunctions(root).filter((test) => titles.has(test.title));
  const starts = tests.length === 0 ? [root] : tests.map((test) => test.node);
  const found = new Set<number>();
  for (const start of withCalled(root, starts)) for (const node of descendants(start)) if (isAssertion(node)) found.add(node.start);
  return found.size;
}

/** The nodes, and what they call by name in the same file, to any depth. */
function withCalled(root: SyntaxNode, starts: readonly SyntaxNode[]): Set<SyntaxNode> {
  const reached = new Set(starts);
  if (reached.has(root)) return reached;
  const helpers = new Map(
    [...descendants(root)].filter((node) => node.isFunction).map((node) => [(node.child("name") ?? node.parent?.child("name"))?.text ?? "", node]),
  );
  for (const node of reached) {
    for (const part of descendants(node)) {
      const helper =
        part.type === "call" || part.type === "call_expression" ? helpers.get((part.child("function") ?? part).text.replace(/^(self|this)\./, "")) : undefined;
      if (helper !== undefined) reached.add(helper);
    }
  }
  return reached;
}

function isAssertion(node: SyntaxNode): boolean {
  if (node.type === "assert_statement") return true;
  if (node.type !== "call" && node.type !== "call_expression") return false;
  return isAssertionName(node.child("function") ?? node) && !insideAssertion(node);
}

function isAssertionName(node: SyntaxNode): boolean {
  return /^(self\.(assert|fail)\w*|(\w+\.)?assert(\.\w+)*|expect|(chai\.)?should|pytest\.(raises|approx|warns)|console\.assert)$/.test(compact(node));
}

/** What an assertion of one's own is made of (`console.assert = (value) => assert.ok(value)`) says nothing by itself. */
function insideAssertion(node: SyntaxNode): boolean {
  for (let at = node.parent; at !== undefined; at = at.parent) {
    const target = /^assignment/.test(at.type) ? at.child("left") : undefined;
    if (target !== undefined && isAssertionName(target)) return true;
  }
  return false;
}
