import type { SyntaxNode } from "../../../ports/syntax-trees.js";
import { argumentsOf, isString } from "../../tamper/literals.js";
import { compact } from "../../tamper/walk.js";
import type { ImportNames } from "../import-names.js";
import { addedSigns, calledName, givenValue, type ReviewRule, type Sign, shown } from "../rule.js";

const runsText =
  /^(?:eval|exec|compile|builtins\.(?:eval|exec)|os\.(?:system|popen)|commands\.getoutput|Function|vm\.(?:runIn\w+|compileFunction|Script)|child_process\.(?:exec|execSync))$/;
const unpacksObjects =
  /^(?:(?:_?pickle|cPickle|dill|marshal|shelve|jsonpickle|joblib|cloudpickle)\.(?:loads?|open|decode|Unpickler)|node-serialize\.unserialize)$/;
const writesMarkup = /^(?:innerHTML|outerHTML|srcdoc|dangerouslySetInnerHTML)$/;

/** Calls that run a text as code or as a shell line, rebuild objects from bytes, or put a text into a page as markup. */
export const dangerousCall: ReviewRule = { id: "dangerous-call", severity: "advice", find: (file) => addedSigns(file, danger) };

function danger(node: SyntaxNode, imports: ImportNames): Sign | undefined {
  const markup = givenValue(node)?.name ?? (node.type === "jsx_attribute" ? node.namedChildren[0]?.text : undefined);
  if (markup !== undefined && writesMarkup.test(markup)) return sign(node, `sets ${markup}, which takes a text as markup`);
  const name = calledName(node, imports);
  if (name === undefined) return undefined;
  if (runsText.test(name)) return sign(node, `calls ${name}, which runs a text as code`, name);
  if (unpacksObjects.test(name)) return sign(node, `calls ${name}, which rebuilds objects from bytes and can run code`, name);
  if (/^yaml\.(?:unsafe_|full_)?load(?:_all)?$/.test(name) && !/\bC?SafeLoader\b/.test(node.text))
    return sign(node, `calls ${name} without a safe loader`, name);
  if (/^(?:subprocess|child_process|execa)\b/.test(name) && /\bshell\s*[=:]\s*(?:True|true)\b/.test(node.text))
    return sign(node, `starts a shell through ${name}`, name);
  if (/\.(?:insertAdjacentHTML|writeln?)$/.test(name) && /insertAdjacent|^document\./.test(name))
    return sign(node, `calls ${name}, which takes a text as markup`, name);
  const handler = argumentsOf(node)[0];
  return /^set(?:Timeout|Interval)$/.test(name) && handler !== undefined && isString(handler) ? sign(node, `gives ${name} a text to run`, name) : undefined;
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
