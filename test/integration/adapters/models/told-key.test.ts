import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ask, testKey } from "../../../support/model-server/client.js";
import { chunk, ending, says, streams } from "../../../support/model-server/replies.js";
import { ModelServer } from "../../../support/model-server/server.js";

let server: ModelServer;

beforeEach(async () => {
  server = await ModelServer.start();
});

afterEach(() => server.close());

/** Ways in which an endpoint can tell the key without writing twelve characters of it in a row. */
const told: readonly (readonly [string, string])[] = [
  ["in two pieces", `${testKey.slice(0, 11)} and ${testKey.slice(11, 22)}`],
  ["with dots", [...testKey].join(".")],
  ["with dashes", [...testKey].join("-")],
  ["in capitals", testKey.toUpperCase()],
  ["backwards", [...testKey].reverse().join(" ")],
];
const piece = testKey.slice(8, 11);

const usage = { input: 20, output: 20 };

describe.each(told)("a model that tells the key %s", (_, words) => {
  test("in a refusal is told without its words", async () => {
    server.next(streams([chunk({ role: "assistant", refusal: `No: ${words}` }), ...ending()]));
    expect(await ask(server)).toMatchObject({ kind: "refused", reason: "The model refused." });
  });

  test("in the reason for its end is told without that", async () => {
    server.next(
      streams([chunk({ role: "assistant", content: "x" }), chunk({}, words)]),
      streams([chunk({ role: "assistant", content: "x" }), chunk({}, `safety ${words}`)]),
    );
    expect(await ask(server)).toMatchObject({ kind: "malformed", reason: "The answer ended for an unknown reason." });
    expect(await ask(server)).toMatchObject({ kind: "refused", reason: "The endpoint's content filter held the answer back." });
  });

  test("in its explanation keeps its code alone", async () => {
    const code = "```js\nexport const a = 1;\n```";
    const block = "<<<<<<< SEARCH\na = 1\n=======\na = 2\n>>>>>>> REPLACE";
    server.next(says(`The cause: ${words}.\n\n${code}\n\nSo it was.`), says(`Because ${words}.\n${block}\n`));
    const withheld = "[withheld: it tells of the key]";
    expect(await ask(server)).toMatchObject({ kind: "text", text: `${withheld}\n${code}\n${withheld}` });
    const second = await ask(server);
    expect(second).toMatchObject({ kind: "text", text: `${withheld}\n${block}\n` });
    expect(JSON.stringify(second)).not.toContain(piece);
  });

  test("beside its tool calls keeps the calls alone", async () => {
    const call = { index: 0, id: "call_1", function: { name: "list", arguments: "{}" } };
    server.next(streams([chunk({ role: "assistant", content: words, tool_calls: [call] }), ...ending({ finish: "tool_calls" })]));
    expect(await ask(server)).toMatchObject({ kind: "tool-calls", text: "[withheld: it tells of the key]" });
  });
});

test("what does not tell of the key is quoted", async () => {
  server.next(
    streams([chunk({ role: "assistant", refusal: "I cannot help with that." }), ...ending()]),
    streams([chunk({ role: "assistant", content: "x" }), ...ending({ finish: "tired" })]),
    says("Because of the limit.\n"),
  );
  expect(await ask(server)).toMatchObject({ kind: "refused", reason: 'The model refused. It says: "I cannot help with that."' });
  expect(await ask(server)).toMatchObject({ kind: "malformed", reason: 'The answer ended for an unknown reason. It says: "tired".' });
  expect(await ask(server)).toEqual({ kind: "text", text: "Because of the limit.\n", usage: { ...usage, output: 5 } });
});

test("a word that stands in for a key takes no explanation away", async () => {
  server.next(says("The test keeps failing."));
  expect(await ask(server, { apiKey: "test-key" })).toMatchObject({ text: "The test keeps failing." });
});
