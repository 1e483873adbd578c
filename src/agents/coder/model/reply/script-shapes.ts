import type { SyntaxNode } from "../../../../ports/syntax-trees.js";
import type { Definition } from "../source/definition.js";

/** What a JavaScript or TypeScript function is made of, apart from how it gets its name. */
interface Parts {
  readonly isAsync: string;
  readonly star: string;
  readonly types: string;
  readonly parameters: string;
  readonly returns: string;
  readonly body: string;
  readonly isExpression: "yes" | "no";
}

/** The reply's function written in the form the file's function has, so that what stands around it can stay. */
export function inFormOf(target: Definition, reply: Definition): string {
  if (target.node.type === "arrow_function") return reply.node.type === "arrow_function" ? reply.node.text : arrow(reply.node);
  if (target.form === "member") return member(target, reply);
  if (target.form === "value") return reply.form === "member" ? functionText(reply.node, "") : reply.node.text;
  return reply.form === "declaration" ? reply.node.text : functionText(reply.node, target.own);
}

function arrow(node: SyntaxNode): string {
  const { isAsync, star, types, parameters, returns, body } = partsOf(node);
  if (star !== "") return functionText(node, "");
  return `${isAsync}${types}${parameters}${returns} => ${body}`;
}

function functionText(node: SyntaxNode, name: string): string {
  const { isAsync, star, types, parameters, returns } = partsOf(node);
  return `${isAsync}function${star} ${name}${types}${parameters}${returns} ${blockOf(node)}`;
}

const memberWords = ["public", "private", "protected", "static", "override", "get", "set"];

/** Words like `static` that the reply leaves out stay. */
function member(target: Definition, reply: Definition): string {
  const { isAsync, star, types, parameters, returns } = partsOf(reply.node);
  const own = wordsBefore(target.node, target.node);
  const told = reply.form === "member" ? wordsBefore(reply.node, reply.node) : [];
  const words = memberWords.filter((word) => own.includes(word) || told.includes(word));
  const prefix = words.map((word) => `${word} `).join("");
  return `${prefix}${isAsync}${star}${target.own}${types}${parameters}${returns} ${blockOf(reply.node)}`;
}

function wordsBefore(node: SyntaxNode, within: SyntaxNode): string[] {
  const name = node.child("name");
  return within.children.filter((child) => name === undefined || child.start < name.start).map((child) => child.text);
}

function blockOf(node: SyntaxNode): string {
  const { body, isExpression } = partsOf(node);
  return isExpression === "yes" ? `{ return ${body}; }` : body;
}

function partsOf(node: SyntaxNode): Parts {
  const body = node.child("body");
  const parameters = node.child("parameters")?.text ?? `(${node.child("parameter")?.text ?? ""})`;
  return {
    isAsync: node.children.some(({ type }) => type === "async") ? "async " : "",
    star: node.children.some(({ type }) => type === "*") ? "*" : "",
    types: node.child("type_parameters")?.text ?? "",
    parameters,
    returns: node.child("return_type")?.text ?? "",
    body: body?.text ?? "{}",
    isExpression: body?.type === "statement_block" ? "no" : "yes",
  };
}
