import type { SyntaxNode } from "../../ports/syntax-trees.js";
import { joinPath, parentPath } from "../runners/command/paths.js";
import { closed, isCallWithInput, literal, type Scope } from "./canonical.js";
import type { Expectation } from "./expectation.js";

/** Setting up around tests, or replacing modules: what a call gives may then differ from test to test. */
const PREPARES = /\b(?:beforeEach|beforeAll|before|setup|suiteSetup|(?:vi|jest|mock|td|sinon)\.\w*(?:[mM]ock|spyOn|stub|useFakeTimers)\w*)\s*\(/;

/** Expectations of a JavaScript or TypeScript test file: `expect(f(1)).toBe(2)`, `assert.equal(f(1), 2)` and their like. */
export function scriptExpectations(file: string, root: SyntaxNode): Expectation[] {
  if (PREPARES.test(root.text)) return [];
  const imports = importsOf(file, root);
  return testsIn(root).flatMap((test) => expectationsOf({ file, imports }, test));
}

function importsOf(file: string, root: SyntaxNode): Map<string, string> {
  const names = new Map<string, string>();
  for (const node of root.namedChildren) {
    const source = sourceOf(node);
    if (source === undefined) continue;
    const module = source.startsWith(".") ? (joinPath(parentPath(file), source) ?? source) : source;
    for (const [name, meaning] of boundNames(node)) names.set(name, meaning === "" ? module : `${module}#${meaning}`);
  }
  return names;
}

function sourceOf(node: SyntaxNode): string | undefined {
  const text =
    node.type === "import_statement"
      ? node.child("source")?.text
      : /\brequire\((["'][^"']+["'])\)/.exec(node.type.endsWith("_declaration") ? node.text : "")?.[1];
  return text?.slice(1, -1);
}

/** [local name, exported name]; "" = the whole module. */
function* boundNames(node: SyntaxNode): Generator<[string, string]> {
  for (const child of node.namedChildren) {
    if (child.type === "import_specifier") yield [child.child("alias")?.text ?? child.child("name")?.text ?? "", child.child("name")?.text ?? ""];
    else if (child.type === "shorthand_property_identifier_pattern") yield [child.text, child.text];
    else if (child.type === "pair_pattern") yield [child.child("value")?.text ?? "", child.child("key")?.text ?? ""];
    else if (child.type === "identifier") yield [child.text, node.type === "import_clause" ? "default" : ""];
    else if (/^(?:import_clause|named_imports|namespace_import|variable_declarator|object_pattern)$/.test(child.type)) yield* boundNames(child);
  }
}

interface ScriptTest {
  readonly title: string;
  readonly body: SyntaxNode;
}

function testsIn(node: SyntaxNode): ScriptTest[] {
  const call = node.type === "expression_statement" ? node.namedChildren[0] : node;
  if (call?.type === "call_expression" && /^(?:test|it|describe|suite|context)$/.test(call.child("function")?.text ?? "")) {
    const args = call.child("arguments")?.namedChildren ?? [];
    const body = args.find((arg) => arg.type === "arrow_function" || /^function/.test(arg.type))?.child("body");
    const title = /^["'`]([\s\S]*)["'`]$/.exec(args[0]?.text ?? "")?.[1];
    if (body === undefined || title === undefined) return [];
    return /^(?:test|it)$/.test(call.child("function")?.text ?? "") ? [{ title, body }] : body.namedChildren.flatMap(testsIn);
  }
  return node.type === "program" ? node.namedChildren.flatMap(testsIn) : [];
}

function expectationsOf(place: { file: string; imports: ReadonlyMap<string, string> }, test: ScriptTest): Expectation[] {
  const scope = new Map(place.imports);
  const found: Expectation[] = [];
  const statements = test.body.type === "statement_block" ? test.body.namedChildren : [test.body];
  for (const statement of statements) {
    if (statement.type === "comment" || bind(statement, scope)) continue;
    const node = statement.type === "expression_statement" ? statement.namedChildren[0] : statement;
    const demand = node === undefined ? undefined : (fromExpect(node, scope) ?? fromAssert(node, scope));
    if (demand === undefined) return [];
    if (demand !== "other") found.push({ file: place.file, test: test.title, line: statement.startRow + 1, ...demand });
  }
  return found;
}

function bind(statement: SyntaxNode, scope: Map<string, string>): boolean {
  if (statement.type !== "lexical_declaration") return false;
  const [declarator, ...others] = statement.namedChildren;
  const name = declarator?.child("name");
  const value = declarator?.child("value");
  const text = value === undefined ? undefined : closed(value, scope);
  if (others.length > 0 || name?.type !== "identifier" || text === undefined) return false;
  scope.set(name.text, text);
  return true;
}

type Demand = Pick<Expectation, "call" | "shownCall" | "expected">;

/** `expect(call).toBe(literal)`; other matchers demand something that is not compared here. */
function fromExpect(node: SyntaxNode, scope: Scope): Demand | "other" | undefined {
  const callee = node.type === "call_expression" ? node.child("function") : undefined;
  const subject = callee?.type === "member_expression" ? callee.child("object") : undefined;
  if (!/^expect\s*\(/.test(node.text)) return undefined;
  if (subject?.type !== "call_expression" || subject.child("function")?.text !== "expect") return "other";
  const call = subject.child("arguments")?.namedChildren[0];
  const matcher = callee?.child("property")?.text ?? "";
  const value = node.child("arguments")?.namedChildren[0];
  if (/^toThrow(?:Error)?$/.test(matcher)) return throwing(call, scope);
  return /^(?:toBe|toEqual|toStrictEqual|toEq)$/.test(matcher) ? demand(call, value, scope) : "other";
}

function fromAssert(node: SyntaxNode, scope: Scope): Demand | "other" | undefined {
  const callee = node.type === "call_expression" ? (node.child("function")?.text ?? "") : "";
  if (!/^assert\b/.test(callee)) return undefined;
  const [call, value] = node.child("arguments")?.namedChildren ?? [];
  if (/^assert(?:\.strict)?\.throws$/.test(callee)) return throwing(call, scope);
  return /^assert(?:\.strict)?\.(?:equal|strictEqual|deepEqual|deepStrictEqual)$/.test(callee) ? demand(call, value, scope) : "other";
}

function demand(call: SyntaxNode | undefined, value: SyntaxNode | undefined, scope: Scope): Demand | "other" {
  const text = value === undefined ? undefined : literal(value);
  const spelled = call === undefined ? undefined : closed(call, scope);
  if (call === undefined || text === undefined || spelled === undefined) return "other";
  const isCall = isCallWithInput(call) || (call.type === "identifier" && /[^(]\)$/.test(spelled));
  return isCall ? { call: spelled, shownCall: call.text, expected: { kind: "value", text } } : "other";
}

/** `() => f(1)` must not come back. */
function throwing(action: SyntaxNode | undefined, scope: Scope): Demand | "other" {
  const call = action?.type === "arrow_function" ? action.child("body") : undefined;
  const spelled = call === undefined || !isCallWithInput(call) ? undefined : closed(call, scope);
  return call === undefined || spelled === undefined ? "other" : { call: spelled, shownCall: call.text, expected: { kind: "raises", text: "an error" } };
}
