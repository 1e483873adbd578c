import type { SyntaxLanguage, SyntaxTree, SyntaxTrees } from "../../../../ports/syntax-trees.js";
import type { Definition } from "../source/definition.js";
import { pythonLayoutProblem } from "../source/python-layout.js";
import { definitionsIn } from "../source/read-definitions.js";
import { dedented, withStep } from "./indentation.js";
import { withIndentedBody } from "./python-repair.js";

/** A block of code from a reply, parsed. */
export interface ParsedCode {
  readonly tree: SyntaxTree;
  readonly definitions: readonly Definition[];
}

export type CodeReading = ParsedCode | { readonly problem: string };

const wrapped: Partial<Record<SyntaxLanguage, readonly [string, string]>> = {
  javascript: ["class HealWrapper {\n", "\n}\n"],
  typescript: ["class HealWrapper {\n", "\n}\n"],
  tsx: ["class HealWrapper {\n", "\n}\n"],
  java: ["class HealWrapper {\n", "\n}\n"],
  rust: ["impl HealWrapper {\n", "\n}\n"],
};

/** The name of what bare members are laid into, to be parsed. */
export const WRAPPER = "HealWrapper";

/** The code as it stands, without shared indentation and indented by `step`; members of a class that stand alone are parsed inside one. */
export function readCode(
  trees: SyntaxTrees,
  { language, code, step }: { readonly language: SyntaxLanguage; readonly code: string; readonly step: string | undefined },
): CodeReading {
  const text = dedented(code);
  const candidates = language === "python" ? [text, withIndentedBody(text)] : [text, inWrapper(language, text)];
  let problem = "the code is empty";
  for (const [index, candidate] of candidates.entries()) {
    const tree = trees.parse(language, candidate);
    const wrong = syntaxProblem(tree);
    if (wrong === undefined && !(index === 0 && holdsFields(trees, tree))) return stepped(trees, tree, step);
    if (index === 0) problem = wrong ?? problem;
  }
  return { problem };
}

/** Java's grammar takes fields for variables where they stand alone. */
function holdsFields(trees: SyntaxTrees, tree: SyntaxTree): boolean {
  const { language, root, text } = tree;
  const isAlone = language === "java" && root.namedChildren.some(({ type }) => type === "local_variable_declaration");
  return isAlone && syntaxProblem(trees.parse(language, inWrapper(language, text))) === undefined;
}

function stepped(trees: SyntaxTrees, tree: SyntaxTree, step: string | undefined): ParsedCode {
  const text = withStep(tree, step);
  const other = text === tree.text ? tree : trees.parse(tree.language, text);
  const best = syntaxProblem(other) === undefined ? other : tree;
  return { tree: best, definitions: definitionsIn(best) };
}

function inWrapper(language: SyntaxLanguage, text: string): string {
  const [before, after] = wrapped[language] ?? ["", ""];
  return before + text + after;
}

/** Where a text is not of its language; undefined = it is. */
export function syntaxProblem(tree: SyntaxTree): string | undefined {
  if (tree.root.hasError) return `it does not parse: line ${errorLine(tree)}`;
  const line = tree.language === "python" ? pythonLayoutProblem(tree) : undefined;
  return line === undefined ? undefined : `it does not parse: wrong indentation at line ${line}`;
}

function errorLine(tree: SyntaxTree): number {
  let node = tree.root;
  for (;;) {
    const inner = node.children.find((child) => child.hasError);
    if (inner === undefined) return node.startRow + 1;
    node = inner;
  }
}
