import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { expect, test } from "vitest";

const cancel = resolve(import.meta.dirname, "../../../src/shells/cli/cancel.ts");

/** A command whose work is done and that still has something to hand over. */
function ended(script: string): { readonly status: number | null; readonly signal: string | null } {
  const source = `import { cancelOnSignals } from ${JSON.stringify(cancel)};\nconst cancel = cancelOnSignals();\n${script}\nsetTimeout(() => {}, 300);\n`;
  const { status, signal } = spawnSync(process.execPath, ["--input-type=module-typescript", "--eval", source], { encoding: "utf8", timeout: 30_000 });
  return { status, signal };
}

test.each(["SIGINT", "SIGTERM", "SIGHUP"])("%s to a command that is done does not take its exit status away", (name) => {
  expect(ended(`cancel.release(); process.exitCode = 3; process.kill(process.pid, "${name}");`)).toEqual({ status: 3, signal: null });
});

test("a second one ends it at once, with its exit status", () => {
  const twice = `cancel.release(); process.exitCode = 3; process.kill(process.pid, "SIGINT"); setTimeout(() => process.kill(process.pid, "SIGTERM"), 20); setTimeout(() => { process.exitCode = 4; }, 200);`;
  expect(ended(twice)).toEqual({ status: 3, signal: null });
});

test("one that comes while it works only aborts, a second one ends it with 130", () => {
  expect(ended(`cancel.signal.addEventListener("abort", () => { process.exitCode = 5; }); process.kill(process.pid, "SIGINT");`)).toEqual({
    status: 5,
    signal: null,
  });
  expect(ended(`process.kill(process.pid, "SIGINT"); setTimeout(() => process.kill(process.pid, "SIGINT"), 20);`)).toEqual({ status: 130, signal: null });
});
