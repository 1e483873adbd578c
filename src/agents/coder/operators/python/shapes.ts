import type { SyntaxNode } from "../../../../ports/syntax-trees.js";
import type { Shape } from "../shape.js";

const other: Shape = { kind: "other" };

type Reader = (node: SyntaxNode) => Shape;

function inner(node: SyntaxNode): readonly SyntaxNode[] {
  return node.namedChildren.filter((child) => child.type !== "comment");
}

function binary(node: SyntaxNode, family: "logical" | "arithmetic"): Shape {
  const left = node.child("left");
  const operator = node.child("operator");
  const right = node.child("right");
  return left && operator && right ? { kind: "binary", family, left, operator, right, chained: false } : other;
}

function comparison(node: SyntaxNode): Shape {
  const operators = node.children.filter((child) => child.fieldName === "operators");
  const [left, right] = inner(node).filter((child) => child.fieldName !== "operators");
  const operator = operators[0];
  return left && operator && right ? { kind: "binary", family: "comparison", left, operator, right, chained: operators.length > 1 } : other;
}

function text(node: SyntaxNode): Shape {
  const open = node.children[0];
  const close = node.children.at(-1);
  if (open?.type !== "string_start" || close?.type !== "string_end") return other;
  const middle = node.children.slice(1, -1);
  const content = middle.map((child) => child.text).join("");
  const plain = middle.every((child) => child.type === "string_content" && child.namedChildren.length === 0);
  return { kind: "string", open: open.text, close: close.text, content, plain };
}

function call(node: SyntaxNode): Shape {
  const callee = node.child("function");
  const list = node.child("arguments");
  if (!callee || !list) return other;
  const method = callee.type === "attribute" ? callee.child("attribute") : undefined;
  const receiver = callee.type === "attribute" ? callee.child("object") : undefined;
  const args = list.type === "argument_list" ? inner(list) : [list];
  return { kind: "call", callee, name: method?.text ?? callee.text, method, receiver, list, args, constructs: false };
}

function subscript(node: SyntaxNode): Shape {
  const object = node.child("value");
  const index = node.child("subscript");
  return object && index ? { kind: "index", object, index } : other;
}

function slice(node: SyntaxNode): Shape {
  const parts: (SyntaxNode | undefined)[] = [undefined, undefined, undefined];
  let place = 0;
  for (const child of node.children) {
    if (child.type === ":") place += 1;
    else if (child.isNamed && child.type !== "comment") parts[place] = child;
  }
  return { kind: "slice", from: parts[0], to: parts[1], step: parts[2] };
}

function assign(node: SyntaxNode): Shape {
  const target = node.child("left");
  const value = node.child("right");
  const operator = node.child("operator") ?? node.children.find((child) => child.type === "=");
  return target && value && operator ? { kind: "assign", target, operator, value, compound: node.type === "augmented_assignment" } : other;
}

function conditional(node: SyntaxNode): Shape {
  const [whenTrue, condition, whenFalse] = inner(node);
  return whenTrue && condition && whenFalse ? { kind: "ternary", condition, whenTrue, whenFalse } : other;
}

function branch(node: SyntaxNode): Shape {
  const condition = node.child("condition");
  const then = node.child("consequence");
  return condition && then ? { kind: "if", condition, then, otherwise: node.child("alternative"), chained: node.type === "elif_clause" } : other;
}

function loop(node: SyntaxNode): Shape {
  const variable = node.child("left");
  const iterable = node.child("right");
  return variable && iterable ? { kind: "each", variable, iterable, body: node.child("body") } : other;
}

function repeat(node: SyntaxNode): Shape {
  const condition = node.child("condition");
  const body = node.child("body");
  return condition && body ? { kind: "while", condition, body } : other;
}

function callable(node: SyntaxNode): Shape {
  const body = node.child("body");
  const parameters = node.child("parameters");
  return body ? { kind: "function", name: node.child("name"), parameters: parameters ? inner(parameters) : [], body } : other;
}

function only(node: SyntaxNode, make: (operand: SyntaxNode) => Shape): Shape {
  const operand = inner(node)[0];
  return operand ? make(operand) : other;
}

function sign(node: SyntaxNode): Shape {
  return node.child("operator")?.type === "-" ? only(node, (operand) => ({ kind: "sign", operand })) : other;
}

function comprehension(node: SyntaxNode): Shape {
  const body = node.child("body");
  return body ? { kind: "comprehension", body } : other;
}

function attribute(node: SyntaxNode): Shape {
  const object = node.child("object");
  const property = node.child("attribute");
  return object && property ? { kind: "member", object, property, optional: false } : other;
}

function items(brackets: string): Reader {
  return (node) => ({ kind: "list", items: inner(node), brackets });
}

const readers: Readonly<Record<string, Reader>> = {
  binary_operator: (node) => binary(node, "arithmetic"),
  boolean_operator: (node) => binary(node, "logical"),
  comparison_operator: comparison,
  not_operator: (node) => only(node, (operand) => ({ kind: "not", operand })),
  unary_operator: sign,
  parenthesized_expression: (node) => only(node, (operand) => ({ kind: "group", inner: operand })),
  integer: () => ({ kind: "number" }),
  float: () => ({ kind: "number" }),
  string: text,
  true: () => ({ kind: "boolean", value: true }),
  false: () => ({ kind: "boolean", value: false }),
  none: () => ({ kind: "nothing" }),
  identifier: () => ({ kind: "name" }),
  attribute,
  subscript,
  slice,
  call,
  list: items("[]"),
  tuple: items("()"),
  set: items("{}"),
  expression_list: items(""),
  dictionary: () => ({ kind: "dictionary" }),
  conditional_expression: conditional,
  function_definition: callable,
  lambda: callable,
  assignment: assign,
  augmented_assignment: assign,
  return_statement: (node) => ({ kind: "return", value: inner(node)[0] }),
  if_statement: branch,
  elif_clause: branch,
  if_clause: (node) => only(node, (condition) => ({ kind: "filter", condition })),
  while_statement: repeat,
  for_statement: loop,
  for_in_clause: loop,
  break_statement: () => ({ kind: "jump", word: "break" }),
  continue_statement: () => ({ kind: "jump", word: "continue" }),
  block: (node) => ({ kind: "block", statements: inner(node) }),
  module: (node) => ({ kind: "block", statements: inner(node) }),
  list_comprehension: comprehension,
  set_comprehension: comprehension,
  generator_expression: comprehension,
  await: (node) => only(node, (operand) => ({ kind: "await", operand })),
  import_statement: () => ({ kind: "import" }),
  import_from_statement: () => ({ kind: "import" }),
};

export function pythonShape(node: SyntaxNode): Shape {
  if (!node.isNamed) return other;
  return readers[node.type]?.(node) ?? other;
}
