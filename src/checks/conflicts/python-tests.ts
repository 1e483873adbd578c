import type { SyntaxNode } from "../../ports/syntax-trees.js";
import { closed, isCallWithInput, literal, type Scope } from "./canonical.js";
import type { Expectation, Expected } from "./expectation.js";

/** Expectations of a Python test module: `assert f(1) == 2`, `self.assertEqual(f(1), 2)` and their like, in tests that do nothing else. */
export function pythonExpectations(file: string, root: SyntaxNode): Expectation[] {
  const imports = importsOf(root);
  return testsIn(root).flatMap((test) => expectationsOf({ file, test, imports }));
}

function importsOf(root: SyntaxNode): Map<string, string> {
  const names = new Map<string, string>();
  for (const node of root.namedChildren) {
    if (node.type !== "import_statement" && node.type !== "import_from_statement") continue;
    const module = node.child("module_name");
    for (const child of node.namedChildren) {
      if (child === module || child.start === module?.start) continue;
      const name = child.type === "aliased_import" ? child.child("name")?.text : child.text;
      const alias = child.type === "aliased_import" ? child.child("alias")?.text : module === undefined ? name?.split(".")[0] : name;
      if (name !== undefined && alias !== undefined)
        names.set(alias, module === undefined ? (child.type === "aliased_import" ? name : alias) : `${module.text}.${name}`);
    }
  }
  return names;
}

interface PythonTest {
  readonly definition: SyntaxNode;
  readonly decorators: readonly SyntaxNode[];
}

/** Test functions of the module and of classes without fixtures of their own. */
function testsIn(root: SyntaxNode): PythonTest[] {
  return root.namedChildren.flatMap((node) => {
    const { definition, decorators } = undecorated(node);
    if (definition.type === "function_definition" && isTestName(definition)) return [{ definition, decorators }];
    if (definition.type !== "class_definition" || decorators.length > 0) return [];
    const members = definition.child("body")?.namedChildren.map(undecorated) ?? [];
    const hasFixture = members.some((member) => /^(?:setUp|setup|setup_method|setUpClass|setup_class)$/.test(member.definition.child("name")?.text ?? ""));
    return hasFixture ? [] : members.filter((member) => member.definition.type === "function_definition" && isTestName(member.definition));
  });
}

function undecorated(node: SyntaxNode): PythonTest {
  if (node.type !== "decorated_definition") return { definition: node, decorators: [] };
  return { definition: node.child("definition") ?? node, decorators: node.namedChildren.filter((child) => child.type === "decorator") };
}

function isTestName(definition: SyntaxNode): boolean {
  return definition.child("name")?.text.startsWith("test") === true;
}

interface Place {
  readonly file: string;
  readonly test: PythonTest;
  readonly imports: ReadonlyMap<string, string>;
}

/** A test that does more than call and compare may prepare what the call sees: it is left out as a whole. */
function expectationsOf(place: Place): Expectation[] {
  const { definition, decorators } = place.test;
  const parameters = (definition.child("parameters")?.namedChildren ?? []).map((node) => node.text).filter((text) => text !== "self");
  const rows = parametersOf(decorators, parameters);
  if (rows === undefined) return [];
  return rows.flatMap((row) => rowExpectations(place, new Map([...place.imports, ...row])));
}

function rowExpectations(place: Place, scope: Map<string, string>): Expectation[] {
  const found: Expectation[] = [];
  const test = place.test.definition.child("name")?.text ?? "";
  for (const statement of place.test.definition.child("body")?.namedChildren ?? []) {
    const node = statement.type === "expression_statement" ? (statement.namedChildren[0] ?? statement) : statement;
    if (node.type === "comment" || node.type === "string" || node.type === "pass_statement") continue;
    if (node.type === "assignment" && bind(node, scope)) continue;
    const demand = demandOf(node, scope);
    if (demand === undefined) return [];
    // Of a table the names say nothing, the values do.
    const shown = demand === "other" || scope.size === place.imports.size ? {} : { shownCall: demand.call };
    if (demand !== "other") found.push({ file: place.file, test, line: statement.startRow + 1, ...demand, ...shown });
  }
  return found;
}

function bind(node: SyntaxNode, scope: Map<string, string>): boolean {
  const name = node.child("left");
  const value = node.child("right");
  const text = value === undefined ? undefined : closed(value, scope);
  if (name?.type !== "identifier" || text === undefined) return false;
  scope.set(name.text, text);
  return true;
}

type Demand = Pick<Expectation, "call" | "shownCall" | "expected">;

function demandOf(node: SyntaxNode, scope: Scope): Demand | "other" | undefined {
  if (node.type === "assert_statement") return fromAssert(node, scope);
  return node.type === "with_statement" ? fromRaises(node, scope) : fromMethod(node, scope);
}

