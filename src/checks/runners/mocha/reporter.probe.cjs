// Mocha reporter given from outside: one JSON line a case, and beside it mocha's own spec output. Runs on the project's own Node and Mocha (6 and newer).
const { appendFileSync } = require("node:fs");
const { createRequire } = require("node:module");
const { join } = require("node:path");
const { inspect } = require("node:util");

const file = join(process.env.HEAL_OUT || ".", `mocha-${String(process.hrtime.bigint()).padStart(20, "0")}-${process.pid}.jsonl`);
const write = (value) => {
  if (process.env.HEAL_OUT) appendFileSync(file, `${JSON.stringify(value)}\n`);
};

const text = (value) => (typeof value === "string" ? value : inspect(value, { depth: 8, maxArrayLength: 100, maxStringLength: 2000, breakLength: 100 }));

function plainError(error, depth) {
  if (error === null || typeof error !== "object") return { message: String(error) };
  const compared = error.expected !== undefined || error.actual !== undefined;
  return {
    name: error.name,
    message: String(error.message),
    stack: typeof error.stack === "string" ? error.stack : undefined,
    expected: compared ? text(error.expected) : undefined,
    actual: compared ? text(error.actual) : undefined,
    uncaught: error.uncaught === true || undefined,
    cause: error.cause && depth < 4 ? plainError(error.cause, depth + 1) : undefined,
  };
}

// The tools folder is no place from where "mocha" could be found: look from the project and from mocha's own entry.
function humanReporter() {
  for (const from of [join(process.cwd(), "package.json"), process.argv[1]]) {
    for (const name of ["mocha/lib/reporters/spec", "mocha/lib/reporters/spec.js"]) {
      try {
        const found = createRequire(from)(name);
        const reporter = found.default || found.Spec || found["module.exports"] || found;
        if (typeof reporter === "function") return reporter;
      } catch {
        // The next place.
      }
    }
  }
  return undefined;
}

function fileOf(test) {
  for (let at = test; at; at = at.parent) if (at.file) return at.file;
  const current = test.ctx?.currentTest;
  return current?.file || "";
}

function titlesOf(test) {
  return typeof test.titlePath === "function" ? test.titlePath() : [test.title];
}

class HealReporter {
  constructor(runner, options) {
    const failed = new Set();
    const Human = humanReporter();
    if (Human) new Human(runner, options);
    write({ heal: "cases/1", runner: "mocha", cwd: process.cwd() });
    const place = (test) => ({ file: fileOf(test), titles: titlesOf(test), durationMs: test.duration });
    runner.on("pass", (test) => {
      const retried = typeof test.currentRetry === "function" && test.currentRetry() > 0;
      write({ case: { ...place(test), status: "passed", errors: [], retried: retried || undefined } });
    });
    runner.on("pending", (test) => write({ case: { ...place(test), status: "skipped", errors: [] } }));
    runner.on("fail", (test, error) => {
      const again = failed.has(test) || test.state === "passed";
      failed.add(test);
      write({
        case: { ...place(test), kind: test.type === "hook" ? "hook" : undefined, status: "failed", errors: [plainError(error, 0)], again: again || undefined },
      });
    });
    runner.once("end", () => write({ heal: "end" }));
  }
}

module.exports = HealReporter;
