import type { CaseResult } from "../../../../domain/case.js";
import type { FileView } from "../../../../domain/file-view.js";
import type { SyntaxTree, SyntaxTrees } from "../../../../ports/syntax-trees.js";
import { topLevelNames } from "./bindings.js";
import type { TestSource } from "./failing-test.js";
import { moduleFile } from "./module-path.js";
import { definitionsIn } from "./read-definitions.js";
import { type ImportedName, readImports } from "./read-imports.js";

/** A name that a failing test uses and nobody has written yet. */
export interface MissingName {
  /** Where it belongs. */
  readonly file: string;
  readonly name: string;
  /** The class it is to be a member of; undefined = it stands by itself. */
  readonly owner: string | undefined;
  /** How the test loads the file, which tells how the name must leave it. */
  readonly loadedBy: "import" | "require";
}

export interface ProjectCode {
  readonly files: FileView;
  readonly trees: SyntaxTrees;
}

/** The first name the failures tell of that a module of the project lacks, among those the failing tests take from it. Python, JavaScript and TypeScript. */
export async function missingName(tests: readonly TestSource[], failures: readonly CaseResult[], code: ProjectCode): Promise<MissingName | undefined> {
  const told = failures.map(({ failure }) => `${failure?.message}\n${failure?.excerpt}`).join("\n");
  for (const { file } of tests) {
    const test = await treeOf(file, code);
    if (test === undefined || !tellsImports(test)) continue;
    for (const one of readImports(test.language, test.root)) {
      const path = moduleFile(file, one.source, code.files);
      const tree = path === undefined ? undefined : await treeOf(path, code);
      if (path === undefined || tree === undefined) continue;
      const lacking = nameLacking({ one, test, tree, told });
      if (lacking !== undefined) return { file: path, ...lacking, loadedBy: isRequired(one) ? "require" : "import" };
    }
  }
  return undefined;
}

async function treeOf(path: string, { files, trees }: ProjectCode): Promise<SyntaxTree | undefined> {
  const language = trees.grammarOf(path);
  const text = language === undefined ? undefined : files.read(path)?.text;
  if (language === undefined || text === undefined) return undefined;
  await trees.load(language);
  return trees.parse(language, text);
}

const withImports = new Set(["python", "javascript", "typescript", "tsx"]);

function tellsImports({ language }: SyntaxTree): boolean {
  return withImports.has(language);
}

function isRequired({ statement }: ImportedName): boolean {
  return statement.type !== "import_statement" && statement.text.includes("require");
}

interface Looked {
  readonly one: ImportedName;
  readonly test: SyntaxTree;
  /** Of the module it is taken from. */
  readonly tree: SyntaxTree;
  readonly told: string;
}

type Lacking = Pick<MissingName, "name" | "owner">;

function nameLacking(looked: Looked): Lacking | undefined {
  const { one, tree, told } = looked;
  const { member } = one;
  const isModule = member === "" || member === "*" || member === "default";
  const names = isModule ? membersTold(one.bound ?? "", looked) : isTold(member, told) ? [member] : [];
  const name = names.find((candidate) => !isKnown(candidate, tree));
  if (name !== undefined) return { name, owner: undefined };
  return isModule ? undefined : methodLacking(looked);
}

function isTold(name: string, told: string): boolean {
  return new RegExp(`(?<![\\w$])${name.replace(/\$/g, "\\$")}(?![\\w$])`).test(told);
}

/** `module 'stats' has no attribute 'spread'`, `stats.spread is not a function`. */
function membersTold(bound: string, { one: { source }, told }: Looked): string[] {
  const python = [...told.matchAll(/module '([\w.]+)' has no attribute '(\w+)'/g)].filter(([, module]) => module === source);
  const scripts = [...told.matchAll(/(?<![\w$.])([\w$]+)\.([\w$]+) is not a (?:function|constructor)/g)].filter(([, object]) => object === bound);
  return [...python, ...scripts].map(([, , name = ""]) => name);
}

/** In scripts a name may leave its file in many ways (`exports.a`, a key of an object): what is written anywhere is taken to be there. */
function isKnown(name: string, tree: SyntaxTree): boolean {
  if (tree.language === "python") return topLevelNames(tree).has(name) || topLevelNames(tree).has("__getattr__");
  return [...tree.root.namedNodes()].some((node) => node.namedChildren.length === 0 && /identifier/.test(node.type) && node.text === name);
}

/** `'Stack' object has no attribute 'peek'`, or `stack.peek is not a function` of what the test made by `new Stack`. */
function methodLacking({ one: { member, bound }, test, tree, told }: Looked): Lacking | undefined {
  const inFile = definitionsIn(tree);
  const python = [...told.matchAll(/'([\w.]+)' object has no attribute '(\w+)'/g)].filter(([, owner]) => owner === member);
  const made = new RegExp(`([\\w$]+)\\s*=\\s*new\\s+${(bound ?? member).replace(/\$/g, "\\$")}(?![\\w$])`, "g");
  const objects = [...test.text.matchAll(made)].map(([, object]) => object);
  const scripts = [...told.matchAll(/(?<![\w$.])([\w$]+)\.([\w$]+) is not a function/g)].filter(([, object]) => objects.includes(object));
  const names = [...python, ...scripts].map(([, , name = ""]) => name);
  const isClass = topLevelNames(tree).has(member);
  const name = names.find((candidate) => isClass && !inFile.some(({ own, owner }) => own === candidate && owner === member));
  return name === undefined ? undefined : { name, owner: member };
}
