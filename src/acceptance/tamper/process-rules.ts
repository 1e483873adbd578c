import type { SyntaxNode } from "../../ports/syntax-trees.js";
import { dottedName } from "./calls.js";
import type { Mark } from "./finding.js";
import { argumentsOf, isString, literalValue, stringContent, unwrapped } from "./literals.js";
import { compact, descendants } from "./walk.js";

const hardExits =
  /^(\w+\._exit|os\.abort|os\.kill|os\.killpg|os\.exec\w+|process\.reallyExit|process\.abort|process\.kill|process\.binding|Deno\.exit|_exit|os\.register_at_fork|process\._rawDebug)$/;
const softExits = /^(sys\.exit|exit|quit|SystemExit|process\.exit|builtins\.exit)$/;
const lastWords =
  /^(atexit\.register|signal\.signal|signal\.alarm|signal\.setitimer|faulthandler\.\w+|threading\.excepthook|sys\.excepthook|sys\.unraisablehook)$/;
const listeners = /^process\.(on|once|addListener|prependListener|prependOnceListener|setUncaughtExceptionCaptureCallback|emit|removeAllListeners)$/;

/** Ways to end the process, or to decide how it ends, before the runner does. */
export function exitMarks(root: SyntaxNode): Mark[] {
  return [...descendants(root)].flatMap((node) => {
    const what = exitOf(node);
    return what === undefined
      ? []
      : [{ rule: "early-exit" as const, key: what, row: node.startRow, reason: `adds "${what}", which decides how the test process ends` }];
  });
}

function exitOf(node: SyntaxNode): string | undefined {
  if (node.type === "call" || node.type === "call_expression") return exitCall(node);
  if (node.type === "decorator") return lastWords.test(compact(node).slice(1)) ? compact(node) : undefined;
  if (node.type === "raise_statement" && compact(node) === "raiseSystemExit") return "raise SystemExit";
  if (node.type === "assignment_expression" || node.type === "assignment") {
    const target = dottedName(node.child("left") ?? node);
    return target === "process.exitCode" || (target !== undefined && lastWords.test(target)) ? `${target} =` : undefined;
  }
  return handedOnExit(node) ?? importedExit(node);
}

/** `threading.Timer(0, os._exit)`, `setTimeout(process.exit)`: somebody else will call it. */
function handedOnExit(node: SyntaxNode): string | undefined {
  if (node.fieldName === "function" || !/^(attribute|member_expression|subscript_expression)$/.test(node.type)) return undefined;
  const name = dottedName(node);
  return name !== undefined && (hardExits.test(name) || lastWords.test(name) || (softExits.test(name) && name.includes("."))) && !isAssignedTo(node)
    ? name
    : undefined;
}

function isAssignedTo(node: SyntaxNode): boolean {
  return node.fieldName === "left";
}

function exitCall(node: SyntaxNode): string | undefined {
  const callee = node.child("function");
  const name = callee === undefined ? undefined : dottedName(callee);
  if (name === undefined) return undefined;
  if (hardExits.test(name) || lastWords.test(name)) return name;
  if (listeners.test(name))
    return /^process\.(on|once|addListener|prepend\w+)$/.test(name) && !/exit|uncaught|unhandled|SIG/i.test(node.child("arguments")?.text ?? "")
      ? undefined
      : name;
  return softExits.test(name) && endsWell(node) ? `${name}(${argumentsOf(node)[0]?.text ?? ""})` : undefined;
}

/** A status other than a plain failure: nothing, zero, or something that is calculated from constants. */
function endsWell(call: SyntaxNode): boolean {
  const status = argumentsOf(call)[0];
  if (status === undefined) return true;
  const value = literalValue(status);
  if (value === undefined) return ![...descendants(status)].some((node) => node.type === "identifier");
  return value === "0" || value === "null" || value === "false" || value === '""';
}

const exitNames = /\b(_exit|abort|kill|exit|reallyExit|exec\w*)\b/;

