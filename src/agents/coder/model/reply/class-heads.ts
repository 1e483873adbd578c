import type { SyntaxNode } from "../../../../ports/syntax-trees.js";
import type { TextEdit } from "../../text-edits.js";
import { indentAt } from "../source/definition.js";
import { WRAPPER } from "./parse-code.js";
import { type Unusable, unusable } from "./usable-edit.js";

/** A class of the reply and the one of the file that it tells of. */
export interface ClassPair {
  readonly from: SyntaxNode;
  readonly to: SyntaxNode;
}

/** `addition`: something is asked for that is not there yet, so that what stands is told again only, and often in short. */
export type Asked = "change" | "addition";

export type TakenEdits =
  | {
      readonly kind: "edits";
      readonly edits: readonly TextEdit[];
      /** Pieces of the reply that are taken: what they use is needed as well. */
      readonly taken: readonly SyntaxNode[];
    }
  | Unusable;

export const nothingTaken: TakenEdits = { kind: "edits", edits: [], taken: [] };

export function classKey(node: SyntaxNode): string {
  const trait = node.child("trait");
  return (trait === undefined ? "" : `${trait.text} for `) + ((node.child("name") ?? node.child("type"))?.text ?? "");
}

/** The head that says less than the file's was shortened; one that says more is taken; one that does both has no reading, or was not asked for. */
export function headEdits({ from, to }: ClassPair, asked: Asked): TakenEdits {
  const name = classKey(from);
  const [fresh, old] = [headOf(from), headOf(to)];
  if (name === WRAPPER || fresh === undefined || old === undefined) return nothingTaken;
  const told = comparedWords(basesIn(fresh), basesIn(old));
  if (told === "less" || (told === "other" && asked === "addition")) return nothingTaken;
  if (told === "other") return unusable(`it changes the head of ${name} and leaves out a part of it: give the head whole, or as it is`);
  return { kind: "edits", edits: [{ start: to.start, end: to.start + old.length, text: fresh }], taken: newNames({ from, to }) };
}

function headOf(node: SyntaxNode): string | undefined {
  const colon = node.children.find(({ type }) => type === ":");
  const end = colon?.start ?? node.child("body")?.start;
  return end === undefined ? undefined : node.text.slice(0, end - node.start).trimEnd();
}

/** Python: `class Q(object)` says no more than `class Q`. */
function basesIn(head: string): string {
  return head.replace(/\(\s*object\s*\)$/, "");
}

/** Names in the head, its bases above all, that the file's head does not have. */
function newNames({ from, to }: ClassPair): SyntaxNode[] {
  const old = new Set(namesInHead(to).map(({ text }) => text));
  return namesInHead(from).filter(({ text }) => !old.has(text));
}

function namesInHead(node: SyntaxNode): SyntaxNode[] {
  const end = node.child("body")?.start ?? node.end;
  return [...node.namedNodes()].filter((one) => one.end <= end && /identifier/.test(one.type) && one.namedChildren.length === 0);
}

/** What one text says of what another says, by their words: nothing new, more of it, or something else. */
export function comparedWords(text: string, whole: string): "less" | "more" | "other" {
  const [told, known] = [wordsIn(text), wordsIn(whole)];
  if (told.every((word) => known.includes(word))) return "less";
  return known.every((word) => told.includes(word)) ? "more" : "other";
}

function wordsIn(text: string): string[] {
  return text.match(/[\w$@.]+/g) ?? [];
}

/** Python: decorators of the reply's class that the file's does not have, and those that say more than the file's do; what is told in short stands as it is. */
export function decoratorEdits(file: string, { from, to }: ClassPair, asked: Asked): TakenEdits {
  const own = decoratorsOf(to);
  const given = decoratorsOf(from).filter(({ text }) => !own.some((one) => one.text === text));
  const edits: TextEdit[] = [];
  const taken: SyntaxNode[] = [];
  for (const decorator of given) {
    const key = decoratorKey(decorator);
    const namesakes = own.filter((one) => decoratorKey(one) === key);
    const [known] = namesakes;
    // What stands there twice may stand there a third time: `@app.route("/a")`, `@app.route("/b")`.
    const isRepeated = namesakes.length > 1 || decoratorsOf(from).filter((one) => decoratorKey(one) === key).length > 1;
    if (known === undefined || isRepeated) {
      edits.push({ start: to.start, end: to.start, text: `${decorator.text}\n${indentAt(file, to.start)}` });
    } else {
      const told = comparedWords(argumentsOf(decorator), argumentsOf(known));
      if (told === "less" || (told === "other" && asked === "addition")) continue;
      edits.push({ start: known.start, end: known.end, text: decorator.text });
    }
    taken.push(decorator);
  }
  return { kind: "edits", edits, taken };
}

function decoratorsOf({ parent }: SyntaxNode): readonly SyntaxNode[] {
  return parent?.type === "decorated_definition" ? parent.namedChildren.filter(({ type }) => type === "decorator") : [];
}

/** `dataclass` of `@dataclasses.dataclass(frozen=True)`. */
function decoratorKey({ text }: SyntaxNode): string {
  return /^@\s*(?:[\w.]+\.)?(\w+)/.exec(text)?.[1] ?? text;
}

function argumentsOf({ text }: SyntaxNode): string {
  return text.replace(/^@\s*[\w.]+/, "");
}