/** `with pytest.raises(E): f(1)`, `with self.assertRaises(E): f(1)`; under any other manager a call may see something else. */
function fromRaises(node: SyntaxNode, scope: Scope): Demand | "other" | undefined {
  const items = node.namedChildren.filter(({ type }) => type === "with_clause").flatMap(({ namedChildren }) => namedChildren);
  const value = items[0]?.child("value");
  const raises = value?.type === "as_pattern" ? value.namedChildren[0] : value;
  const [statement, ...others] = node.child("body")?.namedChildren ?? [];
  const call = statement?.type === "expression_statement" ? statement.namedChildren[0] : undefined;
  if (items.length !== 1 || !awaitsException(raises, scope) || others.length > 0 || call === undefined) return undefined;
  const spelled = callOf(call, scope);
  const text = raises?.child("arguments")?.namedChildren[0]?.text ?? "an exception";
  return spelled === undefined ? "other" : { call: spelled, shownCall: call.text, expected: { kind: "raises", text } };
}

function awaitsException(node: SyntaxNode | undefined, scope: Scope): boolean {
  const callee = node?.type === "call" ? (node.child("function")?.text ?? "") : "";
  if (/^self\.assertRaises(?:Regex)?$/.test(callee)) return true;
  return scope.get(callee) === "pytest.raises" || (callee === "pytest.raises" && scope.get("pytest") === "pytest");
}

function fromAssert(node: SyntaxNode, scope: Scope): Demand | "other" | undefined {
  const condition = node.namedChildren[0];
  if (condition?.type === "comparison_operator") {
    const [left, right, ...more] = condition.namedChildren;
    const operator = condition.children.find((child) => !child.isNamed)?.text;
    if (left === undefined || right === undefined || more.length > 0 || (operator !== "==" && operator !== "is")) return "other";
    return equality(left, right, scope);
  }
  if (condition?.type === "not_operator") return truth(condition.child("argument"), "false", scope);
  return truth(condition, "true", scope);
}

/** `self.assertEqual(a, b)` and the like; any other call may change something. */
function fromMethod(node: SyntaxNode, scope: Scope): Demand | "other" | undefined {
  const callee = node.type === "call" ? node.child("function") : undefined;
  if (callee?.type !== "attribute" || callee.child("object")?.text !== "self") return undefined;
  const name = callee.child("attribute")?.text ?? "";
  const [first, second] = node.child("arguments")?.namedChildren ?? [];
  if (/^assert(?:Equals?|Is|ListEqual|DictEqual|TupleEqual|SetEqual|SequenceEqual|MultiLineEqual)$/.test(name) && first !== undefined && second !== undefined)
    return equality(first, second, scope);
  if (name === "assertTrue") return truth(first, "true", scope);
  if (name === "assertFalse") return truth(first, "false", scope);
  return name.startsWith("assert") ? "other" : undefined;
}

function equality(left: SyntaxNode, right: SyntaxNode, scope: Scope): Demand | "other" {
  const [call, value] = literalOf(right, scope) === undefined ? [right, left] : [left, right];
  const text = literalOf(value, scope);
  const spelled = callOf(call, scope);
  return text === undefined || spelled === undefined ? "other" : { call: spelled, shownCall: call.text, expected: { kind: "value", text } };
}

/** A literal, or a parameter that holds one. */
function literalOf(node: SyntaxNode, scope: Scope): string | undefined {
  const direct = literal(node);
  if (direct !== undefined) return direct;
  const held = node.type === "identifier" ? scope.get(node.text) : undefined;
  return held !== undefined && /^(?:-?\d|[a-z]?"|\[|\{|\(|true$|false$|none$)/.test(held) ? held : undefined;
}

/** A call with input, or a local name that holds one. */
function callOf(node: SyntaxNode, scope: Scope): string | undefined {
  const text = closed(node, scope);
  if (text === undefined) return undefined;
  return isCallWithInput(node) || (node.type === "identifier" && /[^(]\)$/.test(text) && /^[\w.]+\(/.test(text)) ? text : undefined;
}

function truth(node: SyntaxNode | undefined, text: "true" | "false", scope: Scope): Demand | "other" {
  const call = node === undefined ? undefined : callOf(node, scope);
  const expected: Expected = { kind: "truth", text };
  return node === undefined || call === undefined ? "other" : { call, shownCall: node.text, expected };
}

/** Values of the parameters, one map a row; a plain test has one empty row. Undefined = fixtures or decorators that are not understood. */
function parametersOf(decorators: readonly SyntaxNode[], parameters: readonly string[]): Map<string, string>[] | undefined {
  if (decorators.length === 0) return parameters.length === 0 ? [new Map()] : undefined;
  const call = decorators.length === 1 ? decorators[0]?.namedChildren[0] : undefined;
  if (call?.type !== "call" || !call.child("function")?.text.endsWith("mark.parametrize")) return undefined;
  const [names, values] = call.child("arguments")?.namedChildren ?? [];
  const named = /^["']([\w, ]+)["']$/
    .exec(names?.text ?? "")?.[1]
    ?.split(",")
    .map((name) => name.trim());
  if (named === undefined || values?.type !== "list" || [...named].sort().join() !== [...parameters].sort().join()) return undefined;
  return values.namedChildren.flatMap((row) => rowOf(named, row));
}

function rowOf(names: readonly string[], row: SyntaxNode): Map<string, string>[] {
  const cells = names.length === 1 ? [row] : row.type === "tuple" || row.type === "list" ? row.namedChildren : [];
  const texts = cells.map(literal);
  if (texts.length !== names.length || texts.some((text) => text === undefined)) return [];
  return [new Map(names.map((name, index) => [name, texts[index] ?? ""]))];
}
