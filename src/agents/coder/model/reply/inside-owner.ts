import type { SyntaxTrees } from "../../../../ports/syntax-trees.js";
import type { MissingName } from "../source/missing-name.js";
import { definitionsIn } from "../source/read-definitions.js";
import { moved } from "./indentation.js";
import { ownerOf } from "./pairing.js";
import { type ParsedCode, syntaxProblem, WRAPPER } from "./parse-code.js";

/** The code with the method that is asked for inside its class, where a reply gives it bare. */
export function insideOwner(trees: SyntaxTrees, code: ParsedCode, { name, owner }: MissingName): ParsedCode {
  const bare = code.definitions.find((one) => one.own === name && ownerOf(one) === "" && one.isNested === "no");
  if (owner === undefined || bare === undefined) return code;
  const { language, text } = code.tree;
  const { start, end } = bare.whole;
  const inClass =
    language === "python"
      ? `${text.slice(0, start)}class ${owner}:\n    ${moved(code.tree, bare.whole, "    ")}${text.slice(end)}`
      : text.replace(`class ${WRAPPER} {`, `class ${owner} {`);
  const tree = trees.parse(language, inClass);
  return syntaxProblem(tree) === undefined ? { tree, definitions: definitionsIn(tree) } : code;
}
