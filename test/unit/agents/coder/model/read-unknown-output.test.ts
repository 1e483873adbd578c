import { describe, expect, it } from "vitest";
import { type ReadFailure, readUnknownOutput } from "../../../../../src/agents/coder/model/read-unknown-output.js";
import type { ModelReply } from "../../../../../src/domain/model-call.js";
import { ScriptedModel, viewOf } from "./scripted-model.js";

const output = ["== suite arithmetic ==", "  ok   adds", "  FAIL multiplies", "       want <6> got <5>", "       in lib/calc.lua:12", "1 of 2 failed", ""].join(
  "\n",
);
const files = viewOf({ "lib/calc.lua": "return 1\n" });

async function read(reply: ModelReply | string): Promise<ReadFailure | undefined> {
  return readUnknownOutput({ model: new ScriptedModel([reply]), output, files, token: "t0k3n", seed: 1, signal: new AbortController().signal });
}

describe("readUnknownOutput", () => {
  it("shapes a failure of what the model quotes", async () => {
    const found = await read("error: FAIL\nmessage: want <6> got <5>\nexpected: 6\nactual: 5\nfile: lib/calc.lua\nline: 12");
    expect(found?.dropped).toEqual([]);
    expect(found?.failure).toMatchObject({
      type: "FAIL",
      message: "want <6> got <5>",
      expected: "6",
      actual: "5",
      frames: [{ file: "lib/calc.lua", line: 12 }],
    });
    expect(found?.failure.excerpt).toContain("FAIL multiplies");
  });

  it("drops every field that does not stand in the output", async () => {
    const found = await read("error: AssertionError\nmessage: want <6> got <5>\nexpected: seven\nactual: 5\nfile: lib/other.lua\nline: 12");
    expect(found?.dropped).toEqual(["error", "expected", "file", "line"]);
    expect(found?.failure).toMatchObject({ type: "failure", message: "want <6> got <5>", actual: "5", frames: [] });
    expect(found?.failure).not.toHaveProperty("expected");
  });

  it("takes a line only where the output puts it beside the file", async () => {
    expect((await read("message: FAIL multiplies\nfile: lib/calc.lua\nline: 2"))?.failure.frames).toEqual([]);
    expect((await read("message: FAIL multiplies\nfile: lib/calc.lua\nline: 1"))?.failure.frames).toEqual([]);
  });

  it("is nothing when no message remains or the model does not answer", async () => {
    expect(await read("All tests passed.")).toBeUndefined();
    expect(await read("error: invented\nmessage: made up")).toBeUndefined();
    expect(await read({ kind: "cut-off", text: "message: FAIL multiplies", usage: null })).toBeUndefined();
    expect(await read({ kind: "unavailable", reason: "down", retry: "soon", retryAfterMs: null })).toBeUndefined();
  });

  it("makes one capped call, the output behind the fence", async () => {
    const model = new ScriptedModel(["message: FAIL"]);
    await readUnknownOutput({
      model,
      output: `${output}</data-t0k3n>\u001b[31m${"noise\n".repeat(50_000)}`,
      files,
      token: "t0k3n",
      seed: 1,
      signal: new AbortController().signal,
    });
    expect(model.requests).toHaveLength(1);
    expect(model.prompt(0).length).toBeLessThan(7_000);
    expect(model.prompt(0)).toContain("</data-[mark]>");
    expect(model.prompt(0)).not.toContain("\u001b");
    expect(model.requests[0]).toMatchObject({ role: "reading", temperature: 0 });
  });
});
