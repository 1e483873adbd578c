// Which functions and blocks of the project each test executes, by V8's own counters: one JSON line a test; of a test that does not end, where it stands.
// Preloaded into every node process of a check (NODE_OPTIONS=--require); mocha loads it as root hooks too. Runs on the project's own Node (16 and newer).
// HEAL_COVERAGE_OUT names a folder, HEAL_COVERAGE_ROOT the tree; HEAL_COVERAGE_STUCK_AFTER, in milliseconds, is how long a test may run.
const { appendFileSync } = require("node:fs");
const { join } = require("node:path");
const { threadId } = require("node:worker_threads");
const { isWatched, pathOf, startWatcher } = require("./stuck.probe.cjs");

const OUT = process.env.HEAL_COVERAGE_OUT;
const ROOT = process.env.HEAL_COVERAGE_ROOT || process.cwd();
const LIMIT = 40 * 1024 * 1024;
const STUCK_AFTER = Number(process.env.HEAL_COVERAGE_STUCK_AFTER || 0);
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
  watchForStuck();
}

let watcher;

function watchForStuck() {
  if (!(STUCK_AFTER > 0)) return;
  watcher = startWatcher({ after: STUCK_AFTER, root: ROOT, file: join(OUT, `coverage-${process.pid}-stuck.jsonl`) });
  begin({ title: "" });
}

function begin(testCase) {
  take();
  if (watcher) watcher.postMessage({ testCase });
}

function end(testCase) {
  if (watcher) watcher.postMessage({});
  take(testCase);
}

// Counters start again at zero with every take.
function take(testCase) {
  if (!session) return;
  const taken = post("Profiler.takePreciseCoverage");
  if (!testCase || !taken) return;
  const scripts = {};
  for (const script of taken.result) {
    const path = pathOf(script.url);
    if (!isWatched(path, ROOT)) continue;
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
  // Older Nodes do not tell a test's file, but start one process a file.
  const told = (context) => ({ title: context.fullName || context.name, file: context.filePath || process.argv[1] });
  test.beforeEach((context) => begin(told(context)));
  test.afterEach((context) => end(told(context)));
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
    if (event.name === "test_start") begin({ titles: titlesOf(event.test), file: testPathOf(this) });
    if (event.name === "test_done") end({ titles: titlesOf(event.test), file: testPathOf(this) });
    return own ? own.call(this, event, state) : undefined;
  };
}

function titlesOf(test) {
  const titles = [];
  for (let at = test; at && at.name !== "ROOT_DESCRIBE_BLOCK"; at = at.parent) titles.unshift(at.name);
  return titles;
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
        end(vitestCase(running));
        running = undefined;
      }
      current = task;
      if (task && task.type === "test") {
        running = task;
        begin(vitestCase(task));
      }
    },
  });
}

function vitestCase(task) {
  const titles = [];
  for (let at = task; at && at.name !== undefined && at !== task.file; at = at.suite) titles.unshift(at.name);
  return { titles, file: task.file && task.file.filepath };
}

// Mocha: this file is also its `--require`.
exports.mochaHooks = {
  beforeEach() {
    start();
    begin(mochaCase(this.currentTest));
  },
  afterEach() {
    end(mochaCase(this.currentTest));
  },
};

function mochaCase(test) {
  return { titles: test.titlePath(), file: test.file };
}

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
