import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { JournalLine } from "../../../src/domain/journal.js";
import { eventsOf } from "../../../src/render/journal-view.js";
import { brokenFiles } from "../../support/cli/broken-project.js";
import { mending, modelServer, runWithModel } from "../../support/cli/model-run.js";
import { error, says } from "../../support/model-server/replies.js";
import type { Reply } from "../../support/model-server/server.js";
import { suiteRequires } from "../../support/requirements.js";

const probed = [
  "tools.py",
  "<<<<<<< SEARCH",
  "def last(items):",
  "    for item in items:",
  "        return item",
  "    return None",
  "=======",
  "def last(items):",
  "    for item in items:",
  "        found = item",
  "    return found",
  ">>>>>>> REPLACE",
  "END OF ANSWER",
].join("\n");
const inBlocks = says("The limit itself counts.\n\ngrade.js\n```js\nexport const isGrown = (age) => age >= 18;\n```\nEND OF ANSWER");

/** Obeys every form it is asked for, and refuses what does not fit its context, as vLLM does: prompt and the answer asked for together. */
function obedient(contextTokens: number) {
  const refused: number[] = [];
  const reply: Reply = (exchange) => {
    const { messages, max_completion_tokens: output } = exchange.json as { messages: { content: string }[]; max_completion_tokens: number };
    const prompt = messages.map(({ content }) => content).join("\n");
    const input = Math.ceil(Buffer.byteLength(prompt) / 4);
    if (input + output > contextTokens) {
      refused.push(output);
      const told = `This model's maximum context length is ${contextTokens} tokens. However, you requested ${input + output} tokens (${input} in the messages, ${output} in the completion). Please reduce the length of the messages or completion.`;
      return error(400, { object: "error", message: told, type: "BadRequestError", param: null, code: 400 })(exchange);
    }
    if (prompt.includes("tools.py")) return says(probed)(exchange);
    return (prompt.includes("<<<<<<< SEARCH") ? inBlocks : mending)(exchange);
  };
  return { reply, refused };
}

function linesOf(out: string): JournalLine[] {
  const lines = readFileSync(join(out, "journal.jsonl"), "utf8").trim().split("\n");
  return lines.map((line) => JSON.parse(line) as JournalLine);
}

interface Given {
  readonly flags?: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
  /** What the endpoint tells of its models. */
  readonly list?: object;
}

async function run(contextTokens: number, { flags = [], files = {}, list }: Given = {}) {
  const { reply, refused } = obedient(contextTokens);
  const server = (await modelServer(reply)).lists(list);
  return { ...(await runWithModel({ flags: ["--model", "test-model", "--base-url", server.baseUrl, ...flags], files })), refused };
}

suiteRequires("bubblewrap")("a model that obeys, with a small context", () => {
  test.each([
    [4_096, "auto"],
    [4_096, "large"],
    [2_000, "auto"],
    [2_000, "large"],
    [2_000, "small"],
    [1_000, "auto"],
  ] as const)("of %i tokens heals with the profile %s, and the journal tells what was learned", async (contextTokens, profile) => {
    const healed = await run(contextTokens, { flags: ["--profile", profile] });
    expect(healed.status, healed.stderr).toBe(0);
    const lines = linesOf(healed.out);
    const told = JSON.stringify([...eventsOf(lines, "note"), ...eventsOf(lines, "model-ready")]);
    if (healed.refused.length > 0) expect(told).toContain(String(contextTokens));
    if (profile !== "large" && healed.refused.length > 0) expect(told).toMatch(/profile small|"profile":"small"/);
    // Each fitting call after the refusal that tells the size fits at once.
    expect(healed.refused.length).toBeLessThanOrEqual(1);
  });

  test("that the endpoint tells of is known before the first call: nothing is refused, and a probe would be for nothing", async () => {
    const healed = await run(4_096, { list: { data: [{ id: "test-model", max_model_len: 4_096 }] } });
    expect(healed.status, healed.stderr).toBe(0);
    expect(healed.refused).toEqual([]);
    const lines = linesOf(healed.out);
    expect(eventsOf(lines, "model-ready")).toMatchObject([{ profile: "small", contextTokens: 4_096, because: "its context of 4096 tokens is below 16000" }]);
    expect(eventsOf(lines, "model-called").map(({ call }) => call.role)).not.toContain("probe");
  });

  test("keeps what the probe learned: no brief is sent that cannot fit", async () => {
    const words = "  // a line of the test that tells nothing of the fault at all\n".repeat(80);
    const long =
      brokenFiles["grade.test.js"]?.replace("() => assert.strictEqual(isGrown(18), true)", `() => {\n${words}  assert.strictEqual(isGrown(18), true);\n}`) ??
      "";
    const healed = await run(1_000, { files: { "grade.test.js": long, ".github/heal.yml": "tester: off\nreviewer: off\n" } });
    expect(healed.status, healed.stderr).toBe(0);
    expect(healed.refused).toEqual([1_200]);
  });

  test("is called too small only where not even the shortest brief and answer fit", async () => {
    const lost = await run(300);
    expect(lost.status).toBe(2);
    expect(lost.stderr + lost.stdout).toMatch(/The context of the model test-model \(300 tokens\) is too small for the shortest brief/);
  });
});
