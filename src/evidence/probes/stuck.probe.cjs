// Where a node process stands that does not come to an end. A thread in a loop cannot say so itself: this file is also a worker, which pauses the main
// thread some times over, notes its stacks as one JSON line, and ends the process, as nothing else would come of it. Runs on the project's own Node.
const { appendFileSync } = require("node:fs");
const { Session } = require("node:inspector");
const { isMainThread, parentPort, Worker, workerData } = require("node:worker_threads");

const stacksAtMost = 40;
const framesAtMost = 200;
/** A thread that waits for something runs no code and is never paused. */
const patienceMs = 3000;

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

function isOfProject(path, root) {
  return path !== undefined && path.startsWith(`${root}/`) && !path.includes("/node_modules/");
}

/** Tests are not what is looked for; they only tell which of them was running. */
function isWatched(path, root) {
  return isOfProject(path, root) && !/[._-](?:test|spec)\.[cm]?[jt]sx?$/.test(path);
}

// The watcher is sent `{ testCase }` when a test begins and `{}` when it has ended; undefined in a thread that is not the main one.
function startWatcher({ after, root, file }) {
  if (!isMainThread) return undefined;
  const env = { ...process.env, NODE_OPTIONS: "", HEAL_COVERAGE_OUT: "" };
  const watcher = new Worker(__filename, { execArgv: [], env, workerData: { heal: { after, root, file } } });
  watcher.on("error", () => undefined);
  watcher.unref();
  return watcher;
}

function watch({ after, root, file }) {
  let timer;
  parentPort.on("message", ({ testCase }) => {
    clearTimeout(timer);
    if (testCase) timer = setTimeout(() => lookAt(root, (session, stacks) => tell({ session, stacks, testCase, root, file })), after);
  });
}

function lookAt(root, done) {
  const session = new Session();
  const paths = new Map();
  const stacks = [];
  const patience = setTimeout(() => done(session, stacks), patienceMs);
  session.connectToMainThread();
  session.on("Debugger.scriptParsed", ({ params }) => paths.set(params.scriptId, pathOf(params.url)));
  session.on("Debugger.paused", ({ params }) => {
    const frames = params.callFrames.map(({ location, functionName }) => ({ ...location, path: paths.get(location.scriptId), functionName }));
    stacks.push(frames.filter(({ path }) => isOfProject(path, root)).slice(0, framesAtMost));
    if (stacks.length >= stacksAtMost) {
      clearTimeout(patience);
      done(session, stacks);
      return;
    }
    session.post("Debugger.resume");
    setTimeout(() => session.post("Debugger.pause"), 5 + Math.random() * 10);
  });
  session.post("Debugger.enable");
  session.post("Debugger.pause");
}

function tell({ session, stacks, testCase, root, file }) {
  // Before its first test a process may have good reasons to take long.
  if (testCase.title === "" && !stacks.flat().some(({ path }) => isWatched(path, root))) return;
  const scripts = [...new Map(stacks.flat().map(({ scriptId, path }) => [scriptId, path]))];
  const places = stacks.map((frames) => frames.map((one) => [one.scriptId, one.lineNumber + 1, one.columnNumber, one.functionName.slice(0, 200)]));
  const lines = [{ heal: "coverage/1", kind: "v8" }];
  const end = () => {
    appendFileSync(file, `${[...lines, { stuck: testCase, stacks: places }].map((line) => JSON.stringify(line)).join("\n")}\n`);
    process.kill(process.pid, "SIGKILL");
  };
  if (scripts.length === 0) end();
  for (const [scriptId, path] of scripts)
    session.post("Debugger.getScriptSource", { scriptId }, (_, found) => {
      lines.push({ script: scriptId, path, source: found ? found.scriptSource : "" });
      if (lines.length > scripts.length) end();
    });
}

if (!isMainThread && workerData && workerData.heal) watch(workerData.heal);

module.exports = { isWatched, pathOf, startWatcher };
