import type { SyntaxNode } from "../../../ports/syntax-trees.js";
import type { ShapeReader } from "./shape.js";

const naming = new Set([
  "parameters",
  "formal_parameters",
  "lambda_parameters",
  "typed_parameter",
  "required_parameter",
  "optional_parameter",
  "import_specifier",
  "import_clause",
  "namespace_import",
  "aliased_import",
  "dotted_name",
  "global_statement",
  "nonlocal_statement",
  "type",
  "generic_type",
  "type_annotation",
  "pattern_list",
  "tuple_pattern",
  "array_pattern",
  "object_pattern",
  "as_pattern_target",
  "class_definition",
  "class_declaration",
  "labeled_statement",
  "catch_clause",
]);

/** True for a name whose value is used here: not one that is being declared, assigned, imported, or names a field or keyword. */
export function isRead(context: ShapeReader, node: SyntaxNode): boolean {
  const parent = node.parent;
  if (context.shape(node).kind !== "name" || parent === undefined || naming.has(parent.type)) return false;
  if (node.fieldName === "attribute" || (node.fieldName === "name" && parent.type !== "interpolation")) return false;
  if (node.fieldName === "left" && /assign|pattern|for_|parameter/.test(parent.type)) return false;
  return !(node.fieldName === "parameter" || (parent.type === "default_parameter" && node.fieldName !== "value"));
}

export function isCallee(context: ShapeReader, node: SyntaxNode): boolean {
  const shape = node.parent && context.shape(node.parent);
  return shape?.kind === "call" && shape.callee === node;
}

/** Places where a whole value stands: returned, assigned, an operand, an argument, an item, a condition or what is looped over. */
export function isValue(context: ShapeReader, node: SyntaxNode): boolean {
  const parent = node.parent;
  if (parent === undefined) return false;
  const around = context.shape(parent);
  switch (around.kind) {
    case "binary":
      return around.operator !== node;
    case "assign":
      return around.value === node;
    case "member":
    case "call":
      return false;
    case "index":
    case "slice":
      return true;
    case "each":
      return around.iterable === node;
    case "function":
      return around.body === node && context.shape(node).kind !== "block";
    case "return":
    case "ternary":
    case "list":
    case "comprehension":
    case "sign":
    case "not":
      return true;
    default:
      return (
        /^arguments?(?:_list)?$|^keyword_argument$|^pair$|^interpolation$|^template_substitution$/.test(parent.type) &&
        node.fieldName !== "name" &&
        node.fieldName !== "key"
      );
  }
}
