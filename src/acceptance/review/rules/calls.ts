import type { SyntaxNode } from "../../../ports/syntax-trees.js";
import { dottedName } from "../../tamper/calls.js";
import { argumentsOf, isString } from "../../tamper/literals.js";
import { ancestors, compact } from "../../tamper/walk.js";
import type { ImportNames } from "../import-names.js";
import { addedSigns, calledName, givenValue, type ReviewRule, resolved, type Sign, shown } from "../rule.js";
import { dangerousText } from "./command-text.js";
import { writesValuesIntoQuery } from "./queries.js";

const runsText =
  /^(?:eval|exec|compile|builtins\.(?:eval|exec)|os\.(?:system|popen)|commands\.getoutput|Function|vm\.(?:runIn\w+|compileFunction|Script)|child_process\.(?:exec|execSync))$/;
const unpacksObjects =
  /^(?:(?:_?pickle|cPickle|dill|marshal|shelve|jsonpickle|joblib|cloudpickle)\.(?:loads?|open|decode|Unpickler)|node-serialize\.unserialize)$/;
const writesMarkup = /^(?:innerHTML|outerHTML|srcdoc|dangerouslySetInnerHTML)$/;

/** Calls that run a text as code or as a shell line, rebuild objects from bytes, or put a text into a page as markup. */
export const dangerousCall: ReviewRule = { id: "dangerous-call", severity: "advice", find: (file) => [...addedSigns(file, danger), ...dangerousText(file)] };

function danger(node: SyntaxNode, imports: ImportNames): Sign | undefined {
  const markup = givenValue(node)?.name ?? (node.type === "jsx_attribute" ? node.namedChildren[0]?.text : undefined);
  if (markup !== undefined && writesMarkup.test(markup)) return sign(node, `sets ${markup}, which takes a text as markup`);
  const name = calledName(node, imports);
  if (name === undefined) return handedOn(node, imports) ?? unnamedCall(node);
  if (runsText.test(name)) return sign(node, `calls ${name}, which runs a text as code`, name);
  if (unpacksObjects.test(name)) return sign(node, `calls ${name}, which rebuilds objects from bytes and can run code`, name);
  if (/^yaml\.(?:unsafe_|full_)?load(?:_all)?$/.test(name) && !/\bC?SafeLoader\b/.test(node.text))
    return sign(node, `calls ${name} without a safe loader`, name);
  if (/^(?:subprocess|child_process|execa)\b/.test(name) && /\bshell\s*[=:]\s*(?:True|true)\b/.test(node.text))
    return sign(node, `starts a shell through ${name}`, name);
  if (/\.(?:insertAdjacentHTML|writeln?)$/.test(name) && /insertAdjacent|^document\./.test(name))
    return sign(node, `calls ${name}, which takes a text as markup`, name);
  const harm = harmToFiles(node, name);
  if (harm !== undefined) return sign(node, harm);
  if (writesValuesIntoQuery(node) === "yes") return sign(node, "writes values into the text of a query");
  const handler = argumentsOf(node)[0];
  return /^set(?:Timeout|Interval)$/.test(name) && handler !== undefined && isString(handler) ? sign(node, `gives ${name} a text to run`, name) : undefined;
}

/** Not called here, but given a name or passed on, to be called elsewhere. Bare names may be anything but `eval`. */
const handed = /^(?:eval|os\.(?:system|popen)|vm\.runIn\w+|child_process\.(?:exec|execSync)|(?:_?pickle|dill|marshal)\.loads?)$/;

function handedOn(node: SyntaxNode, imports: ImportNames): Sign | undefined {
  const isReference = /^(?:identifier|attribute|member_expression|subscript_expression|subscript)$/.test(node.type);
  if (!isReference || /^(?:function|constructor|object|name|left|attribute|property|key)$/.test(node.fieldName ?? "")) return undefined;
  const name = dottedName(node);
  if (name === undefined) return undefined;
  const meaning = resolved(name, imports);
  if (!handed.test(meaning) || [...ancestors(node)].some(({ type }) => /import|typeof|comment/.test(type))) return undefined;
  return sign(node, `hands on ${meaning}, which runs what it is given`, meaning);
}

