import type { SyntaxLanguage, SyntaxTree, SyntaxTrees } from "../../../../ports/syntax-trees.js";
import { edited } from "../../text-edits.js";
import { type Definition, indentAt, type Range } from "../source/definition.js";
import { definitionsIn } from "../source/read-definitions.js";
import { additions } from "./additions.js";
import { looksElided } from "./elision.js";
import { stepOf, withStep } from "./indentation.js";
import type { Pair } from "./pair.js";
import { type ParsedCode, readCode, syntaxProblem, WRAPPER } from "./parse-code.js";
import { replacementOf } from "./replacement.js";
import { type Unusable, unusable } from "./usable-edit.js";

export interface SpliceRequest {
  readonly language: SyntaxLanguage;
  /** The file's text with "\n" line ends. */
  readonly text: string;
  /** Functions the model was shown, most suspicious first: they win where a name is not enough. */
  readonly shown: readonly string[];
  readonly code: string;
}

export type Spliced = { readonly kind: "text"; readonly text: string; readonly functions: readonly string[] } | Unusable;

/** A reply's functions put in the place of their namesakes; what they need besides is added. */
export function spliced(trees: SyntaxTrees, request: SpliceRequest): Spliced {
  const file = trees.parse(request.language, request.text);
  const code = readCode(trees, request.language, withStep(request.code, stepOf(request.text)));
  if ("problem" in code) return unusable(code.problem);
  const pairs = pairsOf(code, definitionsIn(file), request.shown);
  if (pairs === "ambiguous") return unusable("it names a function that stands in the file more than once");
  const replaced = withoutInner(pairs);
  if (replaced.length === 0) return unusable(missing(request, code));
  const elided = replaced.find(({ from, to }) => looksElided(from.node.text, to.node.text));
  if (elided !== undefined) return unusable(`${elided.from.own} leaves out a part of its code`);
  const edits = replaced.map(({ from, to }) => ({
    ...rangeOf(from, to),
    text: replacementOf({ trees, code, from, to, indent: indentAt(file.text, to.whole.start) }),
  }));
  const added = additions({ file, code, replaced, edits });
  const text = edited(request.text, [...edits, ...added]);
  return checked(trees, { file, text, functions: replaced.map(({ to }) => to.name) });
}

function pairsOf(code: ParsedCode, inFile: readonly Definition[], shown: readonly string[]): Pair[] | "ambiguous" {
  const pairs: Pair[] = [];
  for (const from of code.definitions.filter(({ isNested }) => isNested === "no")) {
    const to = namesake(from, inFile, shown);
    if (to === "ambiguous") return to;
    if (to !== undefined) pairs.push({ from, to });
  }
  return pairs;
}

function namesake(from: Definition, inFile: readonly Definition[], shown: readonly string[]): Definition | "ambiguous" | undefined {
  const owner = from.owner === WRAPPER ? "" : from.owner.replace(`${WRAPPER}.`, "");
  const named = inFile.filter(({ own }) => own === from.own);
  const exact = named.filter((one) => one.owner === owner);
  for (const group of [sameParameters(exact, from), named.filter(({ name }) => shown.includes(name)), exact, named]) {
    const [only, ...others] = sameParameters(group, from);
    if (only !== undefined && others.length === 0 && (owner === "" || only.owner === "" || sharesOwner(only.owner, owner))) return only;
  }
  return named.length > 1 && (owner === "" || exact.length > 1) ? "ambiguous" : undefined;
}

function sharesOwner(one: string, other: string): boolean {
  return one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`);
}

/** Overloads: those with as many parameters of the same types, where that tells them apart. */
function sameParameters(group: readonly Definition[], from: Definition): readonly Definition[] {
  if (group.length < 2) return group;
  const wanted = parametersOf(from);
  const same = group.filter((one) => parametersOf(one) === wanted);
  return same.length === 0 ? group : same;
}

function parametersOf({ node }: Definition): string {
  return (node.child("parameters")?.text ?? "").replace(/\s+/g, "");
}

/** A function inside another that is replaced as a whole goes with it. */
function withoutInner(pairs: readonly Pair[]): Pair[] {
  return pairs.filter(({ to }) => !pairs.some((other) => other.to !== to && other.to.core.start <= to.core.start && to.core.end <= other.to.core.end));
}

/** Decorators of the reply replace the file's; without any in the reply the file's stay. */
function rangeOf(from: Definition, to: Definition): Range {
  const isDecorated = from.node.parent?.type === "decorated_definition";
  return isDecorated && to.node.parent?.type === "decorated_definition" ? { start: to.node.parent.start, end: to.core.end } : to.core;
}

function missing(request: SpliceRequest, code: ParsedCode): string {
  const wanted = request.shown.at(0);
  const found = code.definitions.map(({ own }) => own).slice(0, 3);
  return `it holds no complete function ${wanted ?? "of the file"}${found.length === 0 ? "" : ` (but ${found.join(", ")})`}`;
}

function checked(trees: SyntaxTrees, { file, text, functions }: { file: SyntaxTree; text: string; functions: readonly string[] }): Spliced {
  const problem = syntaxProblem(trees.parse(file.language, text));
  if (problem === undefined) return { kind: "text", text, functions };
  const before = syntaxProblem(file);
  // A fault elsewhere in the file may be the very thing to heal, one function at a time.
  if (before !== undefined && errorCount(trees.parse(file.language, text)) < errorCount(file)) return { kind: "text", text, functions };
  return unusable(`put in its place ${problem}`);
}

function errorCount(tree: SyntaxTree): number {
  let count = 0;
  const waiting = [tree.root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (!node.hasError) continue;
    if (!node.children.some((child) => child.hasError)) count += 1;
    waiting.push(...node.children);
  }
  return count;
}
