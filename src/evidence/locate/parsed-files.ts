import type { FileView } from "../../domain/file-view.js";
import { resolveImport } from "../../domain/resolve-import.js";
import type { SyntaxTree, SyntaxTrees } from "../../ports/syntax-trees.js";
import { type FunctionRange, functionsIn } from "./functions.js";
import { importsOf } from "./imports.js";

/** Characters of a file that is still parsed; generated bundles are larger. */
const SIZE_CAP = 500_000;

export interface ParsedFile {
  readonly tree: SyntaxTree;
  readonly functions: readonly FunctionRange[];
}

/** Trees of the project's files, made once each when they are asked for. */
export class ParsedFiles {
  readonly #files: FileView;
  readonly #trees: SyntaxTrees;
  readonly #known = new Map<string, ParsedFile | undefined>();

  constructor(files: FileView, trees: SyntaxTrees) {
    this.#files = files;
    this.#trees = trees;
  }

  /** Undefined when there is no grammar for it, or it cannot be read. */
  async get(path: string): Promise<ParsedFile | undefined> {
    if (!this.#known.has(path)) this.#known.set(path, await this.#parse(path));
    return this.#known.get(path);
  }

  /** Files of the project that this one imports. */
  async imported(path: string): Promise<string[]> {
    const parsed = await this.get(path);
    if (parsed === undefined) return [];
    const found = importsOf(parsed.tree).map((specifier) => resolveImport(specifier, path, this.#files));
    return [...new Set(found)].filter((target): target is string => target !== undefined && target !== path);
  }

  async #parse(path: string): Promise<ParsedFile | undefined> {
    const language = this.#trees.grammarOf(path);
    const text = this.#files.read(path)?.text;
    if (language === undefined || text === undefined || text.length > SIZE_CAP) return undefined;
    await this.#trees.load(language);
    const tree = this.#trees.parse(language, text);
    return { tree, functions: functionsIn(tree) };
  }
}
