import type { SyntaxNode } from "../../../ports/syntax-trees.js";
import type { Dialect, ValueKind } from "./dialect.js";
import type { Shape } from "./shape.js";

export interface KindReader {
  readonly dialect: Dialect;
  readonly variable: (name: string) => ValueKind;
}

const counted = new Set(["length", "size"]);

/** A cautious guess of what an expression gives: "unknown" unless the text itself says so. */
export function kindOf(node: SyntaxNode, reader: KindReader, depth = 0): ValueKind {
  if (depth > 6) return "unknown";
  const shape = reader.dialect.shape(node);
  const below = (inner: SyntaxNode): ValueKind => kindOf(inner, reader, depth + 1);
  switch (shape.kind) {
    case "number":
    case "sign":
      return "number";
    case "string":
      return "string";
    case "boolean":
    case "not":
      return "boolean";
    case "list":
    case "comprehension":
      return "list";
    case "dictionary":
      return "map";
    case "function":
      return "function";
    case "name":
      return reader.variable(node.text);
    case "member":
      return counted.has(shape.property.text) ? "number" : "unknown";
    case "group":
      return below(shape.inner);
    case "call":
      return ofCall(shape, reader, below);
    case "index":
      return ofIndex(shape, reader, below);
    case "ternary":
      return agreed(below(shape.whenTrue), below(shape.whenFalse));
    case "binary":
      return ofBinary(shape, below);
    default:
      return node.type === "template_string" ? "string" : "unknown";
  }
}

function agreed(one: ValueKind, two: ValueKind): ValueKind {
  if (one === two || two === "unknown") return one;
  return one === "unknown" ? two : "unknown";
}

type CallShape = Extract<Shape, { kind: "call" }>;
type IndexShape = Extract<Shape, { kind: "index" }>;
type BinaryShape = Extract<Shape, { kind: "binary" }>;

function ofCall(shape: CallShape, reader: KindReader, below: (node: SyntaxNode) => ValueKind): ValueKind {
  if ((shape.name === "slice" || shape.name === "concat") && shape.receiver !== undefined) return below(shape.receiver);
  return reader.dialect.callGives(shape.name);
}

function ofIndex(shape: IndexShape, reader: KindReader, below: (node: SyntaxNode) => ValueKind): ValueKind {
  const object = below(shape.object);
  if (reader.dialect.shape(shape.index).kind === "slice") return object;
  return object === "string" ? "string" : "unknown";
}

function ofBinary(shape: BinaryShape, below: (node: SyntaxNode) => ValueKind): ValueKind {
  if (shape.family === "comparison") return "boolean";
  const left = below(shape.left);
  const right = below(shape.right);
  if (shape.family === "logical") return agreed(left, right);
  if (shape.operator.text !== "+") return left === "string" || left === "list" || left === "map" ? left : "number";
  return left === "string" || right === "string" ? "string" : agreed(left, right);
}
