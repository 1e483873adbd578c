import type { SyntaxNode } from "../../ports/syntax-trees.js";
import { dottedName } from "./calls.js";
import type { Mark } from "./finding.js";
import { argumentsOf, isConstant, isString, literalValue, stringContent, unwrapped } from "./literals.js";
import { ancestors, compact, descendants, enclosingFunction, functionName } from "./walk.js";

const testGlobals = "assert|expect|jest|vi|vitest|it|test|describe|suite|before|after|beforeEach|afterEach|beforeAll|afterAll|mocha|chai|sinon";
const patched = new RegExp(
  `^((${testGlobals}|unittest|pytest|_pytest|builtins|__builtins__|sys\\.modules|sys\\.stdout|sys\\.stderr|sys\\.exit|process|console|Object|Array|Number|String|Boolean|Symbol|JSON|Reflect|Math|Date|Promise|RegExp|Map|Set|Error|Function|Module|module\\.constructor|require|fs|globalThis|global)(\\.|$)|.*\\.prototype\\.)`,
);
const ordinaryTargets = /^(process\.title|process\.exitCode|module\.exports.*|exports.*|Error\.stackTraceLimit)$/;
const runnerModules =
  /^(pytest|_pytest(\..*)?|unittest(\..*)?|nose|vitest(\/.*)?|@vitest\/.*|jest|@jest\/.*|mocha|chai|node:test(\/.*)?|expect|sinon|@playwright\/test)$/;

/** Reaches into the test runner, its assertions or the language's own objects. */
export function patchingMarks(root: SyntaxNode): Mark[] {
  return [...descendants(root)].flatMap((node) => {
    const what = patchOf(node);
    return what === undefined
      ? []
      : [
          {
            rule: "runner-patching" as const,
            key: what,
            row: node.startRow,
            reason: `adds "${what}", which reaches into the test runner or the language's own objects`,
          },
        ];
  });
}

function patchOf(node: SyntaxNode): string | undefined {
  if (
    node.type === "assignment" ||
    node.type === "assignment_expression" ||
    node.type === "augmented_assignment" ||
    node.type === "augmented_assignment_expression"
  )
    return assignedTo(node);
  if (node.type === "call" || node.type === "call_expression") return definedBy(node);
  if (node.type === "import_statement" || node.type === "import_from_statement") return importedRunner(node);
  return undefined;
}

