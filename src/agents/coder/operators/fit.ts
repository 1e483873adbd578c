import type { SyntaxNode } from "../../../ports/syntax-trees.js";
import type { Dialect } from "./dialect.js";

/** True when the expression text needs no brackets in any place: a name, literal, call, index or an already bracketed whole. */
export function isAtom(text: string): boolean {
  return isClosed(text) && /^[\w.$"'`[({]/.test(text);
}

/** No operator, comma or blank stands outside brackets and quotes. */
function isClosed(text: string): boolean {
  let depth = 0;
  let quote = "";
  for (let place = 0; place < text.length; place += 1) {
    const letter = text.charAt(place);
    if (quote !== "") {
      if (letter === "\\") place += 1;
      else if (letter === quote) quote = "";
    } else if (/["'`]/.test(letter)) quote = letter;
    else if (/[([{]/.test(letter)) depth += 1;
    else if (/[)\]}]/.test(letter)) depth -= 1;
    else if (depth === 0 && !/[\w.$?]/.test(letter)) return false;
  }
  return true;
}

export function atom(text: string): string {
  return isAtom(text) && !/^\d+$/.test(text) ? text : `(${text})`;
}

/** The text that may stand where `node` stands: bracketed when an operator, member access or index around it would tear it apart. */
export function fitted(dialect: Dialect, node: SyntaxNode, text: string): string {
  const parent = node.parent;
  if (parent === undefined || isAtom(text)) return text;
  const shape = dialect.shape(parent);
  if (shape.kind === "member" || shape.kind === "sign" || shape.kind === "not" || shape.kind === "await" || shape.kind === "binary") return `(${text})`;
  if (shape.kind === "index") return shape.object === node ? `(${text})` : text;
  if (shape.kind === "call") return shape.callee === node ? `(${text})` : text;
  return text;
}
