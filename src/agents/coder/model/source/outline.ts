import type { SyntaxTree } from "../../../../ports/syntax-trees.js";
import { classNamed } from "./classes.js";
import type { Definition } from "./definition.js";
import { definitionsIn } from "./read-definitions.js";

const importType = /^(?:import_|future_import|use_declaration|package_)/;

/** Import statements as they stand. */
export function importsOfFile(tree: SyntaxTree): string {
  return tree.root.namedChildren
    .filter((node) => importType.test(node.type) || /^(?:const|let|var)\s[^;]*=\s*require\(/.test(node.text))
    .map((node) => node.text)
    .join("\n");
}

/** Heads of the functions of a file; beside one of them those it calls first, without its own. At most twenty. */
export function signaturesOfFile(tree: SyntaxTree, except?: Definition): string {
  const words = new Set(except?.node.text.match(/[A-Za-z_$][\w$]*/g) ?? []);
  const isOther = ({ node }: Definition): boolean => except === undefined || node.end <= except.core.start || node.start >= except.core.end;
  const others = definitionsIn(tree).filter((one) => one.isNested === "no" && isOther(one));
  return others
    .sort((one, other) => Number(words.has(other.own)) - Number(words.has(one.own)) || one.core.start - other.core.start)
    .slice(0, 20)
    .map((one) => `${one.owner === "" ? "" : `(${one.owner}) `}${headLine(tree, one)}`)
    .join("\n");
}

function headLine(tree: SyntaxTree, { node, whole }: Definition): string {
  const end = node.child("body")?.start ?? node.end;
  return tree.text.slice(whole.start, end).replace(/\s+/g, " ").trim();
}

/** A class as it stands; "" = the file has none of that name. */
export function classText(file: SyntaxTree, name: string): string {
  return classNamed(file, name)?.text ?? "";
}
