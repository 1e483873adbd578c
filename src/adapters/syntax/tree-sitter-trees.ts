import { Language, Parser } from "web-tree-sitter";
import type { NamedFunction, SyntaxLanguage, SyntaxNode, SyntaxTree, SyntaxTrees } from "../../ports/syntax-trees.js";
import { namedFunctions } from "./named-functions.js";
import { PlainNode } from "./plain-node.js";
import { engineWasm, grammarWasm, wasmPath } from "./wasm-files.js";

const languageByExtension: Readonly<Record<string, SyntaxLanguage>> = {
  py: "python",
  js: "javascript",
  cjs: "javascript",
  mjs: "javascript",
  jsx: "javascript",
  ts: "typescript",
  cts: "typescript",
  mts: "typescript",
  tsx: "tsx",
};

/** Read for where functions stand, and for nothing else. */
const grammarByExtension: Readonly<Record<string, SyntaxLanguage>> = { ...languageByExtension, go: "go", rs: "rust", java: "java" };

class ParsedText implements SyntaxTree {
  readonly language: SyntaxLanguage;
  readonly text: string;
  readonly root: SyntaxNode;
  #functions: readonly NamedFunction[] | undefined;

  constructor(language: SyntaxLanguage, text: string, root: SyntaxNode) {
    this.language = language;
    this.text = text;
    this.root = root;
  }

  get functions(): readonly NamedFunction[] {
    this.#functions ??= namedFunctions(this.root);
    return this.#functions;
  }
}

let engine: Promise<void> | undefined;

/** Concrete syntax trees by tree-sitter's grammars. `wasmDirectory` holds the engine's and the grammars' wasm files; without it the installed packages are asked. */
export class TreeSitterTrees implements SyntaxTrees {
  readonly #wasmDirectory: string | undefined;
  readonly #loading = new Map<SyntaxLanguage, Promise<void>>();
  readonly #parsers = new Map<SyntaxLanguage, Parser>();

  constructor(wasmDirectory?: string) {
    this.#wasmDirectory = wasmDirectory;
  }

  languageOf(path: string): SyntaxLanguage | undefined {
    return byExtension(languageByExtension, path);
  }

  grammarOf(path: string): SyntaxLanguage | undefined {
    return byExtension(grammarByExtension, path);
  }

  load(language: SyntaxLanguage): Promise<void> {
    const running = this.#loading.get(language) ?? this.#start(language);
    this.#loading.set(language, running);
    return running;
  }

  parse(language: SyntaxLanguage, text: string): SyntaxTree {
    const parser = this.#parsers.get(language);
    if (parser === undefined) throw new Error(`The grammar of ${language} was not loaded before parsing.`);
    const tree = parser.parse(text);
    if (tree === null) throw new Error(`The parser of ${language} gave no tree.`);
    return new ParsedText(language, text, PlainNode.root(tree, text));
  }

  async #start(language: SyntaxLanguage): Promise<void> {
    engine ??= Parser.init({ locateFile: () => wasmPath(engineWasm, this.#wasmDirectory) });
    await engine;
    const grammar = await Language.load(wasmPath(grammarWasm[language], this.#wasmDirectory));
    const parser = new Parser();
    parser.setLanguage(grammar);
    this.#parsers.set(language, parser);
  }
}

function byExtension(table: Readonly<Record<string, SyntaxLanguage>>, path: string): SyntaxLanguage | undefined {
  if (/\.d\.[cm]?ts$/.test(path)) return undefined;
  const extension = path.slice(path.lastIndexOf(".") + 1);
  return Object.hasOwn(table, extension) ? table[extension] : undefined;
}
