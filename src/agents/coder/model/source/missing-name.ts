import type { CaseResult } from "../../../../domain/case.js";
import type { FileView } from "../../../../domain/file-view.js";
import { resolveImport } from "../../../../domain/resolve-import.js";
import type { SyntaxTree, SyntaxTrees } from "../../../../ports/syntax-trees.js";
import type { TestSource } from "./failing-test.js";
import { classCalled, givesObject, ModuleNames, passesOn } from "./module-names.js";
import { type ImportedName, readImports } from "./read-imports.js";
import { speaksOf } from "./speaks-of.js";
import { type ToldMissing, toldMissing } from "./told-missing.js";

/** A name that a failing test uses and nobody has written yet. */
export interface MissingName {
  /** Where it belongs. */
  readonly file: string;
  readonly name: string;
  /** The class it is to be a member of; undefined = it stands by itself. */
  readonly owner: string | undefined;
  /** How the test loads the file, which tells how the name must leave it; `default` = through the one thing the file exports. */
  readonly loadedBy: "import" | "require" | "default";
}

export interface ProjectCode {
  readonly files: FileView;
  readonly trees: SyntaxTrees;
  readonly isProtected: (path: string) => boolean;
}

/** More is no task for one answer. */
const mostNames = 5;
const longestFile = 500_000;

/** What the failures say is not there, with what else the failing tests take from the same file and it lacks, the told one first; all of one file. Python, JavaScript and TypeScript. */
export async function missingNames(tests: readonly TestSource[], failures: readonly CaseResult[], code: ProjectCode): Promise<MissingName[]> {
  const told = toldMissing(failures);
  if (told.length === 0) return [];
  const search = new Search(code, told);
  for (const { file } of tests) {
    const found = await search.in(file);
    if (found.length > 0) return found.slice(0, mostNames);
  }
  return [];
}

interface Module {
  readonly path: string;
  readonly tree: SyntaxTree;
  readonly names: ModuleNames;
  /** Python: the member that is imported is the module itself. */
  readonly isMember: boolean;
}

const withImports = new Set(["python", "javascript", "typescript", "tsx"]);

class Search {
  readonly #code: ProjectCode;
  readonly #told: readonly ToldMissing[];
  readonly #trees = new Map<string, Promise<SyntaxTree | undefined>>();
  readonly #names = new Map<SyntaxTree, ModuleNames>();

  constructor(code: ProjectCode, told: readonly ToldMissing[]) {
    this.#code = code;
    this.#told = told;
  }

  async in(testFile: string): Promise<MissingName[]> {
    const test = await this.#tree(testFile);
    if (test === undefined || !withImports.has(test.language)) return [];
    const imports = readImports(test.language, test.root).filter(({ source, member, bound = "" }) => source !== "" && [member, bound].every(isPlain));
    for (const one of imports) {
      const found = await this.#lacking(one, test, testFile);
      if (found === undefined) continue;
      const others = found.owner === undefined ? await this.#othersOf(found, { imports, testFile }) : [];
      return [found, ...others];
    }
    return [];
  }

  async #lacking(one: ImportedName, test: SyntaxTree, testFile: string): Promise<MissingName | undefined> {
    const told = toldOf(one, this.#told);
    const methods = methodsTold(one, test, this.#told);
    if (told.length === 0 && methods.length === 0) return undefined;
    const module = await this.#module(one, testFile);
    if (module === undefined) return undefined;
    const { path: file, tree } = module;
    const loadedBy = asModule(one) && one.member === "default" ? "default" : isRequired(one) ? "require" : "import";
    const names = module.isMember ? told.filter(({ kind }) => kind === "member") : told;
    // What other code of the project calls by a name of its own may be a slip there.
    const free = names.map(({ name }) => name).find((name) => speaksOf(test.text, name) && module.names.isFree(name));
    if (free !== undefined && (loadedBy !== "default" || givesObject(tree))) return { file, name: free, owner: undefined, loadedBy };
    const owner = asModule(one) ? classCalled(tree, one.bound, "only") : classCalled(tree, one.member, "none");
    const method = owner === undefined ? undefined : methods.find((name) => speaksOf(test.text, name) && !module.names.says(name));
    return owner === undefined || method === undefined ? undefined : { file, name: method, owner, loadedBy };
  }

  /** Names that are taken from the same file and told of only once the first is there. */
  async #othersOf(found: MissingName, { imports, testFile }: Ground): Promise<MissingName[]> {
    const others: MissingName[] = [];
    for (const one of imports) {
      if (asModule(one) || one.member === found.name || others.some(({ name }) => name === one.member)) continue;
      const module = await this.#module(one, testFile);
      if (module?.path === found.file && !module.isMember && module.names.isFree(one.member)) others.push({ ...found, name: one.member });
    }
    return others;
  }

