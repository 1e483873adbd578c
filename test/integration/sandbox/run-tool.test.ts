import { expect, test } from "vitest";
import { runTool } from "../../../src/adapters/sandbox/run-tool.js";

test("a tool whose time is up says so, and is not waited for because somebody else holds its streams", async () => {
  const before = performance.now();
  const result = await runTool("sh", ["-c", "echo begun; sleep 8 & exec sleep 8"], { timeoutMs: 500 });
  expect(performance.now() - before).toBeLessThan(6_000);
  expect(result).toEqual({ exitCode: null, overdue: true, stdout: "begun\n", stderr: "" });
});

test("a tool reads what it is given, and nothing when it is given nothing", async () => {
  const input = Buffer.alloc(300_000, "x");
  expect(await runTool("wc", ["-c"], { input })).toMatchObject({ exitCode: 0, overdue: false, stdout: "300000\n" });
  expect(await runTool("wc", ["-c"])).toMatchObject({ exitCode: 0, stdout: "0\n" });
});

test("a tool that is not there, or ends without reading, is no crash", async () => {
  expect(await runTool("no-such-tool", [])).toMatchObject({ exitCode: null, overdue: false, stderr: expect.stringContaining("ENOENT") as string });
  expect(await runTool("true", [], { input: Buffer.alloc(300_000, "x") })).toMatchObject({ exitCode: 0 });
});
