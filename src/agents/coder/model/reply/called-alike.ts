import type { SyntaxNode } from "../../../../ports/syntax-trees.js";
import type { Definition } from "../source/definition.js";
import type { Pair } from "./pair.js";

/** Whether who calls a function may go on as before: it takes what it took, asks for no more, and gives its value the same way. */
export function isCalledAlike({ from, to }: Pair): boolean {
  const [given, own] = [parametersOf(from), parametersOf(to)];
  const isKept = own.every(({ name, isOptional }) => given.some((one) => one.name === name && (one.isOptional || !isOptional)));
  const asksMore = given.some((one) => !one.isOptional && !own.some(({ name }) => name === one.name));
  return isKept && !asksMore && isAsync(from.node) === isAsync(to.node) && (!callsBase(to.node) || callsBase(from.node));
}

interface Parameter {
  readonly name: string;
  readonly isOptional: boolean;
}

function parametersOf({ node }: Definition): Parameter[] {
  const list = node.child("parameters")?.namedChildren ?? [node.child("parameter")].filter((one) => one !== undefined);
  return list
    .filter(({ type }) => !/comment/.test(type))
    .map(({ text }) => ({ name: /[\p{L}_$][\p{L}\p{N}_$]*/u.exec(text)?.[0] ?? text, isOptional: /=|^\w+\?|^\*|^\.\.\./.test(text) }));
}

function isAsync(node: SyntaxNode): boolean {
  return /^(?:\w+\s+)*async\b/.test(node.text.slice(0, (node.child("body")?.start ?? node.end) - node.start));
}

/** A constructor that leaves its base out does not work any more. */
function callsBase(node: SyntaxNode): boolean {
  return /\bsuper\b/.test(node.text);
}
