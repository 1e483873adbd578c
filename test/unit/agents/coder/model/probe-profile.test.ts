import { describe, expect, it } from "vitest";
import { probeProfile } from "../../../../../src/agents/coder/model/probe-profile.js";
import { END_MARK } from "../../../../../src/agents/coder/model/reply/read-reply.js";
import type { ModelReply } from "../../../../../src/domain/model-call.js";
import { ScriptedModel } from "./scripted-model.js";

const signal = new AbortController().signal;
const good = `tools.py\n<<<<<<< SEARCH\ndef last(items):\n    for item in items:\n        return item\n    return None\n=======\ndef last(items):\n    for item in items:\n        found = item\n    return found\n>>>>>>> REPLACE\n${END_MARK}`;

async function probe(reply: ModelReply | string, contextTokens: number | null = null): Promise<unknown> {
  return probeProfile(new ScriptedModel([reply]), { choice: "auto", contextTokens, seed: 1, signal });
}

describe("probeProfile", () => {
  it("finds a model large that answers a short task in the form it was told", async () => {
    expect(await probe(good)).toMatchObject({ kind: "profile", profile: "large", contextTokens: null });
  });

  it.each([
    ["another form", "```python\ndef last(items):\n    pass\n```", "no end line"],
    ["no end line", good.replace(END_MARK, ""), "no end line"],
    ["an ambiguous place", good.replace("def last(items):\n    for", "    for").replace("def last(items):\n    for", "    for"), "more than once"],
    ["more than it was told", good.replace("return found", "return found or 1"), "another change"],
    ["another path", good.replace("tools.py", "path/of/file"), "another path"],
  ])("finds a model small that gives %s", async (_, reply, because) => {
    expect(await probe(reply)).toMatchObject({ profile: "small", because: expect.stringContaining(because) as string });
  });

  it("asks nothing when the context decides or the profile was named", async () => {
    const model = new ScriptedModel([good]);
    expect(await probeProfile(model, { choice: "auto", contextTokens: 4096, seed: 1, signal })).toMatchObject({ profile: "small", contextTokens: 4096 });
    expect(await probeProfile(model, { choice: "large", seed: 1, signal })).toMatchObject({ profile: "large", because: "the profile large was asked for" });
    expect(model.requests).toEqual([]);
  });

  it("keeps what an exceeded context tells of its size", async () => {
    expect(await probe({ kind: "context-exceeded", limit: 300 })).toMatchObject({ profile: "small", contextTokens: 300 });
  });

  it("ends where the model cannot be asked at all", async () => {
    expect(await probe({ kind: "misconfigured", setting: "model", reason: "no such model" })).toEqual({
      kind: "end",
      end: { reason: "invalid-setup", because: "The setting model does not work: no such model" },
    });
    expect(await probe({ kind: "cancelled" })).toEqual({ kind: "end", end: undefined });
  });
});
