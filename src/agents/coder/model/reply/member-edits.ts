import type { SyntaxNode, SyntaxTree } from "../../../../ports/syntax-trees.js";
import type { TextEdit } from "../../text-edits.js";
import { classNamed, isClass } from "../source/classes.js";
import { type Definition, indentAt } from "../source/definition.js";
import { definitionsIn } from "../source/read-definitions.js";
import type { AdditionRequest } from "./addition-request.js";
import { classAround, endOfMember, memberIndent } from "./class-members.js";
import { moved } from "./indentation.js";
import { headsBefore } from "./overloads.js";
import { firstOf, type Pair } from "./pair.js";
import { type ParsedCode, WRAPPER } from "./parse-code.js";
import { pieceOf } from "./piece.js";

/** Functions of a class or a wrapped list of members that the file's class does not have. */
export function newMembers({ file, code, replaced }: AdditionRequest): Definition[] {
  const inFile = definitionsIn(file);
  return code.definitions.filter((definition) => {
    const { own, owner, isNested, node } = definition;
    if (isNested === "yes" || owner === "" || node.parent === code.tree.root || replaced.some(({ from }) => from === definition)) return false;
    const target = neighbourOf(definition, replaced, inFile);
    if (target === undefined) return classNamed(file, owner) !== undefined;
    return !inFile.some((one) => one.own === own && one.owner === target.owner && traitOf(one) === traitOf(target));
  });
}

/** Which function of the file a new one of its class goes behind: a replaced one, else the last that stands in the class itself. */
function neighbourOf(definition: Definition, replaced: readonly Pair[], inFile: readonly Definition[]): Definition | undefined {
  const { owner } = definition;
  const isOfClass = (one: Definition): boolean => {
    if (one.owner === "" || one.isNested === "yes") return false;
    return owner === WRAPPER || ((one.owner === owner || one.owner.endsWith(`.${owner}`)) && traitOf(one) === traitOf(definition));
  };
  const near = firstOf(replaced.filter(({ to }) => isOfClass(to)));
  if (near !== undefined || owner === WRAPPER) return near;
  const all = inFile.filter(isOfClass);
  const exact = all.filter((one) => one.owner === owner);
  const ofClass = exact.length > 0 ? exact : all;
  return ofClass.findLast(standsInClass) ?? ofClass.at(-1);
}

/** Not under a condition in it. */
function standsInClass({ node }: Definition): boolean {
  const outer = node.parent?.type === "decorated_definition" ? node.parent : node;
  return outer.parent?.parent !== undefined && isClass(outer.parent.parent);
}

function traitOf({ node }: Definition): string {
  return node.parent?.parent?.child("trait")?.text ?? "";
}

export function memberEdits({ file, code, replaced }: AdditionRequest, members: readonly Definition[]): TextEdit[] {
  const inFile = definitionsIn(file);
  const first = members.filter((member) => neighbourOf(member, replaced, inFile) === undefined);
  const closings = new Map<number, TextEdit>();
  const edits = members.flatMap((member) => {
    const target = neighbourOf(member, replaced, inFile);
    if (target === undefined) return [];
    const at = endOfMember(file.text, target.whole);
    const holder = classAround(target.node);
    const isOnLine = holder !== undefined && holder.startRow === target.node.startRow;
    const indent = isOnLine ? memberIndent(file, holder) : indentAt(file.text, target.whole.start);
    if (isOnLine) for (const closing of closingEdits(file, holder, at)) closings.set(at, closing);
    return [{ start: at, end: at, text: `\n\n${indent}${moved(code.tree, pieceOf(code.tree, withHeads(member)), indent)}` }];
  });
  return [...edits, ...closings.values(), ...firstMembers(file, code, first)];
}

/** Of a class on one line: what closes it goes on a line of its own, where nothing else stands between. */
function closingEdits(file: SyntaxTree, holder: SyntaxNode, at: number): TextEdit[] {
  const blanks = /^[ \t]*(?=\})/.exec(file.text.slice(at))?.[0];
  return blanks === undefined ? [] : [{ start: at, end: at + blanks.length, text: `\n${indentAt(file.text, holder.start)}` }];
}

/** TypeScript: the heads of its overloads stand above a method. */
function withHeads(member: Definition): Pick<Definition, "whole" | "node"> {
  const [head] = headsBefore(member.node);
  return head === undefined ? member : { whole: { start: head.start, end: member.whole.end }, node: head };
}

/** Of a class without functions: in the place of a body that says nothing, else behind the fields. */
function firstMembers(file: SyntaxTree, code: ParsedCode, members: readonly Definition[]): TextEdit[] {
  const own = members[0] === undefined ? undefined : classNamed(file, members[0].owner);
  const body = own?.child("body");
  if (own === undefined || body === undefined) return [];
  const isPython = file.language === "python";
  const outside = indentAt(file.text, own.start);
  const [first] = body.namedChildren;
  const isOnLines = first !== undefined && first.startRow > own.startRow;
  const indent = isOnLines ? indentAt(file.text, first.start) : `${outside}${isPython ? "    " : "  "}`;
  const text = members.map((member) => indent + moved(code.tree, pieceOf(code.tree, withHeads(member)), indent)).join("\n\n");
  if (!isPython) return [{ start: body.end - 1, end: body.end - 1, text: `\n${text}\n${outside}` }];
  const saysNothing = body.namedChildren.every(({ type, text: words }) => type === "pass_statement" || words === "...");
  if (!saysNothing) return [{ start: body.end, end: body.end, text: `\n\n${text}` }];
  return [{ start: body.start, end: body.end, text: isOnLines ? text.slice(indent.length) : `\n${text}` }];
}