function importedExit(node: SyntaxNode): string | undefined {
  const text = node.text;
  if (/^import_/.test(node.type) && /^(import|from)\s+atexit\b/.test(text)) return "import atexit";
  if (node.type === "import_from_statement" && /^from\s+(os|sys|posix|_thread)\s+import\b/.test(text))
    return exitNames.exec(text.slice(text.indexOf("import") + 6))?.[0];
  if (node.type === "import_statement" && /from\s*["'](node:)?process["']/.test(text)) return exitNames.exec(text)?.[0];
  if (node.type === "variable_declarator" && /^\w+=(globalThis\.)?process$/.test(compact(node))) return text;
  if (node.type === "variable_declarator" && /(=\s*process|require\(["'](node:)?process["']\))\s*$/.test(text))
    return exitNames.exec(node.child("name")?.text ?? "")?.[0];
  return undefined;
}

const sniffedVariable =
  /^(CI|CONTINUOUS_INTEGRATION|NODE_ENV|VITEST\w*|VITE_\w*|JEST\w*|MOCHA\w*|NODE_TEST\w*|NODE_V8_COVERAGE|NODE_OPTIONS|NODE_UNIQUE_ID|PYTEST\w*|PYTHON\w*|COV\w*|TOX\w*|NOX\w*|TEST\w*|\w*_TEST|HEAL\w*|GITHUB\w*|RUNNER\w*|GITLAB\w*|CIRCLE\w*|TRAVIS\w*|BUILD\w*|JENKINS\w*|TEAMCITY\w*|TF_BUILD|npm_\w*|BUN_ENV|BABEL_ENV|APP_ENV|ENV|ENVIRONMENT)$/i;
const stacks =
  /^(inspect\.(stack|currentframe|getframeinfo|getouterframes|trace|getsource\w*|getfile)|sys\.(_getframe|_current_frames|settrace|setprofile|gettrace|getprofile|monitoring)|traceback\.(extract_stack|format_stack|walk_stack|StackSummary\w*|print_stack)|Error\.captureStackTrace|Error\.prepareStackTrace|Error\.stackTraceLimit|arguments\.callee|require\.main|module\.parent|process\.mainModule|util\.getCallSites|getCallSites|process\.execArgv|process\.title|require\.cache|sys\.modules|sys\.meta_path|sys\.path_hooks|gc\.get_objects|gc\.get_referrers)$/;
const argumentVectors = /^(sys\.argv|sys\.orig_argv|process\.argv|process\.argv0)$/;

/** Looks at who is calling: test names, stack, arguments of the process, variables that a runner or CI sets. */
export function sniffMarks(root: SyntaxNode, titles: ReadonlySet<string>): Mark[] {
  return [...descendants(root)].flatMap((node) => {
    const what = sniffOf(node, titles);
    return what === undefined
      ? []
      : [{ rule: "environment-sniffing" as const, key: what, row: node.startRow, reason: `adds "${what}", by which code can tell that it is being tested` }];
  });
}

function sniffOf(node: SyntaxNode, titles: ReadonlySet<string>): string | undefined {
  if (isString(node) || isJoined(node)) return testName(node, titles);
  if (node.type === "import_from_statement") return importedSniff(node.text);
  if (!["attribute", "member_expression", "subscript", "subscript_expression", "call", "call_expression", "identifier"].includes(node.type)) return undefined;
  if (node.fieldName === "attribute" || (node.parent !== undefined && continues(node.parent, node))) return undefined;
  const name = dottedName(node);
  if (name !== undefined && (stacks.test(name) || argumentVectors.test(name))) return name;
  const prefix = prefixes(node).find((part) => stacks.test(part) || argumentVectors.test(part));
  return prefix ?? environmentRead(node) ?? stackOfError(node) ?? wholeModule(node);
}

/** `"PYTEST_" + "CURRENT_TEST"`: the outermost of the joined texts speaks for them. */
function isJoined(node: SyntaxNode): boolean {
  if (node.type !== "binary_operator" && node.type !== "binary_expression") return false;
  return node.parent?.type !== node.type && literalValue(node)?.startsWith('"') === true;
}

/** The system module as a dictionary, from which anything can be taken by a name that is made up at run time. */
function wholeModule(node: SyntaxNode): string | undefined {
  const text = compact(node);
  const found = /^(?:(?:sys|os|builtins|inspect)\.__dict__\b|vars\((?:sys|os|builtins|inspect)\))/.exec(text)?.[0];
  if (found !== undefined) return found;
  const [target, name] = argumentsOf(node);
  const isDynamic = /^(getattr|Reflect\.get)\($/.test(text.slice(0, text.indexOf("(") + 1)) && name !== undefined && literalValue(name) === undefined;
  return isDynamic && /^(sys|os|builtins|inspect|process)$/.test(target?.text ?? "") ? text.slice(0, 60) : undefined;
}

/** Only the outermost member path is looked at, so that each use counts once. */
function continues(parent: SyntaxNode, node: SyntaxNode): boolean {
  const deeper = parent.type === "attribute" || parent.type === "member_expression" || parent.type === "subscript_expression" || parent.type === "subscript";
  return (
    (deeper && (parent.child("object") ?? parent.child("value"))?.start === node.start && node.fieldName !== "property") ||
    ((parent.type === "call" || parent.type === "call_expression") && node.fieldName === "function")
  );
}

function prefixes(node: SyntaxNode): string[] {
  const names: string[] = [];
  for (
    let part: SyntaxNode | undefined = node;
    part !== undefined;
    part = part.child("object") ?? part.child("function") ?? (part.type === "subscript" ? part.child("value") : undefined)
  ) {
    const name = dottedName(part);
    if (name !== undefined) names.push(name);
  }
  return names;
}

function environmentRead(node: SyntaxNode): string | undefined {
  const text = compact(node);
  const match =
    /^(?:os\.environ|os\.environb|environ|process\.env|globalThis\.process\.env|import\.meta\.env|Deno\.env|os\.getenv|getenv|os\.environ\.get)\b(.*)$/s.exec(
      text,
    );
  if (match === null) return undefined;
  const name = /^(?:\.get\(|\.pop\(|\(|\[|\.|\?\.)["'`]?(\w+)["'`]?/.exec(match[1] ?? "")?.[1];
  if (name === undefined) return text.slice(0, 40);
  return sniffedVariable.test(name) || /^\W*\w+\($/.test(match[1] ?? "") ? `${text.slice(0, 60)}` : undefined;
}

function stackOfError(node: SyntaxNode): string | undefined {
  const text = compact(node);
  return /^\(?(new)?\w*Error\(.*\)\)?\??\.stack\b/s.test(text) ? "new Error().stack" : undefined;
}

function importedSniff(text: string): string | undefined {
  return /^from\s+(inspect|traceback|sys)\s+import\b.*\b(stack|currentframe|_getframe|extract_stack|format_stack|modules|argv)\b/s.exec(text)?.[0];
}

function testName(node: SyntaxNode, titles: ReadonlySet<string>): string | undefined {
  const text = isString(node) ? stringContent(unwrapped(node)) : (JSON.parse(literalValue(node) ?? '""') as string);
  const isName = titles.has(text) && (/^test\w*_/.test(text) || /\s/.test(text.trim()));
  return isName ||
    testFile(text) ||
    /^(PYTEST_CURRENT_TEST|JEST_WORKER_ID|VITEST_WORKER_ID|VITEST_POOL_ID|NODE_TEST_CONTEXT|GITHUB_ACTIONS|_pytest|pytest)$/.test(text)
    ? text
    : undefined;
}

/** Code that names a test's file reads it, or asks who calls. */
function testFile(text: string): boolean {
  return /(^|[\\/])(test_\w+|\w+_test|conftest)\.py$|\.(test|spec)\.[cm]?[jt]sx?$/.test(text);
}
