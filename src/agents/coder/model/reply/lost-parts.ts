import { diffArrays } from "diff";
import type { SyntaxNode, SyntaxTree } from "../../../../ports/syntax-trees.js";
import { boundNames, declarationIn } from "../source/bindings.js";
import { definitionsIn } from "../source/read-definitions.js";
import { importedBy, isImport } from "../source/read-imports.js";

/** One thing a file holds beside the insides of its functions. */
interface Part {
  /** Tells it from all others of its file. */
  readonly key: string;
  readonly sort: string;
  /** As a person is told of it. */
  readonly shown: string;
}

/** The first part of a file a text meant to take its place has lost, in words; undefined = nothing. A part that gave way to one of its sort between the same neighbours is changed, not lost; a function is known by its name alone. */
export function lostPart(before: SyntaxTree, after: SyntaxTree): string | undefined {
  const kept = new Set(definitionsIn(after).map(({ name }) => name));
  const lost = definitionsIn(before).find(({ name }) => !kept.has(name));
  if (lost !== undefined) return lost.name;
  const old = partsOf(before, before.root, "");
  const fresh = partsOf(after, after.root, "");
  return lostAmong(old, fresh)?.shown;
}

function lostAmong(old: readonly Part[], fresh: readonly Part[]): Part | undefined {
  const isFewer = (key: string): boolean => countOf(fresh, key) < countOf(old, key);
  let removed: Part[] = [];
  let added: Part[] = [];
  for (const { removed: isRemoved, added: isAdded, value } of diffArrays([...old], [...fresh], { comparator: (one, other) => one.key === other.key })) {
    if (isRemoved) removed = value.filter(({ key }) => isFewer(key));
    else if (isAdded) added = value;
    else {
      const lost = unmatched(removed, added);
      if (lost !== undefined) return lost;
      removed = [];
      added = [];
    }
  }
  return unmatched(removed, added);
}

function countOf(parts: readonly Part[], key: string): number {
  return parts.filter((part) => part.key === key).length;
}

/** The first of the removed for which nothing of its sort came. */
function unmatched(removed: readonly Part[], added: readonly Part[]): Part | undefined {
  const left = added.map(({ sort }) => sort);
  return removed.find(({ sort }) => {
    const at = left.indexOf(sort);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

const memberHolders = /class|enum|interface|record|impl_item|trait_item|struct|type_declaration/;

function partsOf(tree: SyntaxTree, parent: SyntaxNode, owner: string): Part[] {
  return parent.namedChildren.flatMap((node): Part[] => {
    if (/comment/.test(node.type)) return [];
    if (isImport(node)) return importParts(tree, node);
    const inner = declarationIn(node);
    const names = boundNames(node);
    const sort = `${owner}${names.length > 0 ? "binding" : inner.type}`;
    const name = names.join(", ");
    const own: Part = {
      key: names.length > 0 ? `${owner}${name}` : `${owner}${inner.text.replace(/\s+/g, "")}`,
      sort,
      shown: name === "" ? firstLine(node) : `${owner}${name}`,
    };
    const body = inner.child("body");
    const key = name === "" ? `${(inner.child("trait")?.text ?? "") + (inner.child("type")?.text ?? "")}` : name;
    if (inner.isFunction) return [{ ...own, sort: `${owner}function` }];
    if (!memberHolders.test(inner.type) || body === undefined) return [own];
    return [{ ...own, key: `${owner}${key}` }, ...partsOf(tree, body, `${owner}${key}.`)];
  });
}

function importParts(tree: SyntaxTree, node: SyntaxNode): Part[] {
  return importedBy(tree.language, node).map(({ bound, source, member }) => ({
    key: `import ${bound ?? `${member} ${source}`}`,
    sort: "import",
    shown: bound === undefined ? firstLine(node) : `the import of ${bound}`,
  }));
}

function firstLine(node: SyntaxNode): string {
  const line = node.text.split("\n")[0]?.trim() ?? "";
  return line.length > 60 ? `${line.slice(0, 57)}...` : line;
}

const heads =
  /^\s*(?:[a-z]+\s+){0,4}(?:def|class|function|func|fn|fun|sub|module|interface|struct|enum|trait|namespace)\s+([\w.$:]+)|^(?:[a-z]+\s+){0,4}(?:type|const|let|var|val|my|our|local)\s+([\w.$:@]+)|^([A-Za-z_$@][\w.$]*)\s*[:?+]?=(?!=)/;

/** The same for a text no grammar is there for: a line that names something is lost without that name, and more than two lines in one place must not go without others for them. */
export function lostLine(before: string, after: string): string | undefined {
  const names = new Set(after.split("\n").map(nameOn));
  const nameless = before.split("\n").find((line) => nameOn(line) !== undefined && !names.has(nameOn(line)));
  if (nameless !== undefined) return nameless.trim();
  let removed: string[] = [];
  for (const { removed: isRemoved, added, value } of diffArrays(linesOf(before), linesOf(after))) {
    if (isRemoved) removed = value;
    else if (added) removed = removed.slice(value.length);
    else if (removed.length > 2) break;
    else removed = [];
  }
  return removed.length > 2 ? removed[0] : undefined;
}

function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

function nameOn(line: string): string | undefined {
  const found = heads.exec(line);
  return found?.slice(1).find((name) => name !== undefined);
}
