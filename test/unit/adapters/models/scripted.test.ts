import { describe, expect, test } from "vitest";
import { readScript } from "../../../../src/adapters/models/scripted/script.js";
import { ScriptedModel } from "../../../../src/adapters/models/scripted/scripted-model.js";
import { SetupError } from "../../../../src/domain/errors.js";
import type { ModelRole } from "../../../../src/domain/model-call.js";
import { askFor } from "../../../support/model-server/client.js";

const free = { input: 0, output: 0 };
const scripted = (text: string) => new ScriptedModel(readScript(text, "replies.yml"), "replies.yml");
const ask = (model: ScriptedModel, role: ModelRole) => model.complete(askFor({ role }), new AbortController().signal);

describe("a script", () => {
  test("answers in order, each role with the first reply that is for it or for anybody", async () => {
    const model = scripted("replies:\n  - role: tester\n    text: cases\n  - first\n  - text: |\n      def f():\n          return 1\n");
    expect(await ask(model, "coder")).toEqual({ kind: "text", text: "first", usage: free });
    expect(await ask(model, "tester")).toEqual({ kind: "text", text: "cases", usage: free });
    expect(await ask(model, "coder")).toEqual({ kind: "text", text: "def f():\n    return 1\n", usage: free });
  });

  test("may be JSON, and may play what goes wrong", async () => {
    const replies = [
      {
        calls: [
          { name: "read_file", arguments: { path: "a.py" } },
          { name: "list", arguments: "{broken" },
        ],
      },
      { kind: "cut-off", text: "half", usage: { input: 3, output: 4 } },
      { kind: "empty" },
      { kind: "refused", reason: "No." },
      { kind: "malformed" },
      { kind: "context-exceeded" },
      { kind: "unavailable", reason: "Down." },
    ];
    const model = scripted(JSON.stringify({ replies }));
    const given = [];
    for (const _ of replies) given.push(await ask(model, "coder"));
    expect(given).toEqual([
      {
        kind: "tool-calls",
        calls: [
          { id: "call_1", name: "read_file", arguments: '{"path":"a.py"}' },
          { id: "call_2", name: "list", arguments: "{broken" },
        ],
        text: "",
        usage: free,
      },
      { kind: "cut-off", text: "half", usage: { input: 3, output: 4 } },
      { kind: "empty", usage: free },
      { kind: "refused", reason: "No.", usage: free },
      { kind: "malformed", reason: "The script says so.", usage: free },
      { kind: "context-exceeded", limit: null },
      { kind: "unavailable", reason: "Down.", retry: "never", retryAfterMs: null },
    ]);
  });

  test("that is used up says so, and for whom something is left", async () => {
    const model = scripted("replies:\n  - role: tester\n    text: cases\n");
    const reason = "The script replies.yml has no reply for call 1 (role coder): 1 for other roles are left.";
    expect(await ask(model, "coder")).toEqual({ kind: "unavailable", reason, retry: "never", retryAfterMs: null });
    await ask(model, "tester");
    expect(await ask(model, "tester")).toMatchObject({ reason: "The script replies.yml has no reply for call 3 (role tester): all are used." });
  });

  test.each([
    ["a file that is no YAML", "replies: [", /^The scripted model's file replies\.yml cannot be used: .* at line 1, column \d+/],
    ["a file without replies", "answers: []", /cannot be used: .*replies/],
    ["no reply at all", "replies: []", /cannot be used: replies: /],
    ["an unknown key", "replies:\n  - txt: a\n", /cannot be used: replies\.0/],
    ["an unknown role", "replies:\n  - role: judge\n    text: a\n", /cannot be used: replies\.0/],
    ["a reply that says nothing", "replies:\n  - role: coder\n", /^replies\.yml: replies\[0\] has neither text, calls nor kind/],
    ["the same key twice", "replies:\n  - text: a\n    text: b\n", /cannot be used: Map keys must be unique/],
  ])("is refused with its place: %s", (_, text, message) => {
    expect(() => readScript(text, "replies.yml")).toThrow(message);
    expect(() => readScript(text, "replies.yml")).toThrow(SetupError);
  });
});
