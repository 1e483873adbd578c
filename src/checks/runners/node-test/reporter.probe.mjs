// Test reporter given to `node --test` from outside: writes each event as one JSON line, at once, so that a killed run still tells what it saw.
// Runs on the project's own Node (18.15 and newer).
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { inspect } from "node:util";

const KEPT = new Set(["test:dequeue", "test:start", "test:pass", "test:fail", "test:diagnostic", "test:stderr", "test:summary", "test:plan"]);
const STDERR_LIMIT = 100000;

// A test that starts `node --test` itself must not add its inner cases to the report.
const nested = process.env.HEAL_NODE_TEST_REPORTED === "1";
process.env.HEAL_NODE_TEST_REPORTED = "1";
const file = join(process.env.HEAL_OUT || ".", `node-test-${String(process.hrtime.bigint()).padStart(20, "0")}-${process.pid}.jsonl`);
const write = (value) => {
  if (!nested && process.env.HEAL_OUT) appendFileSync(file, `${JSON.stringify(value)}\n`);
};

const text = (value) => (typeof value === "string" ? value : inspect(value, { depth: 8, maxArrayLength: 100, maxStringLength: 2000, breakLength: 100 }));

function plainError(error, depth) {
  if (error === undefined || error === null) return undefined;
  if (typeof error !== "object") return { message: String(error) };
  const plain = {
    name: error.name,
    message: String(error.message),
    stack: error.stack,
    code: error.code,
    failureType: error.failureType,
    operator: error.operator,
  };
  if (error.operator !== undefined || error.expected !== undefined || error.actual !== undefined) {
    plain.expected = text(error.expected);
    plain.actual = text(error.actual);
  }
  if (error.cause !== undefined && depth < 4) plain.cause = plainError(error.cause, depth + 1);
  return plain;
}

export default async function* reporter(source) {
  write({ heal: "node-test/1", cwd: process.cwd(), node: process.version });
  let stderr = 0;
  for await (const event of source) {
    const data = event.data || {};
    if (!KEPT.has(event.type)) continue;
    if (event.type === "test:stderr") {
      stderr += data.message.length;
      if (stderr > STDERR_LIMIT) continue;
    }
    const details = data.details || {};
    write({
      type: event.type,
      file: data.entryFile || data.file,
      name: data.name,
      nesting: data.nesting,
      line: data.line,
      column: data.column,
      skip: data.skip === undefined || data.skip === false ? undefined : true,
      todo: data.todo === undefined || data.todo === false ? undefined : true,
      kind: details.type,
      durationMs: details.duration_ms,
      error: plainError(details.error, 0),
      message: data.message,
    });
  }
  write({ heal: "end" });
  yield "";
}
