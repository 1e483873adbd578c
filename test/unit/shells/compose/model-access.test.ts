import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { worstPromptTokens } from "../../../../src/adapters/models/prompt-size.js";
import { Budget } from "../../../../src/domain/budget.js";
import type { ModelCall } from "../../../../src/domain/model-call.js";
import { makePlan } from "../../../../src/settings/plan.js";
import { modelsFor, proxySettings } from "../../../../src/shells/compose/model-access.js";
import { linesOf } from "../../../support/journal.js";
import { askFor } from "../../../support/model-server/client.js";

const folder = mkdtempSync(join(tmpdir(), "heal-models-"));
afterAll(() => rmSync(folder, { recursive: true }));

const access = { key: null, redact: (text: string) => text.replaceAll("hunter2", "[redacted]"), proxy: {} };
const plan = (given: Parameters<typeof makePlan>[1]) =>
  makePlan({}, { checks: ["true"], ...given }, { root: folder, baseCommit: null, version: "1.0.0", randomSeed: 1 });

function script(name: string, replies: readonly unknown[]): string {
  writeFileSync(join(folder, name), JSON.stringify({ replies }));
  return `scripted:${join(folder, name)}`;
}

async function opened(given: Parameters<typeof makePlan>[1]) {
  const calls: ModelCall[] = [];
  const made = plan(given);
  const open = await modelsFor(made, access);
  const clock = { now: () => 0, timestamp: () => "2026-01-02T03:04:05.000Z" };
  const models = open?.({ budget: new Budget(made.budget, 0), clock, record: async (call) => void calls.push(call), trace });
  if (models === undefined) throw new Error("no model was made");
  return { models, calls };
}

const trace = { asked: async () => undefined, unbilled: async () => undefined };
const never = new AbortController().signal;

describe("the models of a run", () => {
  it("are none, and nothing is read, when the plan names none", async () => {
    expect(await modelsFor(plan({}), access)).toBeUndefined();
  });

  it("are asked without secrets and under the run's ledger", async () => {
    const { models, calls } = await opened({ model: script("one.json", [{ text: "done", usage: { input: 3, output: 2 } }]) });
    const reply = await models.coder.complete(askFor({ messages: [{ role: "user", content: "the password is hunter2" }] }), never);
    expect(reply).toMatchObject({ kind: "text", text: "done" });
    expect(calls).toMatchObject([{ messages: [{ content: "the password is [redacted]" }], charged: { input: 3, output: 2 }, costUsd: 0 }]);
  });

  it("share one budget, whoever is asked", async () => {
    const usage = { input: 800, output: 100 };
    const model = script("coder.json", [{ text: "a", usage }]);
    const repairModel = script("repair.json", [{ text: "b", usage }]);
    const { models } = await opened({ model, repairModel, maxTokens: 950 });
    expect(models.repair).not.toBe(models.coder);
    expect(await models.coder.complete(askFor(), never)).toMatchObject({ kind: "text", text: "a" });
    expect(await models.repair.complete(askFor(), never)).toEqual({
      kind: "not-affordable",
      limit: "max-tokens",
      needs: worstPromptTokens(askFor()) + 100,
      left: 50,
    });
  });

  it("are the same for repairs unless another is named", async () => {
    const { models } = await opened({ model: script("same.json", ["a"]) });
    expect(models.repair).toBe(models.coder);
  });

  it("answer from an earlier run's journal", async () => {
    const recorded = await opened({ model: script("recorded.json", [{ text: "as before", usage: { input: 1, output: 1 } }]) });
    await recorded.models.coder.complete(askFor(), never);
    const lines = linesOf(...recorded.calls.map((call) => ({ type: "model-called" as const, attempt: 1, call })));
    writeFileSync(join(folder, "journal.jsonl"), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    const { models } = await opened({ model: `replay:${folder}` });
    expect(await models.coder.complete(askFor(), never)).toMatchObject({ kind: "text", text: "as before" });
  });

  it("are told missing by the name that was given", async () => {
    await expect(modelsFor(plan({ model: "scripted:/nowhere/a.json" }), access)).rejects.toThrow(
      /file \/nowhere\/a\.json could not be read \(ENOENT\)\. Name a file of replies/,
    );
    await expect(modelsFor(plan({ model: "replay:/nowhere" }), access)).rejects.toThrow(/\/nowhere\/journal\.jsonl could not be read \(ENOENT\)/);
  });
});

it("proxies are those of the environment, in either case, and nothing else of it", () => {
  expect(proxySettings({ HTTPS_PROXY: "http://p:1", no_proxy: "localhost", ALL_PROXY: "x", HOME: "/h" })).toEqual({
    HTTPS_PROXY: "http://p:1",
    no_proxy: "localhost",
  });
});
