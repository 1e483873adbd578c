import type { SyntaxNode } from "../../../../ports/syntax-trees.js";
import type { FunctionContext } from "../context.js";
import { nearest } from "../nearest.js";
import { byRank, type Draft, edit, type Operator, type Site } from "../operator.js";
import { isRead } from "../reads.js";

function* respelt(node: SyntaxNode, names: Iterable<string>, weight: number): Iterable<Draft> {
  for (const [rank, name] of nearest(node.text, names).slice(0, 3).entries()) yield edit(node, name, weight * byRank(rank));
}

/** The module a Python or JavaScript import speaks of, with the node that spells it. */
function moduleOf(node: SyntaxNode): { readonly node: SyntaxNode; readonly specifier: string } | undefined {
  const source = node.child("source");
  if (source !== undefined) {
    const inner = source.namedChildren[0];
    return inner === undefined ? undefined : { node: inner, specifier: inner.text };
  }
  const module = node.child("module_name") ?? (node.type === "import_statement" ? (node.child("name")?.child("name") ?? node.child("name")) : undefined);
  return module === undefined ? undefined : { node: module, specifier: module.text };
}

function importedNames(node: SyntaxNode): readonly SyntaxNode[] {
  const specifiers = node.namedChildren.flatMap((child) =>
    child.type === "import_clause" ? child.namedChildren.flatMap((inner) => (inner.type === "named_imports" ? inner.namedChildren : [])) : [],
  );
  if (specifiers.length > 0) return specifiers.flatMap((specifier) => specifier.child("name") ?? []);
  if (node.type !== "import_from_statement") return [];
  return node.children.filter((child) => child.fieldName === "name").map((name) => name.child("name") ?? name);
}

function* ofImport({ node, context }: Site): Iterable<Draft> {
  const module = moduleOf(node);
  if (module === undefined) return;
  for (const [rank, specifier] of context.modules.alternatives(module.specifier, context.file).slice(0, 3).entries())
    yield edit(module.node, specifier, byRank(rank));
  if (context.dialect.family === "python") yield* standardModule(context, module);
  const offered = context.modules.names(module.specifier, context.file);
  if (offered === undefined) return;
  for (const name of importedNames(node)) {
    const submodule = context.modules.names(`${module.specifier}.${name.text}`, context.file);
    if (!offered.includes(name.text) && submodule === undefined) yield* respelt(name, offered, 1);
  }
}

function* standardModule(context: FunctionContext, module: { readonly node: SyntaxNode; readonly specifier: string }): Iterable<Draft> {
  const { libraries } = context.dialect;
  const known = libraries.includes(module.specifier) || context.modules.names(module.specifier, context.file) !== undefined;
  if (!known && !module.specifier.startsWith(".")) yield* respelt(module.node, libraries, 0.8);
}

function* ofName({ node, context }: Site): Iterable<Draft> {
  if (!isRead(context, node) || context.find(node.text, node) !== undefined) return;
  if (context.dialect.builtins.includes(node.text) || context.declaredAnywhere().has(node.text)) return;
  yield* respelt(node, [...context.inScope(node).map((variable) => variable.name), ...context.declaredAnywhere(), ...context.dialect.builtins], 1);
}

function namespaceOf(context: FunctionContext, object: SyntaxNode): readonly string[] | undefined {
  for (const node of context.tree.root.namedChildren) {
    const module = context.shape(node).kind === "import" ? moduleOf(node) : undefined;
    if (module === undefined) continue;
    const alias = context.dialect.declares(node).find((declaration) => declaration.name.text === object.text);
    const star = node.namedChildren.some(
      (child) =>
        child.type === "import_clause" &&
        child.namedChildren.some((inner) => inner.type === "namespace_import" && inner.namedChildren[0]?.text === object.text),
    );
    if (star || (alias !== undefined && node.type === "import_statement")) return context.modules.names(module.specifier, context.file);
  }
  return undefined;
}

function* ofMember({ shape, context }: Site): Iterable<Draft> {
  if (shape.kind !== "member") return;
  const { property } = shape;
  const offered = namespaceOf(context, shape.object);
  if (offered !== undefined) {
    if (!offered.includes(property.text)) yield* respelt(property, offered, 1);
    return;
  }
  const known = [...context.dialect.members, ...context.dialect.words.siblings.flat()];
  if (known.includes(property.text)) return;
  const written = context.memberNames();
  const others = [...written].filter(([, times]) => times > (written.get(property.text) ?? 0)).map(([name]) => name);
  yield* respelt(property, [...known, ...others], (written.get(property.text) ?? 0) > 1 ? 0.3 : 0.8);
}

/** A module, imported name, variable or attribute that is not there becomes the nearest one that is. */
export const misspeltName: Operator = {
  name: "misspelt-name",
  yield: 45,
  on: ["import", "name", "member"],
  *drafts(site) {
    if (site.shape.kind === "import") yield* ofImport(site);
    if (site.shape.kind === "name") yield* ofName(site);
    if (site.shape.kind === "member") yield* ofMember(site);
  },
};
