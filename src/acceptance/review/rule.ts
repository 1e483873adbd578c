import type { SyntaxNode } from "../../ports/syntax-trees.js";
import { dottedName } from "../tamper/calls.js";
import { descendants } from "../tamper/walk.js";
import type { ChangedFile, Version } from "./changed-file.js";
import type { ImportNames } from "./import-names.js";

/** What a rule found in one file. */
export interface Hit {
  /** 1-based, in the patched file; null = the file as a whole. */
  readonly line: number | null;
  readonly claim: string;
}

export interface ReviewRule {
  readonly id: string;
  /** `block` only where a promise of Heal's own stands behind it; everything else is for a person to look at. */
  readonly severity: "block" | "advice";
  readonly find: (file: ChangedFile) => readonly Hit[];
}

/** Something a rule looks for as it stands in one version; the same key on both sides is nothing the patch added. */
export interface Sign {
  readonly key: string;
  /** 0-based. */
  readonly row: number;
  readonly claim: string;
}

export type SignFinder = (node: SyntaxNode, imports: ImportNames) => Sign | undefined;

/** Signs in the changed statements that the base does not pay for, one for one. */
export function addedSigns(file: ChangedFile, find: SignFinder): Hit[] {
  return unpaid(signsIn(file.before, find), signsIn(file.after, find)).map(({ row, claim }) => ({ line: row + 1, claim }));
}

/** Signs that the patch took away; they are told of the file, as their line is gone. */
export function removedSigns(file: ChangedFile, find: SignFinder): Hit[] {
  return unpaid(signsIn(file.after, find), signsIn(file.before, find)).map(({ claim }) => ({ line: null, claim }));
}

function signsIn(version: Version, find: SignFinder): Sign[] {
  return version.regions.flatMap((region) => [...descendants(region)].flatMap((node) => find(node, version.imports) ?? []));
}

export function unpaid(paying: readonly Sign[], signs: readonly Sign[]): Sign[] {
  const paid = new Map<string, number>();
  for (const { key } of paying) paid.set(key, (paid.get(key) ?? 0) + 1);
  return signs.filter(({ key }) => {
    const left = paid.get(key) ?? 0;
    paid.set(key, left - 1);
    return left <= 0;
  });
}

/** The whole name of what is called or made, imports resolved, e.g. `child_process.exec`; undefined for anything but a call. */
export function calledName(node: SyntaxNode, imports: ImportNames): string | undefined {
  const callee = node.type === "new_expression" ? node.child("constructor") : /^call(?:_expression)?$/.test(node.type) ? node.child("function") : undefined;
  const name = callee === undefined ? undefined : dottedName(callee);
  return name === undefined ? undefined : resolved(name, imports);
}

export function resolved(name: string, imports: ImportNames): string {
  const [first = "", ...rest] = name.split(".");
  const meaning = imports.get(first);
  return meaning === undefined ? name : [meaning, ...rest].join(".");
}

/** A name given a value: keyword argument, pair of an object or dictionary, assignment. */
export function givenValue(node: SyntaxNode): { readonly name: string; readonly value: SyntaxNode } | undefined {
  const [target, value] = sidesOf(node);
  if (target === undefined || value === undefined) return undefined;
  const last = target.child("attribute") ?? target.child("property") ?? target.child("subscript") ?? target.child("index") ?? target;
  return { name: last.text.replace(/^["'`]|["'`]$/g, ""), value };
}

function sidesOf(node: SyntaxNode): readonly [SyntaxNode | undefined, SyntaxNode | undefined] {
  if (node.type === "keyword_argument") return [node.child("name"), node.child("value")];
  if (node.type === "pair") return [node.child("key"), node.child("value")];
  if (node.type === "assignment" || node.type === "assignment_expression") return [node.child("left"), node.child("right")];
  return node.type === "variable_declarator" ? [node.child("name"), node.child("value")] : [undefined, undefined];
}

export function shown(node: SyntaxNode): string {
  const text = node.text.replace(/\s+/g, " ");
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}
