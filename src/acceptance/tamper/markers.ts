import type { SyntaxNode } from "../../ports/syntax-trees.js";
import type { Mark } from "./finding.js";
import { compact, descendants } from "./walk.js";

const suppressions =
  /\b(noqa|type:\s*ignore|pylint:\s*disable|pyright:\s*(ignore|basic)|mypy:\s*ignore|ty:\s*ignore|nosec|pragma:\s*no\s*(cover|branch)|flake8:|ruff:\s*noqa|isort:\s*skip|fmt:\s*(skip|off)|bandit:|eslint-disable|eslint-env|eslint\s+[\w/@-]+\s*:|tslint:\s*disable|jshint\s+ignore|jshint\s|jslint\s|oxlint-disable|biome-ignore|rome-ignore|prettier-ignore|deno-lint-ignore|stylelint-disable|istanbul\s+ignore|c8\s+ignore|v8\s+ignore|node:coverage|NOSONAR|nolint|noinspection|dependency-cruiser-ignore)|@ts-(ignore|nocheck|expect-error)/i;

/** Comments that make a tool look away. */
export function suppressionMarks(root: SyntaxNode): Mark[] {
  const comments = [...descendants(root)].filter((node) => node.type === "comment" || node.type === "html_comment");
  return comments.flatMap((node) => suppressionIn(node.text, node.startRow));
}

/** For files without a grammar: the same, line by line. */
export function suppressionLines(text: string): Mark[] {
  return text.split("\n").flatMap((line, row) => suppressionIn(line, row));
}

function suppressionIn(text: string, row: number): Mark[] {
  const found = suppressions.exec(text)?.[0];
  return found === undefined
    ? []
    : [{ rule: "suppression", key: found.toLowerCase().replace(/\s+/g, ""), row, reason: `adds the marker "${found}", which makes a tool look away` }];
}

const scriptSkips =
  /^(?:globalThis\.)?(?:(?:it|test|describe|suite|context|specify|bench|t|this|ctx|assert)(?:\.\w+)*\.(?:skip|only|todo|fixme|failing|fails|skipIf|runIf|retry|retries|retryTimes|timeout)|xit|xtest|xdescribe|xspecify|fit|fdescribe|ftest|jest\.(?:retryTimes|setTimeout)|pending)$/;
const pythonSkips = /(^|\.)(skip|skipTest|skipIf|skipUnless|SkipTest|xfail|importorskip|expectedFailure|flaky|Skipped|Skip|exit)$/;
const pythonSkipRoots =
  /^(pytest|unittest|self|_pytest|nose|mark|case|outcomes|SkipTest|skip|skipTest|skipIf|skipUnless|xfail|importorskip|expectedFailure|flaky)\b/;

/** Calls, decorators and exceptions by which a test ends up not counted as red, wherever they stand. */
export function skipMarks(root: SyntaxNode): Mark[] {
  return [...descendants(root)].flatMap((node) => {
    const name = skipName(node);
    return name === undefined
      ? []
      : [{ rule: "skip-marker" as const, key: name, row: node.startRow, reason: `adds "${name}", which keeps a test from counting` }];
  });
}

function skipName(node: SyntaxNode): string | undefined {
  if (node.type === "call_expression") {
    const callee = node.child("function");
    return callee !== undefined && scriptSkips.test(compact(callee)) ? compact(callee) : undefined;
  }
  if (node.type !== "identifier" && node.type !== "attribute") return undefined;
  if (node.parent?.type === "attribute" && node.parent.child("object") !== node && node.fieldName !== "object") return undefined;
  const name = compact(node);
  const isUse =
    ["call", "decorator", "raise_statement", "import_from_statement", "aliased_import", "argument_list"].includes(node.parent?.type ?? "") ||
    node.type === "attribute";
  if (!isUse || !pythonSkips.test(name) || !pythonSkipRoots.test(name)) return undefined;
  return name;
}

/** Type assertions that switch the checker off. */
export function castMarks(root: SyntaxNode): Mark[] {
  return [...descendants(root)].flatMap((node) => {
    const text = castText(node);
    return text === undefined
      ? []
      : [{ rule: "silencing-cast" as const, key: text, row: node.startRow, reason: `adds "${text}", which silences the type checker` }];
  });
}

const typed = new Set(["as_expression", "type_assertion", "type_annotation", "call"]);

function castText(node: SyntaxNode): string | undefined {
  if (!typed.has(node.type)) return undefined;
  const text = compact(node);
  if (node.type === "as_expression" && /as(any|never|unknown)$/.test(text))
    return /as(any|never|unknown)$/.exec(node.text.replace(/\s+/g, ""))?.[0].replace(/^as/, "as ");
  if (node.type === "type_assertion" && /^<(any|never|unknown)>/.test(text)) return text.slice(0, text.indexOf(">") + 1);
  if (node.type === "type_annotation" && text === ":any") return ": any";
  if (node.type === "call" && /^(typing\.)?cast\((typing\.)?Any,/.test(text)) return "cast(Any, …)";
  return undefined;
}
