import type { FailureClass } from "../../domain/failure.js";

/** A text that tells the class of a failure, and how to say what is missing. */
export interface Signal {
  readonly class: FailureClass;
  readonly pattern: RegExp;
  readonly reason: (match: RegExpExecArray) => string;
}

/** Places that name a service, surest first: host in the first group, port in the second where there is one. */
const ADDRESSES: readonly RegExp[] = [
  /\b(?:ECONN\w+|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)\s+(\[[^\]]+\]|::1|[\w.-]+):(\d{1,5})\b/,
  /\b(?:at|on|to|host)[\s=:]*["']([\w.-]+)["'](?:\s*\([^)]*\))?,?\s*port[\s=:]*(\d{1,5})\b/i,
  /\bhost\s*=\s*["']([\w.-]+)["'],?\s*port\s*=\s*(\d{1,5})\b/i,
  /\b[a-z][a-z+]*:\/\/(?:[^@\s/"']+@)?([\w.-]+):(\d{1,5})\b/i,
  /\(\s*["']([\w.-]+)["']\s*,\s*(\d{1,5})\s*\)/,
  /\b(?:to|at|connecting)\s+(?:\w+ )?([a-z][\w-]*(?:\.[\w-]+)*|\d+(?:\.\d+){3}):(\d{2,5})\b/i,
  /\b(?:ENOTFOUND|EAI_AGAIN|resolve host(?:name)?:?|translate host name|Failed to resolve|server on)\s*["']?([\w.-]+)/i,
];

/** "localhost:5432", or the host alone, as well as the text tells it; undefined = it names none. */
export function addressIn(text: string): string | undefined {
  for (const pattern of ADDRESSES) {
    const found = pattern.exec(text);
    if (found?.[1] !== undefined) return found[2] === undefined ? found[1] : `${found[1]}:${found[2]}`;
  }
  return undefined;
}

function unreachable(match: RegExpExecArray): string {
  const address = addressIn(match.input);
  return address === undefined ? "a service the checks need is not reachable (no network)" : `${address} is not reachable: the checks need this service`;
}

/** Signals in the type and message of one failing case. */
export const CASE_SIGNALS: readonly Signal[] = [
  {
    class: "infrastructure",
    pattern:
      /\bECONNREFUSED\b|\bECONNRESET\b|\bETIMEDOUT\b|\bEAI_AGAIN\b|\bENOTFOUND\b|\bENETUNREACH\b|\bEHOSTUNREACH\b|Connection ?refused|ConnectionRefusedError|Connection timed out|Network is unreachable|No route to host|(?:Temporary failure in|Name or service not known|could not translate).*|nodename nor servname|Failed to resolve|Can't connect to (?:local )?(?:\w+ )?server|could not connect to server|NoBrokersAvailable|ServerSelectionTimeoutError/i,
    reason: unreachable,
  },
  { class: "infrastructure", pattern: /No space left on device|ENOSPC/, reason: () => "the disk is full" },
  { class: "infrastructure", pattern: /Too many open files|EMFILE/, reason: () => "too many open files" },
  { class: "infrastructure", pattern: /JavaScript heap out of memory|\bMemoryError\b|Cannot allocate memory/, reason: () => "memory ran out" },
  {
    class: "config",
    pattern: /fixture '([^']+)' not found/,
    reason: (match) => `the fixture ${match[1]} does not exist (a plugin is missing or its name is wrong)`,
  },
  { class: "config", pattern: /Executable doesn't exist at (\S+)/, reason: (match) => `${match[1]} is not installed` },
  {
    class: "config",
    pattern: /\b([A-Za-z]\w{0,200})'?: unbound variable|KeyError: '([A-Z][A-Z0-9_]{3,})'/,
    reason: (match) => `the variable ${match[1] ?? match[2]} is not set`,
  },
  { class: "test-bug", pattern: /XPASS\(strict\)|UnexpectedSuccess/, reason: () => "a test that is marked as expected to fail passes" },
  { class: "test-bug", pattern: /New snapshot was not written|Snapshot .* mismatched/, reason: () => "a snapshot is missing or does not fit" },
  { class: "test-bug", pattern: /Cannot log after tests are done/, reason: () => "a test logs after it has ended" },
];

/** Signals in the log of a run or an install step; the earliest entry of the table wins. */
export const LOG_SIGNALS: readonly Signal[] = [
  {
    class: "infrastructure",
    pattern: /received a shutdown signal|lost communication with the server/,
    reason: () => "the machine that ran the job was shut down",
  },
  {
    class: "infrastructure",
    pattern: /Docker pull failed|toomanyrequests|API rate limit exceeded|\b429 Too Many Requests/i,
    reason: (match) => `a service refused: ${match[0]}`,
  },
  { class: "infrastructure", pattern: /No space left on device|ENOSPC/, reason: () => "the disk is full" },
  {
    class: "infrastructure",
    pattern: /JavaScript heap out of memory|java\.lang\.OutOfMemoryError|signal=SIGKILL|Cannot allocate memory/,
    reason: () => "memory ran out or the process was killed",
  },
  {
    class: "infrastructure",
    pattern:
      /(?:npm (?:error|ERR!)|pip|curl|fatal|Unable to fetch|Could not transfer artifact)[^\n]*(?:ECONNRESET|ETIMEDOUT|EAI_AGAIN|ENOTFOUND|Could not resolve host|Connection timed out|50[234]\b|TLS handshake|certificate has expired)/,
    reason: unreachable,
  },
  {
    class: "dependency",
    pattern: /npm (?:error|ERR!) (?:code )?(ERESOLVE|ETARGET|E404|EUSAGE)\b/,
    reason: (match) => `npm cannot install the dependencies (${match[1]})`,
  },
  {
    class: "dependency",
    pattern: /npm ci.*can only install packages when your package\.json and package-lock\.json/s,
    reason: () => "package.json and package-lock.json do not agree",
  },
  { class: "dependency", pattern: /No matching distribution found for (\S+)/, reason: (match) => `no package satisfies ${match[1]}` },
  { class: "dependency", pattern: /ResolutionImpossible/, reason: () => "the Python requirements contradict each other" },
  { class: "dependency", pattern: /Could not find artifact (\S+)/, reason: (match) => `the artifact ${match[1]} does not exist` },
  { class: "dependency", pattern: /cannot find module providing package (\S+)/, reason: (match) => `no module provides ${match[1]}` },
  { class: "dependency", pattern: /error TS2307: Cannot find module '([^'.][^']*)'/, reason: (match) => `the module ${match[1]} is not installed` },
  {
    class: "build-error",
    pattern: /error(?:\[E\d+\])?: .*\n\s*--> \S+:\d+|error TS\d+:|\[build failed\]|COMPILATION ERROR|could not compile `/,
    reason: () => "the project does not compile",
  },
  {
    class: "config",
    // The bound and the look back keep a very long word from being tried from each of its letters.
    pattern: /(?<![\w./-])([\w./-]{1,200}): (?:command )?not found/,
    reason: (match) => `the command ${match[1]} is not installed or not on the PATH`,
  },
  {
    class: "config",
    pattern: /No module named (pytest|unittest|coverage|nose2?)\b/,
    reason: (match) => `${match[1]} is not installed for the Python that runs the check`,
  },
  { class: "config", pattern: /InterpreterNotFound/, reason: () => "the wanted Python interpreter is not installed" },
  { class: "config", pattern: /Missing script: "?([\w:.-]+)/, reason: (match) => `package.json has no script ${match[1]}` },
  { class: "config", pattern: /No rule to make target [`']([^']+)'/, reason: (match) => `the Makefile has no target ${match[1]}` },
  {
    class: "config",
    pattern: /ERROR: (?:usage|file or directory not found: (\S+))|unrecognized arguments: ([^\n]+)/,
    reason: (match) => `the test runner refuses its arguments${(match[1] ?? match[2]) ? ` (${match[1] ?? match[2]})` : ""}`,
  },
  { class: "config", pattern: /No tests? (?:files? )?found|no tests ran|NO TESTS RAN|Ran 0 tests/, reason: () => "no tests were found" },
];

/** First signal of the table that the text shows. */
export function firstSignal(signals: readonly Signal[], text: string): { class: FailureClass; reason: string } | undefined {
  for (const signal of signals) {
    const match = signal.pattern.exec(text);
    if (match !== null) return { class: signal.class, reason: signal.reason(match) };
  }
  return undefined;
}
