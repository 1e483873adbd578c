import type { SyntaxNode } from "../../../../ports/syntax-trees.js";
import type { BinaryFamily, Shape } from "../shape.js";

const other: Shape = { kind: "other" };

type Reader = (node: SyntaxNode) => Shape;

const comparisons = new Set(["<", "<=", ">", ">=", "==", "===", "!=", "!==", "in", "instanceof"]);
const logical = new Set(["&&", "||", "??"]);

function inner(node: SyntaxNode): readonly SyntaxNode[] {
  return node.namedChildren.filter((child) => child.type !== "comment");
}

function familyOf(operator: string): BinaryFamily {
  if (comparisons.has(operator)) return "comparison";
  return logical.has(operator) ? "logical" : "arithmetic";
}

function binary(node: SyntaxNode): Shape {
  const left = node.child("left");
  const operator = node.child("operator");
  const right = node.child("right");
  return left && operator && right ? { kind: "binary", family: familyOf(operator.text), left, operator, right, chained: false } : other;
}

function unary(node: SyntaxNode): Shape {
  const operand = node.child("argument");
  const operator = node.child("operator")?.text;
  if (operand === undefined) return other;
  if (operator === "!") return { kind: "not", operand };
  return operator === "-" ? { kind: "sign", operand } : other;
}

function text(node: SyntaxNode): Shape {
  const quote = node.text.charAt(0);
  const content = node.text.slice(1, -1);
  const plain = node.namedChildren.every((child) => child.type === "string_fragment");
  return { kind: "string", open: quote, close: quote, content, plain };
}

function call(node: SyntaxNode): Shape {
  const constructs = node.type === "new_expression";
  const callee = node.child(constructs ? "constructor" : "function");
  const list = node.child("arguments");
  if (!callee || list?.type !== "arguments") return other;
  const method = callee.type === "member_expression" ? callee.child("property") : undefined;
  const receiver = callee.type === "member_expression" ? callee.child("object") : undefined;
  return { kind: "call", callee, name: method?.text ?? callee.text, method, receiver, list, args: inner(list), constructs };
}

function subscript(node: SyntaxNode): Shape {
  const object = node.child("object");
  const index = node.child("index");
  return object && index ? { kind: "index", object, index } : other;
}

function member(node: SyntaxNode): Shape {
  const object = node.child("object");
  const property = node.child("property");
  return object && property ? { kind: "member", object, property, optional: node.child("optional_chain") !== undefined } : other;
}

function assign(node: SyntaxNode): Shape {
  const declares = node.type === "variable_declarator";
  const target = node.child(declares ? "name" : "left");
  const value = node.child(declares ? "value" : "right");
  const operator = node.child("operator") ?? node.children.find((child) => child.type === "=");
  return target && value && operator ? { kind: "assign", target, operator, value, compound: node.type === "augmented_assignment_expression" } : other;
}

function ternary(node: SyntaxNode): Shape {
  const condition = node.child("condition");
  const whenTrue = node.child("consequence");
  const whenFalse = node.child("alternative");
  return condition && whenTrue && whenFalse ? { kind: "ternary", condition, whenTrue, whenFalse } : other;
}

/** The condition without the brackets the grammar demands. */
function bare(node: SyntaxNode | undefined): SyntaxNode | undefined {
  return node?.type === "parenthesized_expression" ? inner(node)[0] : node;
}

function branch(node: SyntaxNode): Shape {
  const condition = bare(node.child("condition"));
  const then = node.child("consequence");
  if (!condition || !then) return other;
  return { kind: "if", condition, then, otherwise: node.child("alternative"), chained: node.parent?.type === "else_clause" };
}

function repeat(node: SyntaxNode): Shape {
  const condition = bare(node.child("condition"));
  const body = node.child("body");
  return condition && body ? { kind: "while", condition, body } : other;
}

function each(node: SyntaxNode): Shape {
  const variable = node.child("left");
  const iterable = node.child("right");
  return variable && iterable ? { kind: "each", variable, iterable, body: node.child("body") } : other;
}

function count(node: SyntaxNode): Shape {
  const body = node.child("body");
  const condition = node.child("condition");
  const test = condition?.type === "expression_statement" ? inner(condition)[0] : condition;
  return body ? { kind: "count", initial: node.child("initializer"), condition: test, body } : other;
}

function callable(node: SyntaxNode): Shape {
  const body = node.child("body");
  const single = node.child("parameter");
  const list = node.child("parameters");
  const parameters = single ? [single] : list ? inner(list) : [];
  return body ? { kind: "function", name: node.child("name"), parameters, body } : other;
}

function only(node: SyntaxNode, make: (operand: SyntaxNode) => Shape): Shape {
  const operand = inner(node)[0];
  return operand ? make(operand) : other;
}

function block(node: SyntaxNode): Shape {
  return { kind: "block", statements: inner(node) };
}

function arm(node: SyntaxNode): Shape {
  return { kind: "block", statements: inner(node).filter((child) => child.fieldName !== "value") };
}

const readers: Readonly<Record<string, Reader>> = {
  binary_expression: binary,
  unary_expression: unary,
  parenthesized_expression: (node) => only(node, (operand) => ({ kind: "group", inner: operand })),
  number: () => ({ kind: "number" }),
  string: text,
  regex: () => ({ kind: "pattern" }),
  true: () => ({ kind: "boolean", value: true }),
  false: () => ({ kind: "boolean", value: false }),
  null: () => ({ kind: "nothing" }),
  undefined: () => ({ kind: "nothing" }),
  identifier: () => ({ kind: "name" }),
  shorthand_property_identifier: () => other,
  member_expression: member,
  subscript_expression: subscript,
  call_expression: call,
  new_expression: call,
  array: (node) => ({ kind: "list", items: inner(node), brackets: "[]" }),
  object: () => ({ kind: "dictionary" }),
  ternary_expression: ternary,
  function_declaration: callable,
  function_expression: callable,
  generator_function: callable,
  generator_function_declaration: callable,
  arrow_function: callable,
  method_definition: callable,
  assignment_expression: assign,
  augmented_assignment_expression: assign,
  variable_declarator: assign,
  return_statement: (node) => ({ kind: "return", value: inner(node)[0] }),
  if_statement: branch,
  while_statement: repeat,
  do_statement: repeat,
  for_in_statement: each,
  for_statement: count,
  break_statement: () => ({ kind: "jump", word: "break" }),
  continue_statement: () => ({ kind: "jump", word: "continue" }),
  statement_block: block,
  program: block,
  switch_case: arm,
  switch_default: arm,
  await_expression: (node) => only(node, (operand) => ({ kind: "await", operand })),
  import_statement: () => ({ kind: "import" }),
};

export function javascriptShape(node: SyntaxNode): Shape {
  if (!node.isNamed) return other;
  return readers[node.type]?.(node) ?? other;
}
