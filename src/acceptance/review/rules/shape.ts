import type { SyntaxNode } from "../../../ports/syntax-trees.js";
import { argumentsOf, isString, literalValue } from "../../tamper/literals.js";
import { ancestors, compact, descendants, functionName } from "../../tamper/walk.js";
import type { ChangedFile } from "../changed-file.js";
import { addedSigns, givenValue, type Hit, type ReviewRule, type Sign, shown } from "../rule.js";

const decisions =
  /^(?:if_statement|elif_clause|for_statement|for_in_statement|while_statement|do_statement|case_clause|switch_case|except_clause|catch_clause|conditional_expression|ternary_expression|boolean_operator|if_clause|for_in_clause)$/;

/** A function may gain this many decisions and still be read at a glance. */
const mostGrowth = 7;
const manyDecisions = 10;

export const complexityGrowth: ReviewRule = {
  id: "complexity-growth",
  severity: "advice",
  find: (file) => {
    const old = new Map(functionsOf(file.before.regions).map((node) => [functionName(node), decisionsIn(node)]));
    return functionsOf(file.after.regions).flatMap((node): Hit[] => {
      const [before, now] = [old.get(functionName(node)) ?? 0, decisionsIn(node)];
      if (now < manyDecisions || now - before < mostGrowth) return [];
      return [{ line: node.startRow + 1, claim: `${functionName(node)} grows from ${before} to ${now} decisions` }];
    });
  },
};

function functionsOf(regions: readonly SyntaxNode[]): SyntaxNode[] {
  return regions.flatMap((region) => [...descendants(region)].filter((node) => node.isFunction && functionName(node) !== ""));
}

/** Branches, loops and joined conditions (McCabe without the one for the function). */
function decisionsIn(owner: SyntaxNode): number {
  const isLogical = (node: SyntaxNode): boolean => node.type === "binary_expression" && /^(?:&&|\|\||\?\?)$/.test(node.child("operator")?.text ?? "");
  return [...descendants(owner)].filter((node) => node.isNamed && (decisions.test(node.type) || isLogical(node))).length;
}

const loops =
  /^(?:for_statement|for_in_statement|while_statement|do_statement|list_comprehension|set_comprehension|dictionary_comprehension|generator_expression)$/;
const walksAll = /^(?:map|forEach|filter|reduce|flatMap|some|every|find|findIndex)$/;

export const quadraticLoop: ReviewRule = { id: "quadratic-loop", severity: "advice", find: (file) => addedSigns(file, slow) };

function slow(node: SyntaxNode): Sign | undefined {
  const loop = loopAround(node);
  if (loop === undefined) return undefined;
  const reason = slowReason(node, loop);
  return reason === undefined
    ? undefined
    : { key: compact(node), row: node.startRow, claim: `Inside a loop the patch ${reason}, so time grows with the square of the input: ${shown(node)}` };
}

/** The next loop, or call that visits every element, around a node of the same function or its callback. */
function loopAround(node: SyntaxNode): SyntaxNode | undefined {
  let inner = node;
  for (const outer of ancestors(node)) {
    if (loops.test(outer.type) && inner.fieldName !== "right" && inner.fieldName !== "iterable" && !isFirstIterable(inner)) return outer;
    if (outer.isFunction && !isCallback(outer)) return undefined;
    if (isVisit(outer) && inner.fieldName === "arguments") return outer;
    inner = outer;
  }
  return undefined;
}

/** `[x for x in HERE]` is evaluated once. */
function isFirstIterable(node: SyntaxNode): boolean {
  return node.type === "for_in_clause" && node.parent?.namedChildren.find((child) => child.type === "for_in_clause")?.start === node.start;
}

function isCallback(node: SyntaxNode): boolean {
  return node.parent?.type === "arguments" && node.parent.parent !== undefined && isVisit(node.parent.parent);
}

function isVisit(node: SyntaxNode): boolean {
  return node.type === "call_expression" && walksAll.test(node.child("function")?.child("property")?.text ?? "");
}

function slowReason(node: SyntaxNode, loop: SyntaxNode): string | undefined {
  if (node.type === "call" || node.type === "call_expression") return slowCall(node);
  if (loops.test(node.type)) return sameIterable(node, loop) ? "goes through the same collection again" : undefined;
  if (node.type === "comparison_operator") return searchesList(node) ? "searches a list" : undefined;
  const given = givenValue(node);
  return given !== undefined && copies(given.name, given.value) ? "copies what it has gathered" : undefined;
}

function slowCall(call: SyntaxNode): string | undefined {
  const callee = call.child("function");
  const method = callee?.child("attribute")?.text ?? callee?.child("property")?.text;
  const first = argumentsOf(call)[0];
  if (callee?.text === "sorted" || method === "sort" || method === "toSorted") return "sorts";
  if ((method === "pop" || method === "insert") && first !== undefined && literalValue(first) === "0") return "moves every element of a list";
  if ((method === "shift" && first === undefined) || method === "unshift") return "moves every element of a list";
  const receiver = callee?.child("object");
  const isSearch = /^(?:index|count|indexOf|lastIndexOf|includes)$/.test(method ?? "");
  return isSearch && receiver !== undefined && isListName(receiver) ? "searches a list" : undefined;
}

