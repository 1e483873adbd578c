import type { SyntaxNode, SyntaxTree } from "../../../../ports/syntax-trees.js";
import type { TextEdit } from "../../text-edits.js";
import { type Binding, bindingsIn, declarationIn } from "../source/bindings.js";
import { isClass } from "../source/classes.js";
import { holds } from "../source/definition.js";
import { isImport } from "../source/read-imports.js";
import { looksElided } from "./elision.js";
import { moved } from "./indentation.js";
import type { Pair } from "./pair.js";
import { isSame } from "./pairing.js";
import { type Unusable, unusable } from "./usable-edit.js";

export interface StatementRequest {
  readonly file: SyntaxTree;
  readonly code: SyntaxTree;
  readonly replaced: readonly Pair[];
  /** Names the replaced functions use. */
  readonly needed: ReadonlySet<string>;
}

/** A statement of the reply and the one of the file whose place it takes. */
export interface StatementPair {
  readonly from: Binding;
  readonly to: Binding;
}

export type StatementPairs = { readonly kind: "pairs"; readonly pairs: readonly StatementPair[] } | Unusable;

/** Constants, types and the like of the reply that the file has otherwise. Behind the last function only what the new code needs counts: the rest there is a usage. */
export function changedStatements({ file, code, replaced, needed }: StatementRequest): StatementPairs {
  const lastFunction = Math.max(-1, ...replaced.map(({ from }) => from.node.start));
  const inFile = bindingsIn(file.root).filter(isStatement);
  const pairs = new Map<Binding, StatementPair>();
  for (const from of bindingsIn(code.root).filter(isStatement)) {
    if (replaced.some((pair) => holds(from.node, pair.from.node))) continue;
    const found = inFile.filter(({ names }) => names.some((name) => from.names.includes(name)));
    const [to] = found;
    const isWanted = from.node.start < lastFunction || from.names.some((name) => needed.has(name));
    if (to === undefined || !isWanted || found.some(({ node }) => sameStatement(node, from.node))) continue;
    if (found.length > 1 || !to.names.every((name) => from.names.includes(name)))
      return unusable(`it gives ${from.names.join(", ")} in one statement, the file does not: change the file's own statement`);
    if (replaced.some((pair) => holds(to.node, pair.to.node))) continue;
    const verdict = verdictOn(from, to);
    if (verdict !== "change") {
      if (verdict === "keep") continue;
      return unusable(verdict);
    }
    pairs.set(to, { from, to });
  }
  return { kind: "pairs", pairs: [...pairs.values()] };
}

/** No import, no head of an overload, no class: classes are looked at by their members. */
function isStatement({ node }: Binding): boolean {
  const inner = declarationIn(node);
  return !isImport(node) && inner.type !== "function_signature" && !isClass(inner);
}

function sameStatement(one: SyntaxNode, other: SyntaxNode): boolean {
  return isSame(declarationIn(one), declarationIn(other));
}

/** What leaves out a part and changes nothing else is there to be looked at; what leaves out and changes cannot be applied. */
function verdictOn(from: Binding, to: Binding): "change" | "keep" | string {
  const name = to.names.join(", ");
  const before = membersOf(to.node);
  const after = new Map(membersOf(from.node).map((one) => [one.name, one.text]));
  const lost = before.find((one) => !after.has(one.name));
  const isElided = looksElided(from.node.text, to.node.text) || /[[{(]\s*\.\.\.\s*[\])}]|=\s*\.\.\.\s*;?$/.test(from.node.text);
  if (lost === undefined && !isElided) return "change";
  const isPartOnly = [...after].every(([own, text]) => before.some((one) => one.name === own && one.text === text));
  if (isPartOnly && (before.length > 0 || isElided)) return "keep";
  return `it leaves out ${lost === undefined ? "a part" : lost.name} of ${name}: give ${name} whole, or leave it out`;
}

const memberTypes = new Set("property_signature method_signature enum_assignment enum_constant enum_variant field_declaration method_elem".split(" "));

/** Members of a type; a value is given whole. */
function membersOf(node: SyntaxNode): { readonly name: string; readonly text: string }[] {
  const inner = declarationIn(node);
  if (inner.type.includes("assign") || inner.type.endsWith("variable_declaration") || inner.type === "lexical_declaration") return [];
  const found: { name: string; text: string }[] = [];
  for (const one of inner.namedNodes()) {
    const isBareEnumName = one.parent?.type === "enum_body" && one.type === "property_identifier";
    const name = memberTypes.has(one.type) ? one.child("name")?.text : isBareEnumName ? one.text : undefined;
    if (name !== undefined) found.push({ name, text: one.text.replace(/\s+/g, " ") });
  }
  return found;
}

/** The statement alone, `export` and decorators of the file stay where the reply has none. */
export function statementEdit(code: SyntaxTree, { from, to }: StatementPair): TextEdit {
  const isCovered = from.node.type === "export_statement" || from.whole.start < from.node.start;
  const fromNode = isCovered ? from.node : declarationIn(from.node);
  const toNode = isCovered ? to.node : declarationIn(to.node);
  const start = from.whole.start < from.node.start ? to.whole.start : toNode.start;
  const text = moved(code, { start: from.whole.start < from.node.start ? from.whole.start : fromNode.start, end: fromNode.end }, "");
  return { start, end: toNode.end, text: withVisibility(text, fromNode, toNode) };
}

/** Rust: `pub` stays where the reply leaves it out. */
function withVisibility(text: string, from: SyntaxNode, to: SyntaxNode): string {
  const [own] = to.children.filter(({ type }) => type === "visibility_modifier");
  const isTold = from.children.some(({ type }) => type === "visibility_modifier");
  return own === undefined || isTold || !text.startsWith(from.text.slice(0, 1)) || text.startsWith("#") ? text : `${own.text} ${text}`;
}
