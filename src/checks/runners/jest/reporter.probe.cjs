// Jest reporter given from outside: one JSON line a case, written as soon as its file has ended. Runs on the project's own Node and Jest (24 and newer).
const { appendFileSync } = require("node:fs");
const { join } = require("node:path");
const { inspect } = require("node:util");

const file = join(process.env.HEAL_OUT || ".", `jest-${String(process.hrtime.bigint()).padStart(20, "0")}-${process.pid}.jsonl`);
const write = (value) => {
  if (process.env.HEAL_OUT) appendFileSync(file, `${JSON.stringify(value)}\n`);
};

const text = (value) => (typeof value === "string" ? value : inspect(value, { depth: 8, maxArrayLength: 100, maxStringLength: 2000, breakLength: 100 }));

function errorsOf(result) {
  const details = result.failureDetails || [];
  return (result.failureMessages || []).map((stack, index) => {
    const matcher = details[index]?.matcherResult;
    const values = matcher && ("expected" in matcher || "actual" in matcher) ? { expected: text(matcher.expected), actual: text(matcher.actual) } : {};
    return { stack, matcher: matcher?.name, ...values };
  });
}

const STATUS = { passed: "passed", failed: "failed", todo: "todo" };

class Reporter {
  constructor(globalConfig) {
    this.globalConfig = globalConfig || {};
    write({ heal: "cases/1", runner: "jest", cwd: process.cwd(), rootDir: this.globalConfig.rootDir });
  }
  onTestResult(test, result) {
    const place = { file: result.testFilePath || test.path, project: displayName(test) };
    const cases = result.testResults || [];
    for (const one of cases) {
      const titles = [...(one.ancestorTitles || []), one.title];
      const retried = one.status === "passed" && (one.invocations || 1) > 1 ? true : undefined;
      write({
        case: {
          ...place,
          titles,
          status: STATUS[one.status] || "skipped",
          durationMs: one.duration === null ? undefined : one.duration,
          errors: errorsOf(one),
          retried,
        },
      });
    }
    if (result.testExecError || (cases.length === 0 && result.failureMessage)) {
      const error = result.testExecError || {};
      write({
        case: {
          ...place,
          titles: [],
          kind: cases.length === 0 ? "load" : "hook",
          status: "failed",
          errors: [{ stack: typeof error.stack === "string" ? error.stack : undefined, printed: result.failureMessage }],
        },
      });
    }
    const snapshot = result.snapshot || {};
    if (snapshot.unchecked > 0 && this.globalConfig.ci) write({ obsolete: { file: place.file, keys: snapshot.uncheckedKeys || [] } });
  }
  onRunComplete(_contexts, results) {
    const error = results?.runExecError;
    if (error) write({ runError: { name: error.name, message: String(error.message), stack: error.stack } });
    if (results?.wasInterrupted) write({ missing: "the rest of an interrupted run" });
    write({ heal: "end" });
  }
}

function displayName(test) {
  const config = test?.context?.config;
  const name = config?.displayName;
  return name && typeof name === "object" ? name.name : name || undefined;
}

module.exports = Reporter;
