import type { SyntaxLanguage, SyntaxTrees } from "../../../../ports/syntax-trees.js";
import { definitionsIn } from "../source/read-definitions.js";
import { looksElided } from "./elision.js";
import { syntaxProblem } from "./parse-code.js";
import { type Unusable, unusable } from "./usable-edit.js";

export interface WholeFileRequest {
  readonly trees: SyntaxTrees;
  readonly language: SyntaxLanguage | undefined;
  readonly before: string;
  readonly code: string;
}

/** A block taken for a whole file: it must parse and must not lose a function of the file. */
export function wholeFile({ trees, language, before, code }: WholeFileRequest): { readonly kind: "text"; readonly text: string } | Unusable {
  const text = before.startsWith("\uFEFF") && !code.startsWith("\uFEFF") ? `\uFEFF${code}` : code;
  if (looksElided(code, before)) return unusable("it leaves out a part of the file");
  if (language === undefined) return shrinks(before, code) ? unusable("it leaves out most of the file") : { kind: "text", text };
  const tree = trees.parse(language, text);
  const problem = syntaxProblem(tree);
  if (problem !== undefined) return unusable(problem);
  const kept = new Set(definitionsIn(tree).map(({ name }) => name));
  const lost = definitionsIn(trees.parse(language, before)).find(({ name }) => !kept.has(name));
  return lost === undefined ? { kind: "text", text } : unusable(`it leaves out ${lost.name}`);
}

/** Without a grammar nothing else tells a part of a file from the whole. */
function shrinks(before: string, code: string): boolean {
  return code.trim().split("\n").length * 2 < before.trim().split("\n").length;
}