/** Calls of what has no name: every function's constructor makes functions of texts. */
function unnamedCall(node: SyntaxNode): Sign | undefined {
  if (node.type !== "call_expression") return undefined;
  const callee = compact(node.child("function") ?? node).replace(/\[(["'`])(\w+)\1\]/g, ".$2");
  if (/\.constructor\.constructor$/.test(callee)) return sign(node, "reaches the constructor of functions, which runs a text as code");
  return writesValuesIntoQuery(node) === "yes" ? sign(node, "writes values into the text of a query") : undefined;
}

const wholeFolder = /expanduser\(["'`]~\/?["'`]\)|Path\.home\(\)|homedir\(\)|(?:env\.|environ\W+)HOME\b|^\(?["'`](?:\/|~|~\/|\/(?:home|etc|usr|root|var))["'`]/;

function harmToFiles(call: SyntaxNode, name: string): string | undefined {
  const [first, second] = argumentsOf(call);
  const isWhole = first !== undefined && wholeFolder.test(first.text) && !/\bjoin\(|\s\/\s/.test(first.text);
  if (/^(?:shutil\.rmtree|rimraf|(?:fs|fs\.promises|fs\/promises)\.(?:rm|rmSync|rmdir|rmdirSync))$/.test(name) && isWhole)
    return "deletes a whole home or root folder";
  const rights = /\.chmod$/.test(name) && second === undefined ? first : second;
  return /(?:^|\.)chmod(?:Sync)?$/.test(name) && /^(?:0o?777|0o?666|["'`]0?777["'`]|511)$/.test(rights?.text ?? "")
    ? "lets everybody write to a file"
    : undefined;
}

const startsProcess =
  /^(?:subprocess\.(?:run|Popen|call|check_call|check_output|getoutput|getstatusoutput)|os\.(?:exec\w+|spawn\w+|posix_spawnp?|fork|forkpty|startfile)|pty\.spawn|asyncio\.create_subprocess_\w+|child_process\.(?:spawn|spawnSync|execFile|execFileSync|fork)|Bun\.spawn|Deno\.Command|execa(?:\.\w+)?)$/;

export const processStarted: ReviewRule = {
  id: "process-started",
  severity: "advice",
  find: (file) =>
    addedSigns(file, (node, imports) => {
      const name = calledName(node, imports);
      return name !== undefined && startsProcess.test(name) ? sign(node, `starts a process through ${name}`, name) : undefined;
    }),
};

const opensConnection =
  /^(?:(?:requests|httpx|aiohttp|urllib3|smtplib|ftplib|telnetlib|paramiko|websockets?|axios|got|superagent|needle|undici|node-fetch|ws|http\.client|urllib\.request|dns(?:\.promises)?)(?:\.\w+)*|urlopen|socket\.(?:socket|create_connection|getaddrinfo|gethostbyname)|fetch|XMLHttpRequest|WebSocket|EventSource|navigator\.sendBeacon|https?\.(?:get|request)|net\.(?:connect|createConnection|Socket)|tls\.connect|dgram\.createSocket)$/;

export const networkAdded: ReviewRule = {
  id: "network-added",
  severity: "advice",
  find: (file) => {
    const own = new Set(/(?:function|const|let|var|def|class)\s+fetch\b/.test(file.after.root?.text ?? "") ? ["fetch"] : []);
    return addedSigns(file, (node, imports) => {
      const name = calledName(node, imports);
      return name !== undefined && opensConnection.test(name) && !own.has(name) ? sign(node, `opens a connection through ${name}`, name) : undefined;
    });
  },
};

function sign(node: SyntaxNode, what: string, key?: string): Sign {
  return { key: key ?? compact(node), row: node.startRow, claim: `The patch ${what}: ${shown(node)}` };
}
