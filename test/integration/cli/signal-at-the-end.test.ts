import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";

const cancel = resolve(import.meta.dirname, "../../../src/shells/cli/cancel.ts");

/** A command on a clock that the script sets; what is sent with `hear` is heard at once. 7 = it went on to its end. */
function ended(script: string): { readonly status: number | null; readonly signal: string | null; readonly stdout: string } {
  const source = [
    `import { cancelOnSignals } from ${JSON.stringify(cancel)};`,
    "let time = 100;",
    "const cancel = cancelOnSignals({ now: () => time });",
    'cancel.signal.addEventListener("abort", () => process.stdout.write("aborted "));',
    "const hear = (name) => process.emit(name, name);",
    script,
  ].join("\n");
  const { status, signal, stdout } = spawnSync(process.execPath, ["--input-type=module-typescript", "--eval", source], { encoding: "utf8", timeout: 30_000 });
  return { status, signal, stdout };
}

describe.each(["SIGINT", "SIGTERM", "SIGHUP"])("%s", (name) => {
  test("to a command that is done does not take its exit status away", () => {
    const script = `cancel.release(); process.exitCode = 3; process.kill(process.pid, "${name}"); setTimeout(() => {}, 300);`;
    expect(ended(script)).toEqual({ status: 3, signal: null, stdout: "" });
  });

  test("to one that works aborts it and ends nothing", () => {
    expect(ended(`hear("${name}"); process.exitCode = 7;`)).toEqual({ status: 7, signal: null, stdout: "aborted " });
  });

  test("that comes again within a second is the same wish, as often as it comes", () => {
    const burst = `hear("${name}"); hear("${name}"); time += 999; hear("${name}");`;
    expect(ended(`${burst} process.exitCode = 7;`)).toEqual({ status: 7, signal: null, stdout: "aborted " });
    expect(ended(`cancel.release(); ${burst} process.exitCode = 7;`)).toEqual({ status: 7, signal: null, stdout: "" });
    expect(ended(`hear("${name}"); cancel.release(); hear("${name}"); process.exitCode = 7;`)).toEqual({ status: 7, signal: null, stdout: "aborted " });
  });

  test("that comes again after a second ends the command at once, repeats in between or not", () => {
    const later = `time += 600; hear("${name}"); time += 400; hear("${name}"); process.exitCode = 7;`;
    expect(ended(`hear("${name}"); ${later}`)).toEqual({ status: 130, signal: null, stdout: "aborted " });
    expect(ended(`cancel.release(); process.exitCode = 3; hear("${name}"); ${later}`)).toEqual({ status: 3, signal: null, stdout: "" });
  });
});

test("another signal than the first ends the command at once, also within the second", () => {
  expect(ended(`hear("SIGINT"); hear("SIGTERM"); process.exitCode = 7;`)).toEqual({ status: 130, signal: null, stdout: "aborted " });
});
