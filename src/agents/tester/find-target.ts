import type { CaseResult } from "../../domain/case.js";
import type { FileView } from "../../domain/file-view.js";
import type { Suspect } from "../../domain/suspect.js";
import type { SyntaxNode, SyntaxTree, SyntaxTrees } from "../../ports/syntax-trees.js";
import { importedNames } from "./imported-names.js";
import type { TesterTarget } from "./target.js";

export interface TargetSearch {
  readonly failure: CaseResult;
  readonly suspects: readonly Suspect[];
  /** The base tree: what the patch makes of it is not for a Tester to see. */
  readonly files: FileView;
  readonly trees: SyntaxTrees;
}

/** The function the failing test is about: the most suspicious one it calls, else the first one of the project it calls. Undefined = it calls none by a name it imports. */
export async function findTarget(search: TargetSearch): Promise<TesterTarget | undefined> {
  const { trees, files, failure } = search;
  const test = await parsed(trees, files, failure.name.file);
  if (test === undefined) return undefined;
  const names = importedNames(test, { files, testFile: failure.name.file });
  const calls = calledInTest(test, failure, names);
  const wanted = search.suspects.find((suspect) => calls.some((callee) => isCallOf(callee, suspect)) || isMethodOf(suspect, names));
  const callee = calls[0];
  if (wanted === undefined && callee === undefined) return undefined;
  const callees = wanted === undefined ? [callee as string] : spellings(wanted, calls);
  const head = wanted === undefined ? undefined : await headOf(trees, files, wanted);
  return {
    language: test.language,
    callees,
    names: [...names],
    file: head === undefined ? undefined : wanted?.file,
    signature: head?.signature ?? "",
    docstring: head?.docstring,
  };
}

async function parsed(trees: SyntaxTrees, files: FileView, path: string): Promise<SyntaxTree | undefined> {
  const language = trees.languageOf(path);
  const source = files.read(path);
  if (language === undefined || source === undefined) return undefined;
  await trees.load(language);
  const tree = trees.parse(language, source.text);
  return tree.root.hasError ? undefined : tree;
}

/** Callees of the file that begin with an imported name, those of the failing test first. */
function calledInTest(test: SyntaxTree, failure: CaseResult, names: ReadonlySet<string>): string[] {
  const title = failure.name.titlePath.at(-1) ?? "";
  const own = [...test.root.namedNodes()].filter((node) => holdsTest(node, title));
  const inOrder = [...own, test.root].flatMap((part) => [...part.namedNodes()]);
  const callees = inOrder.flatMap((node) => {
    const callee = node.type === "call" || node.type === "call_expression" ? node.child("function") : undefined;
    const text = callee?.text.replace(/\s+/g, "") ?? "";
    return /^[\w$]+(?:\.[\w$]+)*$/.test(text) && names.has(text.split(".")[0] ?? "") ? [text] : [];
  });
  return [...new Set(callees)];
}

function holdsTest(node: SyntaxNode, title: string): boolean {
  if (node.type === "function_definition") return node.child("name")?.text === title;
  if (node.type !== "call_expression") return false;
  const first = node.child("arguments")?.namedChildren[0]?.text ?? "";
  return title !== "" && first.slice(1, -1) === title;
}

function isCallOf(callee: string, suspect: Suspect): boolean {
  return !suspect.function.includes(".") && callee.split(".").at(-1) === suspect.function;
}

function isMethodOf(suspect: Suspect, names: ReadonlySet<string>): boolean {
  const [owner, method, ...deeper] = suspect.function.split(".");
  return owner !== undefined && method !== undefined && deeper.length === 0 && names.has(owner) && !/^(?:__init__|constructor)$/.test(method);
}

function spellings(suspect: Suspect, calls: readonly string[]): string[] {
  return suspect.function.includes(".") ? [suspect.function] : calls.filter((callee) => isCallOf(callee, suspect));
}

interface Head {
  readonly signature: string;
  readonly docstring: string | undefined;
}

async function headOf(trees: SyntaxTrees, files: FileView, suspect: Suspect): Promise<Head | undefined> {
  const tree = await parsed(trees, files, suspect.file);
  const node = tree === undefined ? undefined : tree.functions.find(({ node: one }) => one.start === suspect.start && one.end === suspect.end)?.node;
  const body = node?.child("body");
  if (tree === undefined || node === undefined || body === undefined) return undefined;
  const holder = node.type === "arrow_function" || node.type === "function_expression" ? (node.parent ?? node) : node;
  const signature = tree.text.slice(holder.start, body.start).trim();
  return { signature, docstring: tree.language === "python" ? firstString(body) : commentBefore(holder) };
}

function firstString(body: SyntaxNode): string | undefined {
  const first = body.namedChildren[0];
  const text = first?.type === "expression_statement" ? first.namedChildren[0] : first;
  return text?.type === "string" ? text.text : undefined;
}

/** Comments right before the declaration, through the statements that only wrap it (`export`, `const`). */
function commentBefore(node: SyntaxNode): string | undefined {
  let outer = node;
  while (outer.parent !== undefined && /^(?:export_statement|lexical_declaration|variable_declaration)$/.test(outer.parent.type)) outer = outer.parent;
  const siblings = outer.parent?.namedChildren ?? [];
  const at = siblings.findIndex((sibling) => sibling.start === outer.start);
  const comments: string[] = [];
  for (let before = at - 1; before >= 0 && siblings[before]?.type === "comment"; before -= 1) comments.unshift(siblings[before]?.text ?? "");
  return comments.length === 0 ? undefined : comments.join("\n");
}
