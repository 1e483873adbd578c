import type { CaseName, CaseResult } from "../../../../domain/case.js";
import type { Frame } from "../../../../domain/failure.js";
import type { FileView } from "../../../../domain/file-view.js";
import type { SyntaxNode, SyntaxTree, SyntaxTrees } from "../../../../ports/syntax-trees.js";
import { indentAt } from "./definition.js";
import { definitionsIn } from "./read-definitions.js";

/** The text a model needs of a failing test. */
export interface TestSource {
  readonly file: string;
  readonly text: string;
  /** 1-based line of the file where the text starts. */
  readonly line: number;
}

/** Lines of a test file that is shown whole. */
const shortFile = 60;

/** The source of a failing case: its test cut out of the file with the imports before it, the file whole when it is short; undefined = it has no file that can be read. */
export function testSource(failure: CaseResult, files: FileView, trees: SyntaxTrees): Promise<TestSource | undefined> {
  return sourceIn(failure.name.file, { files, trees, find: (tree) => testNode(tree, failure.name) });
}

/** The same of the test that was running at a place: a check that does not end names none. */
export function testAround({ file, line }: Frame, files: FileView, trees: SyntaxTrees): Promise<TestSource | undefined> {
  return sourceIn(file, { files, trees, find: (tree) => nodeAround(tree, line - 1) });
}

interface Finding {
  readonly files: FileView;
  readonly trees: SyntaxTrees;
  readonly find: (tree: SyntaxTree) => SyntaxNode | undefined;
}

async function sourceIn(file: string, { files, trees, find }: Finding): Promise<TestSource | undefined> {
  const text = file === "" ? undefined : files.read(file)?.text;
  if (text === undefined) return undefined;
  if (text.split("\n").length <= shortFile) return { file, text, line: 1 };
  const language = trees.grammarOf(file);
  if (language === undefined) return { file, text, line: 1 };
  await trees.load(language);
  const tree = trees.parse(language, text);
  const node = find(tree);
  if (node === undefined) return { file, text, line: 1 };
  return { file, text: `${setting(tree, node)}${indentAt(text, node.start)}${text.slice(node.start, node.end)}\n`, line: node.startRow + 1 };
}

/** The test's own node: a function of its name, or the call that gives it its title. */
export function testNode(tree: SyntaxTree, name: CaseName): SyntaxNode | undefined {
  const titles = name.titlePath;
  const own = titles.at(-1);
  if (own === undefined) return undefined;
  const functions = definitionsIn(tree).filter((definition) => definition.own === own);
  const exact = functions.find((definition) => definition.name === titles.join(".")) ?? functions[0];
  return exact?.node ?? titledCall(tree.root, titles);
}

/** The smallest named function or titled call with the line in it, which starts at 0. */
function nodeAround(tree: SyntaxTree, row: number): SyntaxNode | undefined {
  const isAround = (node: SyntaxNode): boolean => node.startRow <= row && row < node.startRow + node.text.split("\n").length;
  const functions = definitionsIn(tree).flatMap(({ node, isNested }) => (isNested === "no" ? [node] : []));
  const titled = [...tree.root.namedNodes()].filter(isTitled);
  return [...functions, ...titled].filter(isAround).sort((one, other) => one.end - one.start - (other.end - other.start))[0];
}

function isTitled(node: SyntaxNode): boolean {
  const [first, ...others] = node.type === "call_expression" ? (node.child("arguments")?.namedChildren ?? []) : [];
  return (first?.type === "string" || first?.type === "template_string") && others.some(({ isFunction }) => isFunction);
}

function titledCall(root: SyntaxNode, titles: readonly string[]): SyntaxNode | undefined {
  let within = [root];
  for (const title of titles) {
    const next = within.flatMap((node) => [...node.namedNodes()].filter((one) => one !== node && hasTitle(one, title)));
    if (next.length === 0) continue;
    within = next;
  }
  return within[0] === root ? undefined : within[0];
}

function hasTitle(node: SyntaxNode, title: string): boolean {
  if (node.type !== "call_expression") return false;
  const first = node.child("arguments")?.namedChildren[0];
  if (first?.type !== "string" && first?.type !== "template_string") return false;
  const written = first.text.slice(1, -1).replace(/\\(['"`\\])/g, "$1");
  return written === title || matchesTemplate(written, title);
}

/** Titles of tables of cases hold places for values: `%s`, `$name`, `${name}`. */
function matchesTemplate(written: string, title: string): boolean {
  if (!/%[a-z]|\$/.test(written)) return false;
  const pattern = written.split(/%[a-z]|\$\{[^}]*\}|\$[\w.]+/i).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${pattern.join(".*")}$`, "s").test(title);
}

/** What stands before the test: imports, and constants and fixtures it names. */
function setting(tree: SyntaxTree, test: SyntaxNode): string {
  const words = new Set(test.text.match(/[A-Za-z_$][\w$]*/g) ?? []);
  const before = tree.root.namedChildren.filter((node) => node.end <= test.start && node.text.length < 1500 && isSetting(node, words));
  return before.map((node) => `${node.text}\n`).join("") + (before.length > 0 ? "\n" : "");
}

function isSetting(node: SyntaxNode, words: ReadonlySet<string>): boolean {
  if (/import|use_declaration/.test(node.type)) return true;
  if (/comment|call/.test(node.type)) return false;
  const named = /(?:const|let|var|function|def|fn|class|async)\s+([\w$]+)|^([\w$]+)\s*=/.exec(node.text);
  return named !== null && words.has(named[1] ?? named[2] ?? "");
}
