import type { SyntaxNode } from "../../../../ports/syntax-trees.js";
import { byRank, edit, insert, type Operator, type Site } from "../operator.js";
import { isValue } from "../reads.js";
import { ancestors } from "../walk.js";

const family = "javascript";

/** == <-> ===, != <-> !==. */
export const strictEquality: Operator = {
  name: "strict-equality",
  yield: 8,
  family,
  on: ["binary"],
  *drafts({ shape }) {
    if (shape.kind !== "binary" || !/^[!=]==?$/.test(shape.operator.text)) return;
    const { text } = shape.operator;
    yield edit(shape.operator, text.length === 2 ? `${text}=` : text.slice(0, 2));
  },
};

/** || <-> ??: zero, false and "" are values too. */
export const nullishDefault: Operator = {
  name: "nullish-default",
  yield: 15,
  family,
  on: ["binary", "assign"],
  *drafts({ shape }) {
    const operator = shape.kind === "binary" || (shape.kind === "assign" && shape.compound) ? shape.operator : undefined;
    if (operator?.text === "||") yield edit(operator, "??");
    if (operator?.text === "??") yield edit(operator, "||");
    if (operator?.text === "||=") yield edit(operator, "??=");
    if (operator?.text === "??=") yield edit(operator, "||=");
  },
};

function functionAround(node: SyntaxNode, { context }: Site): SyntaxNode | undefined {
  for (const around of ancestors(node)) if (around !== node && context.shape(around).kind === "function") return around;
  return undefined;
}

/** f() -> await f() inside an async function, with the brackets a following member access needs. */
export const missingAwait: Operator = {
  name: "missing-await",
  yield: 20,
  family,
  on: ["call", "await"],
  *drafts(site) {
    const { node, shape, context } = site;
    if (shape.kind === "await") yield edit(node, shape.operand.text, 0.2);
    if (shape.kind !== "call" || shape.constructs || node.parent?.type === "await_expression") return;
    const around = functionAround(node, site);
    if (!around?.children.some((child) => child.type === "async")) return;
    const parent = node.parent && context.shape(node.parent);
    const tight = parent?.kind === "member" || parent?.kind === "index" || (parent?.kind === "call" && parent.callee === node);
    yield edit(
      node,
      tight ? `(await ${node.text})` : `await ${node.text}`,
      parent?.kind === "member" && /^(?:then|catch|finally)$/.test(parent.property.text) ? 0.1 : 1,
    );
  },
};

/** (x) => { f(x); } -> (x) => { return f(x); }: a braced arrow whose value is lost. */
export const arrowReturn: Operator = {
  name: "arrow-return",
  yield: 25,
  family,
  on: ["function"],
  *drafts({ node, shape, context }) {
    if (shape.kind !== "function" || context.shape(shape.body).kind !== "block") return;
    const last = shape.body.namedChildren.filter((child) => context.dialect.isStatement(child)).at(-1);
    if (last?.type !== "expression_statement") return;
    yield insert(last.start, "return ", node.type === "arrow_function" ? 1 : 0.6);
  },
};

/** The comparator of sort() turned round, made numeric, or given where there was none. */
export const comparatorSign: Operator = {
  name: "comparator-sign",
  yield: 25,
  family,
  on: ["call"],
  *drafts({ shape, context }) {
    if (shape.kind !== "call" || !/^(?:sort|toSorted)$/.test(shape.name)) return;
    const [comparator] = shape.args;
    if (comparator === undefined) {
      yield insert(shape.list.end - 1, "(a, b) => a - b");
      yield insert(shape.list.end - 1, "(a, b) => b - a", 0.6);
      return;
    }
    yield edit(comparator, "", 0.2);
    const lambda = context.shape(comparator);
    if (lambda.kind !== "function") return;
    const [one, two] = lambda.parameters.map((parameter) => parameter.text);
    if (one === undefined || two === undefined) return;
    yield edit({ start: lambda.parameters[0]?.start ?? 0, end: lambda.parameters[1]?.end ?? 0 }, `${two}, ${one}`);
    const body = context.shape(lambda.body);
    if (body.kind === "binary" && body.family === "comparison") {
      yield edit(lambda.body, `${body.left.text} - ${body.right.text}`);
      yield edit(lambda.body, `${body.right.text} - ${body.left.text}`, 0.6);
      yield edit(lambda.body, `${body.left.text} < ${body.right.text} ? -1 : ${body.left.text} > ${body.right.text} ? 1 : 0`, 0.6);
    }
  },
};

