import type { SyntaxNode, SyntaxTree } from "../../../../ports/syntax-trees.js";
import { declarationIn, topLevelNames } from "./bindings.js";
import { classNames } from "./classes.js";

/** A file that hands on what others hold: the name would belong there. */
export function passesOn({ language, root, text }: SyntaxTree): boolean {
  if (language === "python") return /\bglobals\(\)\s*\[|\bsys\.modules\[/.test(text) || [...root.namedNodes()].some(({ type }) => type === "wildcard_import");
  return root.namedChildren.some((node) => {
    if (node.type === "export_statement") return /^export\s*(?:\*|=)/.test(node.text);
    return (
      /^(?:module\.)?exports\s*(?:=\s*require\s*\(|\[)|\.\.\.\s*require\s*\(|Object\.assign\(\s*(?:module\.)?exports\b/.test(node.text) ||
      /\b(?:module\.)?exports\[/.test(node.text)
    );
  });
}

/** The names a module holds, gathered once. */
export class ModuleNames {
  /** What is written anywhere, as a name or a whole text. */
  readonly #said: ReadonlySet<string>;
  /** Names the module is known to give, or to take at its top level; in scripts all that is said, as a name may leave its file in many ways. */
  readonly #given: ReadonlySet<string>;

  constructor(tree: SyntaxTree) {
    const words = [...tree.root.namedNodes()].filter((node) => node.namedChildren.length === 0 && /identifier|^string_fragment$/.test(node.type));
    this.#said = new Set(words.map(({ text }) => text));
    this.#given = tree.language === "python" ? new Set([...topLevelNames(tree), ...words.filter(isBoundOutside).map(({ text }) => text)]) : this.#said;
  }

  says(name: string): boolean {
    return this.#said.has(name);
  }

  isFree(name: string): boolean {
    return !this.#given.has(name) && !this.#given.has("__getattr__");
  }
}

/** Python: bound in a place that is no plain statement of the file, such as a loop, a `with` or a `match`. */
function isBoundOutside(node: SyntaxNode): boolean {
  if (node.type !== "identifier" || node.fieldName === "attribute") return false;
  if (node.parent?.type === "global_statement") return true;
  for (let at = node.fieldName === "name" ? node.parent?.parent : node.parent; at !== undefined; at = at.parent)
    if (at.isFunction || at.type === "class_definition") return false;
  return true;
}

/** Whether there is one object that further names can be put into. */
export function givesObject({ root }: SyntaxTree): boolean {
  return root.namedChildren.some((node) => {
    const value = node.type === "export_statement" ? node.child("value") : undefined;
    return value?.type === "object" || /^(?:module\.)?exports\b/.test(node.text);
  });
}

/** The class of a file that has this name; `only` = whatever its name is, the one class the file has. */
export function classCalled(file: SyntaxTree, name: string | undefined, otherwise: "only" | "none"): string | undefined {
  const classes = [...classNames(file), ...file.root.namedChildren.flatMap(constructorName)];
  if (name !== undefined && classes.includes(name)) return name;
  return otherwise === "only" && classes.length === 1 ? classes[0] : undefined;
}

/** `function Queue() {}` with a prototype. */
function constructorName(statement: SyntaxNode): string[] {
  const inner = declarationIn(statement);
  const name = inner.type === "function_declaration" ? (inner.child("name")?.text ?? "") : "";
  return /^[A-Z]/.test(name) ? [name] : [];
}
