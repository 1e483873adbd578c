import type { SyntaxLanguage, SyntaxNode } from "../../ports/syntax-trees.js";

/** Kinds of expressions that only make or compare values. What is not listed (assignments, statements, imports, function bodies) is refused. */
const allowed: ReadonlySet<string> = new Set(
  [
    "integer float number string string_start string_content string_end string_fragment escape_sequence concatenated_string template_string",
    "true false none null undefined regex regex_pattern regex_flags ellipsis",
    "list tuple set dictionary array object pair property_identifier list_splat dictionary_splat spread_element",
    "unary_operator unary_expression not_operator binary_operator binary_expression boolean_operator comparison_operator",
    "conditional_expression ternary_expression parenthesized_expression",
    "call call_expression new_expression argument_list arguments keyword_argument attribute member_expression subscript subscript_expression slice",
    "identifier shorthand_property_identifier await await_expression optional_chain",
    "lambda lambda_parameters arrow_function formal_parameters required_parameter",
    "list_comprehension set_comprehension dictionary_comprehension generator_expression for_in_clause if_clause",
  ]
    .join(" ")
    .split(" "),
);

const pythonNames = words(`int float str bytes bytearray bool complex list tuple set frozenset dict range len sorted sum min max abs all any isinstance
  round zip enumerate map filter reversed repr type iter ord chr object Decimal Fraction date datetime time timedelta ValueError TypeError`);
const scriptNames = words(`Array Object Number String Boolean Math JSON Set Map WeakMap Date RegExp BigInt Symbol NaN Infinity undefined isNaN isFinite
  parseInt parseFloat Uint8Array Float64Array Error TypeError RangeError Promise`);

/** Names by which an object leads back to code or to the interpreter. */
const leaks = /^(?:__.*|constructor|prototype|caller|callee|arguments|mro|gi_frame|f_globals|func_globals|format_map)$/;

export interface SafeNames {
  readonly language: SyntaxLanguage;
  /** Names beside the language's own value makers that may be used. */
  readonly names: ReadonlySet<string>;
}

/** Why an expression may not be run, e.g. `uses "open"`; undefined = it only makes, calls and compares what it may. */
export function unsafeBecause(root: SyntaxNode, safe: SafeNames): string | undefined {
  const bound = boundInside(root);
  const own = safe.language === "python" ? pythonNames : scriptNames;
  for (const node of root.namedNodes()) {
    if (!allowed.has(node.type)) return `holds ${node.type.replaceAll("_", " ")}`;
    const name = nameOf(node);
    if (name === undefined) continue;
    if (leaks.test(name)) return `uses "${name}"`;
    if (isFree(node) && !bound.has(name) && !own.has(name) && !safe.names.has(name)) return `uses "${name}"`;
  }
  return undefined;
}

function nameOf(node: SyntaxNode): string | undefined {
  return /^(?:identifier|shorthand_property_identifier|property_identifier)$/.test(node.type) ? node.text : undefined;
}

/** Members and names of keyword arguments stand for nothing by themselves. */
function isFree(node: SyntaxNode): boolean {
  if (node.type === "property_identifier" || node.fieldName === "attribute") return false;
  return !(node.parent?.type === "keyword_argument" && node.fieldName === "name");
}

/** Parameters of lambdas and arrow functions, and variables of comprehensions. */
function boundInside(root: SyntaxNode): Set<string> {
  const names = new Set<string>();
  for (const node of root.namedNodes()) {
    const binders = [node.child("parameters"), node.child("parameter"), node.type === "for_in_clause" ? node.child("left") : undefined];
    for (const binder of binders) {
      if (binder === undefined) continue;
      for (const inner of binder.namedNodes()) if (inner.type === "identifier") names.add(inner.text);
    }
  }
  return names;
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/));
}