/** f(x) -> f(x = 0): a parameter that callers leave out. */
export const defaultParameter: Operator = {
  name: "default-parameter",
  yield: 3,
  family,
  on: ["function"],
  *drafts({ shape, context }) {
    if (shape.kind !== "function") return;
    const last = shape.parameters.at(-1);
    if (
      last === undefined ||
      !/^(?:identifier|required_parameter|object_pattern)$/.test(last.type) ||
      last.child("value") !== undefined ||
      last.text.startsWith("...")
    )
      return;
    const single = last.parent?.type === "arrow_function";
    const values = last.type === "object_pattern" ? ["{}"] : ["0", "[]", "''", "{}", "1"];
    for (const [rank, value] of values.entries()) yield edit(last, single ? `(${last.text} = ${value})` : `${last.text} = ${value}`, byRank(rank));
    const known = context.find(last.text, shape.body)?.kind;
    if (known === "boolean") yield edit(last, `${last.text} = true`, 0.5);
  },
};

/** parseInt(x) -> parseInt(x, 10), and map(parseInt) -> map(Number). */
export const parseRadix: Operator = {
  name: "parse-radix",
  yield: 20,
  family,
  on: ["call", "name"],
  *drafts({ node, shape }) {
    if (shape.kind === "call" && /^(?:Number\.)?parseInt$/.test(shape.callee.text)) {
      const [value, radix] = shape.args;
      if (value !== undefined && radix === undefined) yield insert(value.end, ", 10");
      if (radix !== undefined && radix.text !== "10") yield edit(radix, "10", 0.8);
      if (radix !== undefined) yield edit(radix, "2", 0.3);
    }
    if (shape.kind === "name" && node.text === "parseInt" && node.parent?.type === "arguments") yield edit(node, "Number");
  },
};

/** for (x in list) <-> for (x of list). */
export const loopKeyword: Operator = {
  name: "loop-keyword",
  yield: 25,
  family,
  on: ["each"],
  *drafts({ node }) {
    const word = node.child("operator");
    if (word !== undefined) yield edit(word, word.text === "in" ? "of" : "in");
  },
};

/** list.push(x) as a value -> [...list, x]; indexOf(x) > 0 style tests are the comparison row's. */
export const containsTest: Operator = {
  name: "contains-test",
  yield: 10,
  family,
  on: ["binary", "call"],
  *drafts({ node, shape, context }) {
    if (shape.kind === "binary" && shape.operator.text === "in") {
      yield edit(node, `${shape.right.text}.includes(${shape.left.text})`);
      yield edit(node, `Object.hasOwn(${shape.right.text}, ${shape.left.text})`, 0.4);
    }
    if (shape.kind !== "call" || shape.name !== "indexOf" || shape.receiver === undefined || !isValue(context, node)) return;
    const parent = node.parent && context.shape(node.parent);
    if (parent?.kind !== "binary") yield edit(node, `${shape.receiver.text}.includes(${shape.args.map((argument) => argument.text).join(", ")})`, 0.8);
  },
};

/** Math.floor around a quotient: an index or count that must be whole. */
export const wholeQuotient: Operator = {
  name: "whole-quotient",
  yield: 18,
  family,
  on: ["binary"],
  *drafts({ node, shape, context }) {
    if (shape.kind !== "binary" || shape.operator.text !== "/") return;
    const around = node.parent?.parent && context.shape(node.parent.parent);
    if (around?.kind === "call" && /^(?:floor|ceil|round|trunc)$/.test(around.name)) return;
    yield edit(node, `Math.floor(${node.text})`);
    yield edit(node, `Math.ceil(${node.text})`, 0.4);
    yield edit(node, `Math.round(${node.text})`, 0.4);
  },
};