  /** The file of the project an import leads to: of Python's `from package import module`, the module. */
  async #module(one: ImportedName, testFile: string): Promise<Module | undefined> {
    const { files, isProtected } = this.#code;
    const inner =
      testFile.endsWith(".py") && one.member !== ""
        ? resolveImport(`${one.source}${one.source.endsWith(".") ? "" : "."}${one.member}`, testFile, files)
        : undefined;
    const path = inner ?? resolveImport(one.source, testFile, files);
    if (path === undefined || isProtected(path) || isAnothers(path, one, this.#told)) return undefined;
    const tree = await this.#tree(path);
    return tree === undefined || tree.root.hasError || passesOn(tree) ? undefined : { path, tree, names: this.#namesOf(tree), isMember: inner !== undefined };
  }

  #namesOf(tree: SyntaxTree): ModuleNames {
    const known = this.#names.get(tree) ?? new ModuleNames(tree);
    this.#names.set(tree, known);
    return known;
  }

  #tree(path: string): Promise<SyntaxTree | undefined> {
    const known = this.#trees.get(path);
    if (known !== undefined) return known;
    const made = this.#parsed(path);
    this.#trees.set(path, made);
    return made;
  }

  async #parsed(path: string): Promise<SyntaxTree | undefined> {
    const { files, trees } = this.#code;
    const language = trees.grammarOf(path);
    const text = language === undefined ? undefined : files.read(path)?.text;
    if (language === undefined || text === undefined || text.length > longestFile) return undefined;
    await trees.load(language);
    return trees.parse(language, text);
  }
}

interface Ground {
  readonly imports: readonly ImportedName[];
  readonly testFile: string;
}

/** In Python `default` is a name like any other. */
function asModule({ member, statement }: ImportedName): boolean {
  return member === "" || member === "*" || (member === "default" && statement.type !== "import_from_statement");
}

/** What else stands in an import list is a pattern, or a text. */
function isPlain(name: string): boolean {
  return /^[\p{L}\p{N}_$*.]*$/u.test(name);
}

function isRequired({ statement }: ImportedName): boolean {
  return !/^import/.test(statement.type) && statement.text.includes("require");
}

/** Names the failures say are not in what this import brings. */
function toldOf(one: ImportedName, told: readonly ToldMissing[]): Pick<ToldMissing, "name" | "kind">[] {
  return told
    .filter((what) => isAbout(one, what))
    .map(({ name, kind }) => ({ kind, name: kind === "member" && name === one.bound && !asModule(one) ? one.member : name }));
}

function isAbout(one: ImportedName, what: ToldMissing): boolean {
  const { member, bound, source } = one;
  if (what.kind === "attribute") return false;
  if (what.kind === "import") return what.name === member && (what.module === undefined || isModule(what.module, source));
  if (what.object === "") return !asModule(one) && what.name === bound;
  // Python calls a module by its path, scripts by the name it is bound to.
  if (asModule(one)) return isModule(what.object, source) || (what.object === bound && (bound === source || /[^\w.]/.test(source)));
  // Python's modules may be imported as members; compilers call a member through the module's object: `(0 , _stats.spread)`.
  return isModule(what.object, `${source}.${member}`) || (what.name === member && what.object.startsWith("_"));
}

/** A relative import says less of its module than a message does. */
function isModule(told: string, source: string): boolean {
  const own = source.replace(/^\.+/, "").replace(/\.$/, "");
  return told === own || (source.startsWith(".") && (own === "" || told.endsWith(`.${own}`)));
}

/** The message names the file, and it is another one. */
function isAnothers(path: string, one: ImportedName, told: readonly ToldMissing[]): boolean {
  const paths = told.flatMap((what) => (what.kind === "import" && what.name === one.member && what.path !== undefined ? [what.path] : []));
  return paths.length > 0 && !paths.some((known) => known === path || known.replaceAll("\\", "/").endsWith(`/${path}`));
}

/** Names told to be missing in objects of a class that this import may bring. */
function methodsTold(one: ImportedName, test: SyntaxTree, told: readonly ToldMissing[]): string[] {
  const python = told.flatMap((what) => (what.kind === "attribute" && what.owner === one.member ? [what.name] : []));
  const members = told.flatMap((what) => (what.kind === "member" && what.object !== "" ? [what] : []));
  if (members.length === 0 || one.bound === undefined) return python;
  const made = new RegExp(`(?<![\\w$])([\\w$]+)\\s*=\\s*new\\s+${one.bound.replaceAll("$", "\\$")}(?![\\w$])`, "g");
  const objects = new Set([...test.text.matchAll(made)].map(([, object]) => object));
  return [...python, ...members.filter(({ object }) => objects.has(object)).map(({ name }) => name)];
}
