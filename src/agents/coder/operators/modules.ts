import type { FileView } from "../../../domain/file-view.js";
import type { SyntaxNode, SyntaxTrees } from "../../../ports/syntax-trees.js";
import type { Dialect } from "./dialect.js";
import { dialectOf } from "./dialects.js";
import { nearest } from "./nearest.js";
import type { ProjectModules } from "./place.js";
import { walk } from "./walk.js";

const endings = ["", ".ts", ".tsx", ".js", ".jsx", ".mjs", ".cjs", ".mts", ".cts", "/index.ts", "/index.js"];

function folderOf(path: string): string {
  return path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "";
}

/** `a/b` and `../c` give `a/c`; undefined when it leaves the tree. */
function joined(folder: string, relative: string): string | undefined {
  const parts = folder === "" ? [] : folder.split("/");
  for (const part of relative.split("/")) {
    if (part === "..") {
      if (parts.pop() === undefined) return undefined;
    } else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}

export class ModulesOfView implements ProjectModules {
  readonly #files: FileView;
  readonly #trees: SyntaxTrees;
  readonly #names = new Map<string, readonly string[]>();

  /** Grammars of the modules that are asked for must be loaded. */
  constructor(files: FileView, trees: SyntaxTrees) {
    this.#files = files;
    this.#trees = trees;
  }

  names(specifier: string, from: string): readonly string[] | undefined {
    const path = this.#resolve(specifier, from);
    return path === undefined ? undefined : this.#namesIn(path);
  }

  alternatives(specifier: string, from: string): readonly string[] {
    if (this.#resolve(specifier, from) !== undefined) return [];
    return from.endsWith(".py") ? this.#pythonAlternatives(specifier) : this.#scriptAlternatives(specifier, from);
  }

  #resolve(specifier: string, from: string): string | undefined {
    return from.endsWith(".py") ? this.#pythonPath(specifier, from) : this.#scriptPath(specifier, from);
  }

  #scriptPath(specifier: string, from: string): string | undefined {
    if (!specifier.startsWith(".")) return undefined;
    const target = joined(folderOf(from), specifier);
    if (target === undefined) return undefined;
    const stems = [target, target.replace(/\.([cm]?)js(x?)$/, ".$1ts$2")];
    return stems.flatMap((stem) => endings.map((ending) => stem + ending)).find((path) => this.#files.has(path));
  }

  #pythonPath(specifier: string, from: string): string | undefined {
    const dots = /^\.*/.exec(specifier)?.[0].length ?? 0;
    const tail = specifier.slice(dots).split(".").filter(Boolean).join("/");
    if (dots > 0) {
      const folder = joined(folderOf(from), "../".repeat(dots - 1));
      if (folder === undefined) return undefined;
      const stem = [folder, tail].filter(Boolean).join("/");
      return [`${stem}.py`, `${stem}/__init__.py`].find((path) => this.#files.has(path));
    }
    return this.#files.paths().find((path) => [`${tail}.py`, `${tail}/__init__.py`].some((name) => path === name || path.endsWith(`/${name}`)));
  }

  #pythonAlternatives(specifier: string): string[] {
    const dots = /^\.*/.exec(specifier)?.[0] ?? "";
    const modules = this.#files
      .paths()
      .filter((path) => path.endsWith(".py"))
      .flatMap((path) => {
        const parts = path.replace(/(?:\/__init__)?\.py$/, "").split("/");
        return parts.map((_, place) => parts.slice(place).join("."));
      });
    return nearest(specifier.slice(dots.length), modules).map((name) => dots + name);
  }

  #scriptAlternatives(specifier: string, from: string): string[] {
    const cut = specifier.lastIndexOf("/") + 1;
    const folder = specifier.startsWith(".") ? joined(folderOf(from), specifier.slice(0, cut)) : undefined;
    if (folder === undefined) return [];
    const ending = /\.\w+$/.exec(specifier)?.[0] ?? "";
    const here = this.#files.paths().filter((path) => folderOf(path) === folder && this.#trees.languageOf(path) !== undefined);
    const stems = here.map((path) => path.slice(folder === "" ? 0 : folder.length + 1).replace(/\.\w+$/, ""));
    return nearest(specifier.slice(cut).replace(/\.\w+$/, ""), stems).map((stem) => specifier.slice(0, cut) + stem + ending);
  }

  #namesIn(path: string): readonly string[] {
    const known = this.#names.get(path);
    if (known !== undefined) return known;
    const language = this.#trees.languageOf(path);
    const source = this.#files.read(path);
    const names = language === undefined || source === undefined ? [] : topLevelNames(this.#trees.parse(language, source.text).root, dialectOf(language));
    this.#names.set(path, names);
    return names;
  }
}

/** Everything declared outside functions, exported names of other modules included. */
function topLevelNames(root: SyntaxNode, dialect: Dialect): string[] {
  const outside = walk(
    root,
    (node) =>
      node.parent === undefined || !/^(?:block|statement_block|class_body|parameters|formal_parameters)$/.test(node.type) || node.parent.parent === undefined,
  );
  const declared = outside.flatMap((node) => dialect.declares(node).map((declaration) => declaration.name.text));
  const exported = outside.filter((node) => node.type === "export_specifier").map((node) => (node.child("alias") ?? node.child("name"))?.text ?? "");
  const types = outside
    .filter((node) => /^(?:interface|type_alias|enum|abstract_class)_declaration$/.test(node.type))
    .map((node) => node.child("name")?.text ?? "");
  const assigned = [...root.text.matchAll(/\bexports\.(\w+)\s*=/g)].map((match) => match[1] ?? "");
  return [...new Set([...declared, ...exported, ...types, ...assigned])].filter(Boolean);
}
