// Judges candidates: one JSON line {code, tests} in, one line {verdict, message} out. The parent kills and restarts it when no answer comes.
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import vm from "node:vm";

const require = createRequire(import.meta.url);

function judge({ code, tests, seconds }) {
  const quiet = () => {};
  const assert = (condition) => {
    if (!condition) throw new Error("assertion failed");
  };
  const console = { assert, log: quiet, error: quiet, warn: quiet, info: quiet, debug: quiet };
  try {
    vm.runInNewContext(`${code}\n${tests}`, { console, require }, { timeout: (seconds ?? 2) * 1000 });
    return { verdict: "green", message: "" };
  } catch (error) {
    return { verdict: "red", message: String(error?.message ?? error).slice(0, 300) };
  }
}

for await (const line of createInterface({ input: process.stdin })) process.stdout.write(`${JSON.stringify(judge(JSON.parse(line)))}\n`);
