import type { SyntaxNode } from "../../../../ports/syntax-trees.js";
import type { Dialect, ValueKind } from "../dialect.js";
import { pythonBuiltins, pythonLibraries, pythonMembers } from "./library.js";
import { pythonDeclarations, pythonScope } from "./names.js";
import { pythonShape } from "./shapes.js";
import { pythonWords } from "./words.js";

const kindByCall: Readonly<Record<string, ValueKind>> = {
  ...Object.fromEntries(
    ["len", "int", "float", "abs", "round", "sum", "ord", "pow", "count", "index", "find", "rfind", "floor", "ceil", "sqrt"].map((name) => [name, "number"]),
  ),
  ...Object.fromEntries(
    [
      "str",
      "chr",
      "bin",
      "hex",
      "repr",
      "join",
      "strip",
      "lstrip",
      "rstrip",
      "lower",
      "upper",
      "replace",
      "format",
      "capitalize",
      "title",
      "swapcase",
      "readline",
      "hexdigest",
      "input",
    ].map((name) => [name, "string"]),
  ),
  ...Object.fromEntries(
    ["list", "sorted", "split", "splitlines", "range", "set", "tuple", "reversed", "map", "filter", "zip", "keys", "values", "items", "findall"].map((name) => [
      name,
      "list",
    ]),
  ),
  ...Object.fromEntries(
    ["isinstance", "startswith", "endswith", "isdigit", "isalpha", "any", "all", "bool", "isupper", "islower", "isalnum", "isspace", "hasattr"].map((name) => [
      name,
      "boolean",
    ]),
  ),
  ...Object.fromEntries(["dict", "Counter", "defaultdict", "OrderedDict"].map((name) => [name, "map"])),
};

function annotated(annotation: string): ValueKind {
  const name = annotation.replace(/^:\s*/, "").replace(/^(?:typing\.|Optional\[)/, "");
  if (/^(?:int|float|complex|Decimal|Number)\b/.test(name)) return "number";
  if (/^str\b/.test(name)) return "string";
  if (/^bool\b/.test(name)) return "boolean";
  if (/^(?:list|List|tuple|Tuple|set|Set|Sequence|Iterable|Iterator|deque)\b/.test(name)) return "list";
  if (/^(?:dict|Dict|Mapping|defaultdict|Counter)\b/.test(name)) return "map";
  return /^Callable\b/.test(name) ? "function" : "unknown";
}

function isStatement(node: SyntaxNode): boolean {
  return node.isNamed && node.type !== "comment" && (node.parent?.type === "block" || node.parent?.type === "module");
}

export const python: Dialect = {
  family: "python",
  languages: ["python"],
  words: pythonWords,
  shape: pythonShape,
  isStatement,
  builtins: pythonBuiltins,
  libraries: pythonLibraries,
  members: pythonMembers,
  declares: pythonDeclarations,
  scopeOf: pythonScope,
  annotated,
  callGives: (name) => kindByCall[name] ?? "unknown",
};
