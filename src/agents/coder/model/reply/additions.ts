import type { SyntaxNode } from "../../../../ports/syntax-trees.js";
import type { TextEdit } from "../../text-edits.js";
import { type Binding, bindingsIn, boundNames, declarationIn, topLevelNames } from "../source/bindings.js";
import { type Definition, holds } from "../source/definition.js";
import type { MissingName } from "../source/missing-name.js";
import { isImport } from "../source/read-imports.js";
import type { AdditionRequest } from "./addition-request.js";
import { helperEdits } from "./beside-edits.js";
import { addedFields, classAround, fieldsIn } from "./class-members.js";
import { listMemberEdits } from "./list-member.js";
import { memberEdits, newMembers } from "./member-edits.js";
import type { Pair } from "./pair.js";
import { WRAPPER } from "./parse-code.js";
import { gives, handedOn, type Wanted } from "./wanted.js";
import { wantedEdits } from "./wanted-edits.js";

/** What a reply holds for the new code beside it and the file does not have. */
export interface Additions {
  readonly helpers: readonly SyntaxNode[];
  readonly members: readonly Definition[];
  /** Python: written beside a bare method, used through its object. */
  readonly fields: readonly Binding[];
  /** Names used by the new code, the additions included. */
  readonly needed: ReadonlySet<string>;
}

/** Helper functions, types and constants the new code needs, and methods of the classes it shows. Nothing else of a reply is taken: the rest is tests and usages. */
export function additionsIn(request: AdditionRequest): Additions {
  const { code, replaced } = request;
  const needed = new Set(request.used);
  const fits = helperTest(request, needed);
  const fresh = newMembers(request);
  const helpers: SyntaxNode[] = [];
  const members: Definition[] = [];
  for (let grew = true; grew; ) {
    grew = false;
    for (const node of code.tree.root.namedChildren) {
      if (helpers.includes(node) || !fits(node)) continue;
      helpers.push(node);
      for (const used of identifiers(node)) needed.add(used);
      grew = true;
    }
    for (const definition of fresh) {
      if (members.includes(definition) || helpers.some((node) => holds(node, definition.node))) continue;
      const isUsed = needed.has(definition.own) || needed.has(`.${definition.own}`);
      if (!isUsed && (definition.owner === WRAPPER || request.wanted !== undefined || isUsage(definition))) continue;
      members.push(definition);
      for (const used of identifiers(decorated(definition.node))) needed.add(used);
      grew = true;
    }
  }
  const isLoose = (node: SyntaxNode): boolean => isFieldOf(replaced, node);
  const fields = bindingsIn(code.tree.root).filter(({ node }) => helpers.includes(node) && isLoose(node));
  const names = request.wanted?.names ?? [];
  return { helpers: lastHelpers(helpers, names).filter((node) => !isLoose(node)), members: lastMembers(members, names), fields, needed };
}

function decorated(node: SyntaxNode): SyntaxNode {
  return node.parent?.type === "decorated_definition" ? node.parent : node;
}

/** Of several versions of what is asked for the last counts: replies show a first one before the better. */
function lastHelpers(helpers: readonly SyntaxNode[], names: readonly MissingName[]): SyntaxNode[] {
  const version = (node: SyntaxNode): string | undefined => {
    const inner = declarationIn(node);
    const isPlain = (inner.isFunction || /^(?:lexical|variable)_declaration$/.test(inner.type)) && node.type !== "decorated_definition";
    return isPlain && gives(node, names) !== undefined ? `${inner.type} ${boundNames(node).join()}` : undefined;
  };
  return helpers.filter((node) => version(node) === undefined || !helpers.some((other) => other.start > node.start && version(other) === version(node)));
}

function lastMembers(members: readonly Definition[], names: readonly MissingName[]): Definition[] {
  const version = ({ node, own, owner }: Definition): string | undefined => {
    const isPlain = node.parent?.type !== "decorated_definition" && names.some(({ name }) => name === own);
    // Getter and setter, and what is static, are others.
    return isPlain ? `${owner} ${node.text.slice(0, (node.child("name")?.start ?? node.start) - node.start)}` : undefined;
  };
  return members.filter((one) => version(one) === undefined || !members.some((other) => other.node.start > one.node.start && version(other) === version(one)));
}

