// Which functions and blocks of the project each test executes, by V8's own counters: one JSON line a test.
// Preloaded into every node process of a check (NODE_OPTIONS=--require); mocha loads it as root hooks too. Runs on the project's own Node (16 and newer).
// HEAL_COVERAGE_OUT names a folder, HEAL_COVERAGE_ROOT the tree.
const { appendFileSync } = require("node:fs");
const { join } = require("node:path");
const { threadId } = require("node:worker_threads");

const OUT = process.env.HEAL_COVERAGE_OUT;
const ROOT = process.env.HEAL_COVERAGE_ROOT || process.cwd();
const LIMIT = 40 * 1024 * 1024;
const KEY = Symbol.for("heal.coverage");
const file = OUT && join(OUT, `coverage-${process.pid}-${threadId}.jsonl`);

let session;
let written = 0;
let started = false;
const sources = new Set();

function write(value) {
  if (!file || written > LIMIT) return;
  const text = `${written === 0 ? '{"heal":"coverage/1","kind":"v8"}\n' : ""}${JSON.stringify(value)}\n`;
  written += text.length;
  try {
    appendFileSync(file, text);
  } catch {
    written = LIMIT + 1;
  }
}

// Callbacks of a session to one's own thread come before `post` returns.
function post(method, parameters) {
  let answer;
  session.post(method, parameters || {}, (error, result) => {
    answer = error ? undefined : result;
  });
  return answer;
}

function start() {
  if (started || !OUT) return;
  started = true;
  const { Session } = require("node:inspector");
  session = new Session();
  session.connect();
  post("Profiler.enable");
  post("Debugger.enable");
  post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
}

function pathOf(url) {
  if (url.startsWith("file://")) {
    try {
      return decodeURIComponent(url.slice(7));
    } catch {
      return undefined;
    }
  }
  return url.startsWith("/") ? url : undefined;
}

function isWatched(path) {
  return path !== undefined && path.startsWith(`${ROOT}/`) && !path.includes("/node_modules/") && !/[._-](?:test|spec)\.[cm]?[jt]sx?$/.test(path);
}

// Counters start again at zero with every take.
function take(testCase) {
  if (!session) return;
  const taken = post("Profiler.takePreciseCoverage");
  if (!testCase || !taken) return;
  const scripts = {};
  for (const script of taken.result) {
    const path = pathOf(script.url);
    if (!isWatched(path)) continue;
    const ranges = script.functions.flatMap((one) => one.ranges.map((range) => [range.startOffset, range.endOffset, range.count]));
    if (!ranges.some((range) => range[2] > 0)) continue;
    if (!sources.has(script.scriptId)) {
      sources.add(script.scriptId);
      const source = post("Debugger.getScriptSource", { scriptId: script.scriptId });
      write({ script: script.scriptId, path, source: source ? source.scriptSource : "" });
    }
    scripts[script.scriptId] = ranges;
  }
  write({ case: testCase.title, titles: testCase.titles, file: testCase.file, scripts });
}

// node:test: hooks of the root reach every test of the process.
function watchNodeTest() {
  const test = require("node:test");
  if (typeof test.beforeEach !== "function" || typeof test.afterEach !== "function") return;
  start();
  test.beforeEach(() => take());
  // Older Nodes do not tell a test's file, but start one process a file.
  test.afterEach((context) => take({ title: context.fullName || context.name, file: context.filePath || process.argv[1] }));
}

// Jest: its environments are told of every test.
function watchJest() {
  const Module = require("node:module");
  const load = Module._load;
  Module._load = function patched(request, ...rest) {
    const found = load.call(this, request, ...rest);
    if (typeof request === "string" && /jest-environment-[\w-]+/.test(request) && found) instrumentEnvironment(found.default || found.TestEnvironment || found);
    return found;
  };
}

function instrumentEnvironment(Environment) {
  if (typeof Environment !== "function" || !Environment.prototype || Environment.prototype[KEY]) return;
  const own = Environment.prototype.handleTestEvent;
  Environment.prototype[KEY] = true;
  Environment.prototype.handleTestEvent = function handleTestEvent(event, state) {
    start();
    if (event.name === "test_start") take();
    if (event.name === "test_done") {
      const titles = [];
      for (let at = event.test; at && at.name !== "ROOT_DESCRIBE_BLOCK"; at = at.parent) titles.unshift(at.name);
      take({ titles, file: testPathOf(this) });
    }
    return own ? own.call(this, event, state) : undefined;
  };
}

// Jest's own `expect` of the environment knows the file that runs.
function testPathOf(environment) {
  const matchers = environment.global && environment.global.expect;
  return matchers && typeof matchers.getState === "function" ? matchers.getState().testPath : undefined;
}

// Vitest: its workers keep the running test in a state object of a fixed name.
function watchVitest() {
  const define = Object.defineProperty;
  Object.defineProperty = function defineProperty(target, name, descriptor) {
    if (name === "__vitest_worker__" && descriptor && descriptor.value) followCurrent(descriptor.value, define);
    return define(target, name, descriptor);
  };
}

function followCurrent(state, define) {
  if (state[KEY]) return;
  let current = state.current;
  let running;
  define(state, KEY, { value: true });
  define(state, "current", {
    configurable: true,
    enumerable: true,
    get: () => current,
    set: (task) => {
      start();
      if (running && task !== running) {
        const titles = [];
        for (let at = running; at && at.name !== undefined && at !== running.file; at = at.suite) titles.unshift(at.name);
        take({ titles, file: running.file && running.file.filepath });
        running = undefined;
      }
      current = task;
      if (task && task.type === "test") {
        running = task;
        take();
      }
    },
  });
}

// Mocha: this file is also its `--require`.
exports.mochaHooks = {
  beforeEach() {
    start();
    take();
  },
  afterEach() {
    const test = this.currentTest;
    take({ titles: test.titlePath(), file: test.file });
  },
};

if (OUT && !globalThis[KEY]) {
  globalThis[KEY] = true;
  const main = process.argv[1] || "";
  const runner = process.env.HEAL_COVERAGE_RUNNER;
  const isTestProcess =
    process.env.NODE_TEST_CONTEXT || (main.startsWith(`${ROOT}/`) && !main.includes("/node_modules/") && !process.execArgv.includes("--test"));
  if (runner === "node:test" && isTestProcess) watchNodeTest();
  else if (runner === "jest") watchJest();
  else if (runner === "vitest") watchVitest();
  else if (runner === "mocha" && /(?:^|\/)_?mocha(?:\.[cm]?js)?$/.test(main)) start();
}
