import type { SyntaxNode, SyntaxTrees } from "../../../../ports/syntax-trees.js";
import { declarationIn } from "../source/bindings.js";
import type { MissingName } from "../source/missing-name.js";
import { definitionsIn } from "../source/read-definitions.js";
import { moved } from "./indentation.js";
import { type ParsedCode, syntaxProblem, WRAPPER } from "./parse-code.js";

/** The code with bare methods inside the class of the one that is asked for, where that is no free function. */
export function insideOwner(trees: SyntaxTrees, code: ParsedCode, names: readonly MissingName[]): ParsedCode {
  const own = names.filter(({ owner }) => owner !== undefined);
  const owner = own[0]?.owner;
  const { language, text, root } = code.tree;
  // A prototype takes the function as it stands.
  if (owner === undefined || text.includes(`${owner}.prototype.`)) return code;
  const wanted = new Set(own.map(({ name }) => name));
  const bare = root.namedChildren.filter((node) => (language === "python" ? isPythonMethod(node, wanted) : isScriptMethod(node, wanted)));
  const inClass = bare.length === 0 ? text.replace(`class ${WRAPPER} {`, `class ${owner} {`) : withClass({ code, bare, owner });
  const tree = trees.parse(language, inClass);
  return syntaxProblem(tree) === undefined ? { tree, definitions: definitionsIn(tree) } : code;
}

function isPythonMethod(node: SyntaxNode, wanted: ReadonlySet<string>): boolean {
  const inner = declarationIn(node);
  // `BLUE = 3` is a field.
  if (inner.type === "assignment") return wanted.has(inner.child("left")?.text ?? "");
  if (inner.type !== "function_definition") return false;
  const first = inner.child("parameters")?.namedChildren[0]?.text;
  return wanted.has(inner.child("name")?.text ?? "") || first === "self" || first === "cls";
}

/** `function peek() {}`, `const peek = () => 1`, and `peek = () => 1` as a field would be. */
function isScriptMethod(node: SyntaxNode, wanted: ReadonlySet<string>): boolean {
  const inner = declarationIn(node);
  if (inner.type === "lexical_declaration") return inner.namedChildren.length === 1 && wanted.has(inner.namedChildren[0]?.child("name")?.text ?? "");
  const name = inner.type === "assignment_expression" ? inner.child("left")?.text : inner.child("name")?.text;
  return /^(?:generator_)?function_declaration$|^assignment_expression$/.test(inner.type) && wanted.has(name ?? "");
}

interface Bare {
  readonly code: ParsedCode;
  readonly bare: readonly SyntaxNode[];
  readonly owner: string;
}

/** All of them in one class, in the place of the first. */
function withClass({ code: { tree }, bare, owner }: Bare): string {
  const isPython = tree.language === "python";
  const indent = isPython ? "    " : "  ";
  const members = bare.map((node) => indent + memberText(moved(tree, node, indent), node)).join("\n\n");
  const own = isPython ? `class ${owner}:\n${members}` : `class ${owner} {\n${members}\n}`;
  let text = tree.text;
  for (const [index, node] of [...bare.entries()].reverse()) text = text.slice(0, node.start) + (index === 0 ? own : "") + text.slice(node.end);
  return text;
}

/** `function* peek()` is `*peek()` in a class. */
function memberText(text: string, node: SyntaxNode): string {
  if (!/function_declaration$/.test(declarationIn(node).type)) return text.replace(/^(?:export\s+)?(?:const|let)\s+/, "");
  return text.replace(
    /^(?:export\s+(?:default\s+)?)?(async\s+)?function\s*(\*?)\s*/,
    (_, isAsync: string | undefined, star: string) => `${isAsync ?? ""}${star}`,
  );
}
