import type { SyntaxNode } from "../../../ports/syntax-trees.js";
import { argumentsOf, unwrapped } from "../../tamper/literals.js";

const asksDatabase = /^(?:execute|executemany|executescript|query|raw|\$queryRawUnsafe|\$executeRawUnsafe)$/;
const isQuery = /\b(?:select\b.+\bfrom|insert\s+into|update\b.+\bset|delete\s+from)\b/is;
/** A value's place in a query, filled by what stands in the program: names of tables and columns cannot be parameters, so they are left alone. */
const before = "(?:[=<>]|\\blike|\\bvalues\\s*\\(|\\bin\\s*\\(|,)\\s*['\"\\\\]{0,2}%?";
const filled = {
  percent: new RegExp(`${before}%(?:[sd]|\\()`, "i"),
  hole: new RegExp(`${before}\\$?\\{`, "i"),
  joined: new RegExp(`${before}["'\`]\\s*\\+`, "i"),
};

/** Does the call hand a database a query with values written into its text? */
export function writesValuesIntoQuery(call: SyntaxNode): "yes" | "no" {
  const callee = call.child("function");
  const method = (callee?.child("attribute") ?? callee?.child("property"))?.text ?? "";
  const [first] = argumentsOf(call);
  if (!asksDatabase.test(method) || first === undefined) return "no";
  const query = unwrapped(first);
  if (!isQuery.test(query.text)) return "no";
  return isFilled(query) ? "yes" : "no";
}

function isFilled(query: SyntaxNode): boolean {
  const operator = query.child("operator")?.text;
  if (operator === "%") return filled.percent.test(query.text);
  if (operator === "+") return filled.joined.test(query.text);
  const isFormat = query.type === "call" && query.child("function")?.child("attribute")?.text === "format";
  const hasHole = query.namedChildren.some(({ type }) => type === "interpolation" || type === "template_substitution");
  return (isFormat || hasHole) && filled.hole.test(query.text);
}