function helperTest({ file, replaced, wanted }: AdditionRequest, needed: ReadonlySet<string>): (node: SyntaxNode) => boolean {
  const known = topLevelNames(file);
  const impls = new Set(file.root.namedChildren.map(implKey));
  return (node) => {
    if (isImport(node) || replaced.some(({ from }) => holds(node, from.node))) return false;
    const key = implKey(node);
    if (key !== undefined) {
      const type = node.child("type")?.text.replace(/<.*$/s, "") ?? "";
      return type !== WRAPPER && !impls.has(key) && (known.has(type) || needed.has(type));
    }
    const names = boundNames(node);
    if (belongsTo(node, { wanted, needed, known })) return true;
    const isReachedByDot = node.type === "method_declaration" || isFieldOf(replaced, node);
    return names.some((name) => needed.has(name) || (isReachedByDot && needed.has(`.${name}`))) && !names.some((name) => known.has(name));
  };
}

interface Belonging {
  readonly wanted: Wanted | undefined;
  readonly needed: ReadonlySet<string>;
  /** Names of the file. */
  readonly known: ReadonlySet<string>;
}

/** A statement that completes what is added: `spread.cache = {}`, `TABLE[3] = 4`, `@spread.register`, `HANDLERS["spread"] = spread`. */
function belongsTo(node: SyntaxNode, { wanted, needed, known }: Belonging): boolean {
  if (wanted === undefined) return false;
  if (handedOn(node).some((name) => needed.has(name))) return true;
  const inner = declarationIn(node);
  const isAdded = (name: string): boolean => needed.has(name) && !known.has(name);
  if (node.type === "decorated_definition") return isAdded(/^@([\w$]+)\./.exec(node.text)?.[1] ?? "");
  if (!/^(?:assignment|augmented_assignment)/.test(inner.type)) return false;
  const left = inner.child("left")?.text ?? "";
  const [, head = ""] = /^(?!(?:module|exports)\b)([\w$]+)[.[]/.exec(left) ?? [];
  const right = inner.child("right");
  return isAdded(head) || (left.includes("[") && known.has(head) && right !== undefined && wanted.names.some(({ name }) => right.text === name));
}

/** What only shows or tests the others. */
function isUsage({ own }: Definition): boolean {
  return own === "main" || /^test(?:_|[A-Z]|$)/.test(own);
}

/** Rust: a block of functions is known by its type and trait. */
function implKey(node: SyntaxNode): string | undefined {
  return node.type === "impl_item" ? `${node.child("trait")?.text ?? ""} for ${node.child("type")?.text ?? ""}` : undefined;
}

/** Names used in a piece of code; those that are only looked up in something else with a dot before them. */
export function identifiers(node: SyntaxNode): Set<string> {
  const found = new Set<string>();
  for (const one of node.namedNodes()) if (/identifier/.test(one.type) && one.namedChildren.length === 0) found.add(isMember(one) ? `.${one.text}` : one.text);
  return found;
}

function isMember(node: SyntaxNode): boolean {
  return node.type === "property_identifier" || node.type === "field_identifier" || (node.type === "identifier" && node.fieldName === "attribute");
}

/** Python: a constant beside a bare method that is used as `self.NAME` alone. */
function isFieldOf(replaced: readonly Pair[], node: SyntaxNode): boolean {
  const names = boundNames(node);
  const isMethod = replaced.some(({ to, from }) => to.owner !== "" && from.owner === "" && classAround(to.node)?.type === "class_definition");
  if (!isMethod || declarationIn(node).type !== "assignment") return false;
  const uses = replaced.flatMap(({ from }) => [...from.node.namedNodes()]).filter((one) => one.type === "identifier" && names.includes(one.text));
  return uses.length > 0 && uses.every((one) => one.parent?.type === "attribute" && one.fieldName === "attribute");
}

/**
 * The edits that put them in: helpers before what needs them, methods behind the first replaced one or at the end of their class.
 * @param others what else of the file changes
 */
export function additionEdits(request: AdditionRequest, { helpers, members, fields }: Additions, others: readonly TextEdit[]): TextEdit[] {
  const names = request.wanted?.names ?? [];
  const isGiven = helpers.some((node) => gives(node, names) !== undefined);
  const lists = isGiven ? [] : listMemberEdits({ file: request.file, code: request.code.tree, names });
  const inside = [...memberEdits(request, members), ...looseFieldEdits(request, fields), ...lists];
  const beside = request.wanted === undefined ? helperEdits(request, helpers) : wantedEdits(request, helpers, [...others, ...inside]);
  return [...beside, ...inside];
}

function looseFieldEdits({ file, code, replaced }: AdditionRequest, fields: readonly Binding[]): TextEdit[] {
  const [target] = replaced.filter(({ to }) => to.owner !== "");
  const holder = target === undefined ? undefined : classAround(target.to.node);
  const body = holder?.child("body");
  return holder === undefined || body === undefined ? [] : addedFields(file, code.tree, { body, own: fieldsIn(holder), fresh: fields });
}
