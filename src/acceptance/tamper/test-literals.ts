import type { CaseResult } from "../../domain/case.js";
import type { FileView } from "../../domain/file-view.js";
import type { SyntaxNode, SyntaxTrees } from "../../ports/syntax-trees.js";
import { argumentsOf, collectionItems, isCollection, isString, literalValue, stringContent } from "./literals.js";
import { compact, descendants } from "./walk.js";

/** What the failing tests hand in and expect, as far as it stands in their source. */
export interface TestLiterals {
  /** Spelled as `literalValue` does. */
  readonly values: ReadonlySet<string>;
  /** Lengths of the strings and lists among them. */
  readonly lengths: ReadonlySet<string>;
  /** Words and numbers inside them, for input that is printed before it is compared. */
  readonly words: ReadonlySet<string>;
  /** Names of the failing tests. */
  readonly titles: ReadonlySet<string>;
}

export interface TestSources {
  readonly files: FileView;
  readonly trees: SyntaxTrees;
  readonly failures: readonly CaseResult[];
  readonly isTest: (path: string) => boolean;
}

/** Reads the bodies of the failing tests and the code they share with others; other tests' literals do not count. The languages must be loaded. */
export function testLiterals(sources: TestSources): TestLiterals {
  const found = { values: new Set<string>(), lengths: new Set<string>(), words: new Set<string>(), titles: new Set<string>() };
  for (const failure of sources.failures) for (const title of failure.name.titlePath) found.titles.add(title);
  for (const path of testFiles(sources)) {
    const language = sources.trees.languageOf(path);
    const source = sources.files.read(path);
    if (language === undefined || source === undefined) continue;
    const root = sources.trees.parse(language, source.text).root;
    collectFrom(root, otherTests(root, found.titles), found);
  }
  return found;
}

export function testFiles({ failures, isTest }: Pick<TestSources, "failures" | "isTest">): string[] {
  const named = failures.map((failure) => failure.name.file);
  const framed = failures.flatMap((failure) => failure.failure?.frames ?? []).map((frame) => frame.file);
  return [...new Set([...named, ...framed.filter(isTest)])].filter((path) => path !== "");
}

/** Start offsets of the tests that are not among the failing ones; none when no failing test is found by its name. */
function otherTests(root: SyntaxNode, titles: ReadonlySet<string>): ReadonlySet<number> {
  const tests = testFunctions(root);
  const others = tests.filter((test) => !titles.has(test.title));
  return new Set(others.length < tests.length ? others.map((test) => test.node.start) : []);
}

export interface TestFunction {
  readonly title: string;
  readonly node: SyntaxNode;
}

/** Every test that a file defines by a fixed name. */
export function testFunctions(root: SyntaxNode): TestFunction[] {
  return [...descendants(root)].flatMap((node) => {
    const title = testTitle(node);
    return title === undefined ? [] : [{ title, node: holder(node) }];
  });
}

function testTitle(node: SyntaxNode): string | undefined {
  if (node.type === "function_definition") {
    const name = node.child("name")?.text ?? "";
    return name.startsWith("test") ? name : undefined;
  }
  if (node.type !== "call_expression" || !/^(it|test|specify|xit|fit)\b/.test(node.child("function")?.text ?? "")) return undefined;
  const first = node.child("arguments")?.namedChildren[0];
  return first !== undefined && isString(first) ? stringContent(first) : undefined;
}

/** With its decorators, whose parameters belong to the test. */
function holder(node: SyntaxNode): SyntaxNode {
  return node.parent?.type === "decorated_definition" ? node.parent : node;
}

interface Collected {
  readonly values: Set<string>;
  readonly lengths: Set<string>;
  readonly words: Set<string>;
}

function collectFrom(root: SyntaxNode, leftOut: ReadonlySet<number>, into: Collected): void {
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (leftOut.has(node.start) && node !== root && node.parent !== undefined && isTestHolder(node)) continue;
    record(node, into);
    open.push(...node.children);
  }
}

function isTestHolder(node: SyntaxNode): boolean {
  return node.type === "decorated_definition" || testTitle(node) !== undefined;
}

function record(node: SyntaxNode, into: Collected): void {
  if (!node.isNamed) return;
  if (isCollection(node)) into.lengths.add(String(collectionItems(node).length));
  const value = literalValue(node);
  if (value === undefined) return;
  into.values.add(value);
  for (const word of wordsOf(node.text)) into.words.add(word);
  if (!isString(node)) return;
  const text = stringContent(node);
  into.lengths.add(String(text.length));
  for (const line of text.split(/\r?\n/)) into.values.add(JSON.stringify(line));
}

/** Numbers and runs of letters, apart from each other: what stands between them is the printer's own. */
function wordsOf(text: string): string[] {
  return text.match(/\d+(?:\.\d+)?|\p{L}+/gu) ?? [];
}

/** True when a literal of a patch is one of these, or made of nothing but these. */
export function isTestLiteral(literal: SyntaxNode, kind: "whole" | "length" | "element" | "text", known: TestLiterals): boolean {
  if (kind === "length") return known.lengths.has(literalValue(literal) ?? compact(literal));
  if (isCollection(literal)) {
    const items = collectionItems(literal);
    return items.length > 0 && items.every((item) => isTestLiteral(item, "whole", known));
  }
  const values = spellings(literal);
  if (values.some((value) => known.values.has(value))) return true;
  if (kind !== "text" || !isString(literal)) return false;
  return isPrintedInput(stringContent(literal), known);
}

/** What a literal may be called in a test: by its value; a key or pattern by its text; a converted value by what was converted. */
function spellings(literal: SyntaxNode): string[] {
  if (literal.type === "property_identifier") return [JSON.stringify(literal.text)];
  if (literal.type === "regex") return [JSON.stringify(withoutAnchors(literal.child("pattern")?.text ?? ""))];
  const value = literalValue(literal);
  if (value !== undefined) return isString(literal) ? [value, JSON.stringify(withoutAnchors(stringContent(literal)))] : [value];
  if (!/^(call|call_expression|new_expression)$/.test(literal.type)) return [];
  return argumentsOf(literal).flatMap((argument) => [...spellings(argument), ...(isString(argument) ? [stringContent(argument)] : [])]);
}

function withoutAnchors(pattern: string): string {
  return pattern.replace(/^\^|\$$/g, "").replace(/\\(.)/g, "$1");
}

/** Printed numbers count without the letters around them; a text without numbers by all of its words. */
function isPrintedInput(text: string, known: TestLiterals): boolean {
  const words = wordsOf(text);
  const numbers = words.filter((word) => /^\d/.test(word));
  const telling = numbers.length > 0 ? numbers : words;
  return telling.length > 0 && telling.every((word) => known.words.has(word));
}
