import type { SyntaxNode } from "../../../../ports/syntax-trees.js";
import { type Definition, holds } from "../source/definition.js";
import { looksElided } from "./elision.js";
import type { Pair } from "./pair.js";
import { WRAPPER } from "./parse-code.js";
import { isPlaceholder } from "./placeholder.js";

/** Each function of a reply with its namesake in the file. Of several for one place the last that is whole and changes something counts: replies show the broken code before the mended, or after it, or point at a line of it. */
export function pairsOf(definitions: readonly Definition[], inFile: readonly Definition[], shown: readonly string[]): Pair[] | "ambiguous" {
  const pairs = new Map<Definition, Pair>();
  for (const from of definitions.filter(({ isNested }) => isNested === "no")) {
    const to = namesake(from, inFile, shown);
    if (to === "ambiguous") return to;
    if (to === undefined) continue;
    const known = pairs.get(to);
    if (known === undefined || worth({ from, to }) >= worth(known)) pairs.set(to, { from, to });
  }
  return withoutInner([...pairs.values()]);
}

function worth(pair: Pair): number {
  if (isSame(pair.from.node, pair.to.node)) return 0;
  return isPlaceholder(pair) || looksElided(pair.from.node.text, pair.to.node.text) ? 1 : 2;
}

export function isSame(one: SyntaxNode, other: SyntaxNode): boolean {
  return plain(one.text) === plain(other.text);
}

function plain(text: string): string {
  return text.replace(/\s+/g, " ").replace(/[;,]$/, "").trim();
}

/** A function inside another that is replaced as a whole goes with it. */
function withoutInner(pairs: readonly Pair[]): Pair[] {
  return pairs.filter(({ to }) => !pairs.some((other) => other.to !== to && holds(other.to.core, to.core)));
}

function namesake(from: Definition, inFile: readonly Definition[], shown: readonly string[]): Definition | "ambiguous" | undefined {
  const owner = ownerOf(from);
  const named = inFile.filter(({ own }) => own === from.own);
  const exact = named.filter((one) => one.owner === owner);
  for (const group of groupsOf({ named, exact, inFile, shown, isBare: owner === "" })) {
    const [only, ...others] = nearest(group, from);
    if (only !== undefined && others.length === 0 && (owner === "" || only.owner === "" || sharesOwner(only.owner, owner))) return only;
  }
  return named.length > 1 && (owner === "" || exact.length > 1) ? "ambiguous" : undefined;
}

export function ownerOf({ owner }: Definition): string {
  return owner === WRAPPER ? "" : owner.replace(`${WRAPPER}.`, "");
}

interface Groups {
  readonly named: readonly Definition[];
  readonly exact: readonly Definition[];
  readonly inFile: readonly Definition[];
  readonly shown: readonly string[];
  readonly isBare: boolean;
}

/** A function that stands alone in the reply is the one that was shown, or one beside it, before it is another that stands alone in the file. */
function groupsOf({ named, exact, inFile, shown, isBare }: Groups): (readonly Definition[])[] {
  const wanted = (one: Definition): boolean => shown.includes(one.name);
  const owners = new Set(inFile.filter((one) => wanted(one) && one.owner !== "").map(({ owner }) => owner));
  const first = [exact.filter(wanted), named.filter(wanted)];
  return isBare ? [...first, named.filter((one) => owners.has(one.owner)), exact, named] : [exact, ...first, named];
}

function sharesOwner(one: string, other: string): boolean {
  return one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`);
}

/** What tells functions of one name apart, the strictest first. */
const marks: ((definition: Definition) => string)[] = [
  (one) => `${parametersOf(one)} ${kindOf(one)} ${headOf(one)}`,
  (one) => `${parametersOf(one)} ${kindOf(one)}`,
  (one) => `${typesOf(one)} ${kindOf(one)}`,
  (one) => `${headOf(one)} ${kindOf(one)}`,
  parametersOf,
  typesOf,
  kindOf,
];

/** Those most like it, where several have its name. */
function nearest(group: readonly Definition[], from: Definition): readonly Definition[] {
  if (group.length < 2) return group;
  for (const mark of marks) {
    const same = group.filter((one) => mark(one) === mark(from));
    if (same.length === 1) return same;
  }
  return group;
}

function parametersOf({ node }: Definition): string {
  return (node.child("parameters")?.text ?? "").replace(/\s+/g, "");
}

/** Overloads differ by the types of their parameters, not by the names. */
function typesOf({ node }: Definition): string {
  const parameters = node.child("parameters")?.namedChildren ?? [];
  return parameters.map((one) => one.child("type")?.text ?? one.text).join(",");
}

function kindOf({ node }: Definition): string {
  return node.children
    .map(({ text }) => text)
    .filter((text) => text === "get" || text === "set" || text === "static")
    .join(" ");
}

/** Rust: a type may have a function of one name in each of its traits. */
function headOf({ node }: Definition): string {
  const block = node.parent?.parent;
  return block?.type === "impl_item" ? `${block.child("trait")?.text ?? ""}` : "";
}
