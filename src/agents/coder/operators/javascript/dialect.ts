import type { SyntaxNode } from "../../../../ports/syntax-trees.js";
import type { Dialect, ValueKind } from "../dialect.js";
import { javascriptBuiltins, javascriptMembers } from "./library.js";
import { javascriptDeclarations, javascriptScope } from "./names.js";
import { javascriptShape } from "./shapes.js";
import { javascriptWords } from "./words.js";

const kindByCall: Readonly<Record<string, ValueKind>> = {
  ...Object.fromEntries(
    [
      "Number",
      "parseInt",
      "parseFloat",
      "abs",
      "floor",
      "ceil",
      "round",
      "trunc",
      "pow",
      "sqrt",
      "min",
      "max",
      "indexOf",
      "lastIndexOf",
      "findIndex",
      "charCodeAt",
      "codePointAt",
      "getTime",
      "now",
    ].map((name) => [name, "number"]),
  ),
  ...Object.fromEntries(
    [
      "String",
      "toString",
      "toFixed",
      "join",
      "trim",
      "toLowerCase",
      "toUpperCase",
      "charAt",
      "substring",
      "substr",
      "replace",
      "replaceAll",
      "padStart",
      "padEnd",
      "repeat",
      "stringify",
      "fromCharCode",
    ].map((name) => [name, "string"]),
  ),
  ...Object.fromEntries(
    ["split", "map", "filter", "keys", "values", "entries", "from", "sort", "reverse", "flat", "flatMap", "concat", "match", "Array", "Set"].map((name) => [
      name,
      "list",
    ]),
  ),
  ...Object.fromEntries(
    ["startsWith", "endsWith", "includes", "some", "every", "isInteger", "isArray", "isNaN", "has", "test", "Boolean"].map((name) => [name, "boolean"]),
  ),
  ...Object.fromEntries(["Map", "Object"].map((name) => [name, "map"])),
};

function annotated(annotation: string): ValueKind {
  const name = annotation.replace(/^:\s*/, "").replace(/^readonly\s+/, "");
  if (/\[\]$/.test(name) || /^(?:Readonly)?(?:Array|Set)\b/.test(name)) return "list";
  if (/^(?:number|bigint)\b/.test(name)) return "number";
  if (/^string\b/.test(name)) return "string";
  if (/^boolean\b/.test(name)) return "boolean";
  if (/^(?:Readonly)?(?:Map|Record)\b|^\{/.test(name)) return "map";
  return name.includes("=>") ? "function" : "unknown";
}

const containers = new Set(["statement_block", "program", "switch_case", "switch_default"]);
const bodies = new Set(["if_statement", "for_statement", "for_in_statement", "while_statement", "do_statement", "else_clause"]);

function isStatement(node: SyntaxNode): boolean {
  const parent = node.parent;
  if (!node.isNamed || node.type === "comment" || parent === undefined) return false;
  if (containers.has(parent.type)) return node.fieldName !== "value";
  if (!bodies.has(parent.type)) return false;
  return node.fieldName === "body" || node.fieldName === "consequence" || (parent.type === "else_clause" && node.type !== "statement_block");
}

export const javascript: Dialect = {
  family: "javascript",
  languages: ["javascript", "typescript", "tsx"],
  words: javascriptWords,
  shape: javascriptShape,
  isStatement,
  builtins: javascriptBuiltins,
  libraries: [],
  members: javascriptMembers,
  declares: javascriptDeclarations,
  scopeOf: javascriptScope,
  annotated,
  callGives: (name) => kindByCall[name] ?? "unknown",
};