function assignedTo(node: SyntaxNode): string | undefined {
  const left = node.child("left");
  if (left === undefined || left.type === "identifier") return undefined;
  const name = dottedName(left) ?? compact(left);
  const isGlobal = /^(globalThis|global|window)[.[]/.test(compact(left));
  if (isGlobal) return new RegExp(`^(${testGlobals}|process|console|Object|Array|JSON|Promise|Error)\\b`).test(name) ? `${compact(left)} =` : undefined;
  return patched.test(name) && !ordinaryTargets.test(name) ? `${name} =` : undefined;
}

function definedBy(node: SyntaxNode): string | undefined {
  const callee = node.child("function");
  if (callee === undefined) return undefined;
  const name = dottedName(callee) ?? compact(callee);
  const target = argumentsOf(node)[0];
  const targetName = target === undefined ? undefined : (dottedName(target) ?? compact(target));
  const defines =
    /^(setattr|delattr|Object\.(defineProperty|defineProperties|assign|setPrototypeOf)|Reflect\.(set|defineProperty|deleteProperty)|(mock\.)?patch(\.object)?|unittest\.mock\.patch(\.object)?|monkeypatch\.\w+)$/.test(
      name,
    );
  if (defines && targetName !== undefined && (patched.test(`${targetName}.`) || /\.prototype$/.test(targetName) || /patch/.test(name)))
    return `${name}(${targetName}`;
  if (
    /^(expect\.(extend|addEqualityTesters|addSnapshotSerializer)|jest\.(mock|spyOn|fn)|vi\.(mock|spyOn|stubGlobal)|mock\.(method|module)|chai\.use|Module\._load|sys\.(settrace|addaudithook))$/.test(
      name,
    )
  )
    return name;
  if (name === "require" && target !== undefined && isString(target) && runnerModules.test(stringContent(unwrapped(target))))
    return `require(${stringContent(unwrapped(target))})`;
  return /^(importlib\.import_module|import_module|__import__)$/.test(name) &&
    target !== undefined &&
    isString(target) &&
    runnerModules.test(stringContent(unwrapped(target)))
    ? `${name}(${target.text})`
    : undefined;
}

function importedRunner(node: SyntaxNode): string | undefined {
  const source = node.child("source");
  if (source !== undefined) return runnerModules.test(stringContent(source)) ? `import ${stringContent(source)}` : undefined;
  const names =
    node.type === "import_from_statement" ? [node.child("module_name")?.text ?? ""] : node.namedChildren.map((part) => (part.child("name") ?? part).text);
  const found = names.find((name) => runnerModules.test(name) || name === "builtins" || name === "gc");
  return found === undefined ? undefined : `import ${found}`;
}

/** Code made from text at run time cannot be judged by reading it. */
export function unreadableMarks(root: SyntaxNode): Mark[] {
  return [...descendants(root)].flatMap((node) => {
    if (!/^(call|call_expression|new_expression)$/.test(node.type)) return [];
    const callee = node.child("function") ?? node.child("constructor");
    const name = callee === undefined ? "" : (dottedName(callee) ?? compact(callee));
    if (!/^(exec|eval|compile|Function|builtins\.(exec|eval)|vm\.\w+|marshal\.loads|pickle\.loads|execfile)$/.test(name)) return [];
    return [{ rule: "unreadable-code" as const, key: name, row: node.startRow, reason: `adds "${name}", which runs code that cannot be judged by reading it` }];
  });
}

const reportText =
  /<testsuites?\b|<testcase\b|numPassedTests|numFailedTests|"testResults"|TAP version 1[34]|(^|\n)\s*(not )?ok \d+\b|(^|\n)1\.\.\d+|(^|\n)# (tests|pass|fail) \d|={3,}.*\b(passed|failed)\b|\b\d+ passed\b|\b\d+ passing\b|Ran \d+ tests? in|Tests:\s+\d+ passed|test:pass\b|"outcome":\s*"passed"/;
const reportPath =
  /(junit|test-?results?|test-?report|report(er)?s?|results?|coverage|pytest)[\w.-]*\.(xml|json|tap|jsonl|txt|html)|\.tap$|JUNIT|PYTEST_ADDOPTS|HEAL_|MOCHA_FILE/i;
const writers =
  /(^|\.)(writeFile|writeFileSync|appendFile|appendFileSync|createWriteStream|openSync|write_text|write_bytes|open|rename|renameSync|copyFile|copyFileSync|replace)$/;

/** Text that looks like a runner's report, and writes to files named like one. */
export function reportMarks(root: SyntaxNode): Mark[] {
  return [...descendants(root)].flatMap((node) => {
    const what = forgery(node);
    return what === undefined ? [] : [{ rule: "forged-report" as const, key: what, row: node.startRow, reason: `adds ${what}` }];
  });
}

function forgery(node: SyntaxNode): string | undefined {
  if (isString(node) && node.parent?.type !== "concatenated_string" && !isDocumentation(node) && reportText.test(stringContent(unwrapped(node))))
    return "text in the form of a test report";
  if (node.type !== "call" && node.type !== "call_expression") return undefined;
  const callee = node.child("function");
  const name = callee === undefined ? "" : compact(callee);
  return writers.test(name) && reportPath.test(node.text) ? `a write to a file named like a test report (${name})` : undefined;
}

function isDocumentation(node: SyntaxNode): boolean {
  return node.parent?.type === "expression_statement";
}

/** Handlers that catch everything and do nothing about it. */
export function swallowMarks(root: SyntaxNode): Mark[] {
  return [...descendants(root)].filter(isSwallowing).map((node) => ({
    rule: "swallowed-error",
    key: functionName(enclosingFunction(node)),
    row: node.startRow,
    reason: "adds a handler that catches every error and drops it",
  }));
}

function isSwallowing(node: SyntaxNode): boolean {
  if (node.type === "catch_clause") return statementsOf(node.child("body")).every(isIdle);
  if (node.type === "except_clause")
    return (
      /^except(\*?(\s*\(?\s*(builtins\.)?(Base)?Exception(Group)?\b[^:]*|\s*\(?\s*AssertionError[^:]*))?\s*:/.test(node.text) &&
      statementsOf(node.namedChildren.at(-1)).every(isIdle)
    );
  if (node.type === "call") return /^(contextlib\.)?suppress\((Base)?Exception\b/.test(compact(node));
  if (node.type === "call_expression") return /\.catch\((\(\w*\)|\w+)=>(\{\}|undefined|null|void0)\)$/.test(compact(node));
  return false;
}

function statementsOf(body: SyntaxNode | undefined): readonly SyntaxNode[] {
  return body?.namedChildren.filter((statement) => statement.type !== "comment") ?? [];
}

function isIdle(statement: SyntaxNode): boolean {
  if (statement.type === "pass_statement" || statement.type === "continue_statement" || statement.type === "empty_statement") return true;
  if (statement.type === "expression_statement") return statement.namedChildren.every(isConstant) || statement.text === "...";
  if (statement.type !== "return_statement") return false;
  const value = statement.namedChildren[0];
  return (
    value !== undefined &&
    isConstant(value) &&
    !["0", "null", "false", "true", '""', "1", "-1"].includes(literalValue(value) ?? "[]") &&
    literalValue(value) !== undefined
  );
}

/** Text of a file that no grammar reads but a machine may run. */
export function unknownScript(text: string): Mark[] {
  const what = text.startsWith("#!") ? "a script in a language" : text.includes("\0") ? "a binary file" : undefined;
  return what === undefined ? [] : [{ rule: "unreadable-code", key: what, row: 0, reason: `is ${what} that cannot be judged by reading it` }];
}

const equalityMethods =
  /^(__eq__|__ne__|__lt__|__gt__|__le__|__ge__|__contains__|__instancecheck__|__subclasscheck__|asymmetricMatch|equals|valueOf|toString|toJSON|inspect|\[Symbol\.toPrimitive\]|\[Symbol\.hasInstance\]|\["asymmetricMatch"\])$/;

/** Comparisons that answer without comparing. */
export function equalityMarks(root: SyntaxNode): Mark[] {
  return [...descendants(root)].flatMap((node) => {
    const name = overridden(node);
    return name === undefined
      ? []
      : [{ rule: "overridden-equality" as const, key: name, row: node.startRow, reason: `adds "${name}" that answers without comparing anything` }];
  });
}

function overridden(node: SyntaxNode): string | undefined {
  if (node.type === "pair" && /^(\$\$typeof|asymmetricMatch|\[Symbol\.toPrimitive\])$/.test(node.child("key")?.text ?? "")) return node.child("key")?.text;
  if (!node.isFunction) return node.type === "assignment" && equalityMethods.test(node.child("left")?.text ?? "") ? node.child("left")?.text : undefined;
  const name = functionName(node);
  if (!equalityMethods.test(name)) return undefined;
  if (/asymmetricMatch|toPrimitive|hasInstance|instancecheck|subclasscheck/.test(name)) return name;
  if (/^__(eq|ne|contains)__$/.test(name) && extendsValue(node)) return name;
  return statementsOf(node.child("body")).every((statement) => statement.type === "return_statement" && statement.namedChildren.every(answersAnyway))
    ? name
    : undefined;
}

/** A constant, or a choice one side of which always holds: `a == b or True`. */
function answersAnyway(value: SyntaxNode): boolean {
  if (isConstant(value)) return true;
  const inner = unwrapped(value);
  const operator = inner.child("operator")?.text;
  if (operator !== "or" && operator !== "||") return false;
  return [inner.child("left"), inner.child("right")].some((side) => side !== undefined && (literalValue(side) === "true" || answersAnyway(side)));
}

const values =
  /^(int|float|complex|bool|str|bytes|bytearray|list|tuple|dict|set|frozenset|(decimal\.)?Decimal|(fractions\.)?Fraction|(collections\.)?\w*(Dict|List|String|deque))$/;

/** Numbers, texts and collections know themselves what they are equal to; one that is told otherwise agrees with a test that it should not. */
function extendsValue(method: SyntaxNode): boolean {
  const owner = [...ancestors(method)].find(({ type }) => type === "class_definition");
  return owner?.child("superclasses")?.namedChildren.some((base) => values.test(compact(base))) ?? false;
}