function searchesList(node: SyntaxNode): boolean {
  const isIn = node.children.some((child) => !child.isNamed && /^(?:in|not in)$/.test(child.text));
  const container = node.namedChildren.at(-1);
  return isIn && container !== undefined && isListName(container);
}

/** A name that its function fills as a list. */
function isListName(node: SyntaxNode): boolean {
  if (node.type !== "identifier") return false;
  const owner = [...ancestors(node)].find((one) => one.isFunction && !isCallback(one)) ?? [...ancestors(node)].at(-1) ?? node;
  return [...descendants(owner)].some((one) => {
    const given = givenValue(one);
    return (
      given?.name === node.text && (/^(?:list|array|list_comprehension)$/.test(given.value.type) || /^list\(/.test(given.value.text)) && !isString(given.value)
    );
  });
}

function sameIterable(inner: SyntaxNode, outer: SyntaxNode): boolean {
  const [mine, theirs] = [iterated(inner), iterated(outer)];
  return mine !== undefined && mine === theirs;
}

/** The name a loop goes through, also by its length. */
function iterated(loop: SyntaxNode): string | undefined {
  const clause = loop.namedChildren.find((child) => child.type === "for_in_clause") ?? loop;
  const text = (clause.child("right") ?? loop.child("condition") ?? loop.child("function")?.child("object"))?.text ?? "";
  return /^(?:range\((?:\w+,\s*)?len\((\w+)\)|enumerate\((\w+)\)|(?:Object\.\w+\()?(\w+)\)?(?:\.entries\(\)|\.items\(\))?$|.*<\s*(\w+)\.length)/
    .exec(text)
    ?.slice(1)
    .find((name) => name !== undefined);
}

/** `all = all + [x]`, `all = [...all, x]`, `all = all.concat(x)`. */
function copies(name: string, value: SyntaxNode): boolean {
  const text = compact(value);
  if (!/^\w+$/.test(name)) return false;
  return new RegExp(`^(?:${name}\\+\\[|\\[\\.\\.\\.${name},|${name}\\.concat\\(|\\{\\.\\.\\.${name},)`).test(text);
}

const leaves = /^(?:return_statement|raise_statement|throw_statement|break_statement|continue_statement)$/;

/** Code that can never run or does nothing, and changes to comments and white space alone. */
export const deadHunk: ReviewRule = {
  id: "dead-hunk",
  severity: "advice",
  find: (file) => [...addedSigns(file, dead), ...unusedFunctions(file), ...withoutCode(file)],
};

function dead(node: SyntaxNode): Sign | undefined {
  const claim = deadClaim(node);
  return claim === undefined ? undefined : { key: compact(node), row: node.startRow, claim };
}

function deadClaim(node: SyntaxNode): string | undefined {
  if (/^(?:if|while)_statement$/.test(node.type)) {
    const condition = node.child("condition")?.text.replace(/^\(|\)$/g, "");
    return /^(?:False|false|0|None|null)$/.test(condition ?? "") ? `What \`${shown(node)}\` guards never runs` : undefined;
  }
  if (node.type === "assignment" || node.type === "assignment_expression") {
    const [left, right] = [node.child("left")?.text, node.child("right")?.text];
    return left !== undefined && left === right ? `\`${shown(node)}\` changes nothing` : undefined;
  }
  const isStatement = /(?:_statement|_declaration)$/.test(node.type) && node.isNamed;
  return isStatement && isBehindExit(node) ? `\`${shown(node)}\` can never run` : undefined;
}

function isBehindExit(node: SyntaxNode): boolean {
  const siblings = node.parent?.namedChildren.filter((child) => child.type !== "comment") ?? [];
  const at = siblings.findIndex((sibling) => sibling.start === node.start);
  if (at <= 0 || !/^(?:block|statement_block|program|module)$/.test(node.parent?.type ?? "") || /function|class/.test(node.type)) return false;
  return leaves.test(siblings[at - 1]?.type ?? "");
}

/** New helpers of a file that nothing in it uses and nobody outside can. */
function unusedFunctions(file: ChangedFile): Hit[] {
  const { root, regions } = file.after;
  const old = new Set(functionsOf(file.before.regions).map(functionName));
  return regions.flatMap((node): Hit[] => {
    const name = functionName(node);
    const isPrivate = file.language === "python" ? /^_[a-z]/.test(name) : node.type === "function_declaration";
    if (!node.isFunction || !isPrivate || old.has(name) || root === undefined) return [];
    const uses = root.text.match(new RegExp(`(?<![\\w$])${name.replaceAll("$", "\\$")}(?![\\w$])`, "g"))?.length ?? 0;
    return uses > 1 ? [] : [{ line: node.startRow + 1, claim: `Nothing uses the new function ${name}` }];
  });
}

function withoutCode(file: ChangedFile): Hit[] {
  if (file.change.kind !== "modify" || file.after.root === undefined || file.before.root === undefined) return [];
  const code = (root: SyntaxNode): string =>
    [...descendants(root)]
      .filter((node) => node.children.length === 0 && node.type !== "comment")
      .map(({ text }) => text)
      .join(" ");
  return code(file.before.root) === code(file.after.root) ? [{ line: null, claim: `Only comments or white space of ${file.path} change` }] : [];
}
