import type { SyntaxLanguage, SyntaxTrees } from "../../../../ports/syntax-trees.js";
import { looksElided } from "./elision.js";
import { lostLine, lostPart } from "./lost-parts.js";
import { syntaxProblem } from "./parse-code.js";
import { type Unusable, unusable } from "./usable-edit.js";

export interface WholeFileRequest {
  readonly trees: SyntaxTrees;
  readonly language: SyntaxLanguage | undefined;
  readonly before: string;
  readonly code: string;
}

/** A block taken for a whole file: it must parse and must not lose a part of the file. */
export function wholeFile({ trees, language, before, code }: WholeFileRequest): { readonly kind: "text"; readonly text: string } | Unusable {
  const text = before.startsWith("\uFEFF") && !code.startsWith("\uFEFF") ? `\uFEFF${code}` : code;
  if (looksElided(code, before)) return unusable("it leaves out a part of the file");
  const tree = language === undefined ? undefined : trees.parse(language, text);
  const problem = tree === undefined ? undefined : syntaxProblem(tree);
  if (problem !== undefined) return unusable(problem);
  const lost = tree === undefined ? lostLine(before, code) : lostPart(trees.parse(tree.language, before), tree);
  return lost === undefined ? { kind: "text", text } : unusable(`it leaves out a part of the file (${lost}): the whole file is needed`);
}
