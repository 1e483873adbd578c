import type { SyntaxNode, SyntaxTree } from "../../../../ports/syntax-trees.js";
import type { TextEdit } from "../../text-edits.js";
import { type Definition, indentAt } from "../source/definition.js";
import { definitionsIn } from "../source/read-definitions.js";
import type { AdditionRequest } from "./addition-request.js";
import { moved } from "./indentation.js";
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
    if (target === undefined) return emptyClass(file, owner) !== undefined;
    return !inFile.some((one) => one.own === own && one.owner === target.owner && traitOf(one) === traitOf(target));
  });
}

/** Which function of the file a new one of its class goes behind: a replaced one, else the last. */
function neighbourOf(definition: Definition, replaced: readonly Pair[], inFile: readonly Definition[]): Definition | undefined {
  const { owner } = definition;
  const isOfClass = (one: Definition): boolean => {
    if (one.owner === "" || one.isNested === "yes") return false;
    return owner === WRAPPER || ((one.owner === owner || one.owner.endsWith(`.${owner}`)) && traitOf(one) === traitOf(definition));
  };
  return firstOf(replaced.filter(({ to }) => isOfClass(to))) ?? (owner === WRAPPER ? undefined : inFile.filter(isOfClass).at(-1));
}

function traitOf({ node }: Definition): string {
  return node.parent?.parent?.child("trait")?.text ?? "";
}

/** Python: the body of a class of that name which has no function yet. */
function emptyClass(file: SyntaxTree, name: string): SyntaxNode | undefined {
  const own = [...file.root.namedNodes()].find((node) => node.type === "class_definition" && node.child("name")?.text === name);
  return own?.child("body");
}

export function memberEdits({ file, code, replaced }: AdditionRequest, members: readonly Definition[]): TextEdit[] {
  const inFile = definitionsIn(file);
  return members.flatMap((member) => {
    const target = neighbourOf(member, replaced, inFile);
    if (target === undefined) return firstMember(file, code, member);
    const indent = indentAt(file.text, target.whole.start);
    return [{ start: target.whole.end, end: target.whole.end, text: `\n\n${indent}${moved(code.tree, pieceOf(code.tree, member), indent)}` }];
  });
}

/** In the place of `pass`, else behind the fields. */
function firstMember(file: SyntaxTree, code: ParsedCode, member: Definition): TextEdit[] {
  const body = emptyClass(file, member.owner);
  const [first, ...others] = body?.namedChildren ?? [];
  if (body === undefined || first === undefined) return [];
  const indent = indentAt(file.text, first.start) || "    ";
  const text = moved(code.tree, pieceOf(code.tree, member), indent);
  if (others.length === 0 && first.type === "pass_statement") return [{ start: first.start, end: first.end, text }];
  return [{ start: body.end, end: body.end, text: `\n\n${indent}${text}` }];
}
