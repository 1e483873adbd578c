import { describe, expect, test } from "vitest";
import { cassetteKey, steadyPrompt } from "../../../../src/adapters/models/cassette-key.js";
import { fenced, fenceRule } from "../../../../src/agents/coder/model/text/fence.js";

const keyOf = (content: string, temperature = 0) => cassetteKey({ messages: [{ role: "user", content }], temperature });

describe("the key of a prompt is the same in two runs", () => {
  test.each([
    ["whose fence differs", "<<data 3f9ac01b77de\nx\n3f9ac01b77de data>>", "<<data 00aa11bb22cc\nx\n00aa11bb22cc data>>"],
    ["whose durations differ", "1 failed in 0.53s (12 ms)", "1 failed in 12.04s (8 ms)"],
    ["whose clock differs", "at 2026-03-01T10:00:00.123Z", "at 2026-11-30 23:59:59"],
    ["whose temporary folder differs", 'File "/tmp/heal-a1B2/x.py", line 3', 'File "/tmp/heal-ZZ99/x.py", line 3'],
    ["whose temporary folder differs on a Mac", "/private/var/folders/q3/abc123/T/run-1/x.js:1", "/var/folders/9z/zzz/T/run-2/x.js:1"],
    ["whose pytest folder differs", "pytest-of-ann/pytest-12/test_a0", "pytest-of-bob/pytest-3/test_a0"],
    ["whose port differs", "connect ECONNREFUSED 127.0.0.1:43121", "connect ECONNREFUSED 127.0.0.1:51000"],
    ["whose object address differs", "<Cart object at 0x7f3c2a1b4d90>", "<Cart object at 0x7fffb2c33a10>"],
    ["whose process differs", "[pid 4711] died", "[pid 99] died"],
  ])("%s", (_, one, other) => {
    expect(one).not.toBe(other);
    expect(keyOf(one)).toBe(keyOf(other));
  });
});

describe("the key of a prompt differs", () => {
  test.each([
    ["when the code does", "return a - b", "return a + b"],
    ["when a number of the code does", "limit = 10", "limit = 11"],
    ["when a file's name does", "/tmp/heal-a/x.py", "/tmp/heal-a/y.py"],
    ["when a line number does", "x.py:12: AssertionError", "x.py:13: AssertionError"],
    ["when two tokens change places", "3f9ac01b77de 00aa11bb22cc 3f9ac01b77de", "3f9ac01b77de 00aa11bb22cc 00aa11bb22cc"],
  ])("%s", (_, one, other) => {
    expect(keyOf(one)).not.toBe(keyOf(other));
  });

  test("when the temperature, the roles or the tool calls do", () => {
    const said = { role: "assistant", content: "x", toolCalls: [{ id: "call_1", name: "list", arguments: "{}" }] } as const;
    const keys = [
      keyOf("x"),
      keyOf("x", 0.7),
      cassetteKey({ messages: [{ role: "system", content: "x" }], temperature: 0 }),
      cassetteKey({ messages: [said], temperature: 0 }),
      cassetteKey({ messages: [{ ...said, toolCalls: [{ id: "call_1", name: "list", arguments: '{"a":1}' }] }], temperature: 0 }),
    ];
    expect(new Set(keys).size).toBe(keys.length);
  });
});

test("the key of a prompt is the same whatever token fences its data", () => {
  const prompt = (token: string) => `${fenceRule(token)}\n${fenced("assert 1 == 2", "test_a.py", token)}`;
  expect(keyOf(prompt("00ff00ff00ff00ff"))).toBe(keyOf(prompt("123456789012345e")));
});

test("the steady prompt shows what was put in the place of what differs", () => {
  const content = 'took 3 ms, File "/tmp/q/a.py", at 0x7f3c2a1b4d90, localhost:8080, fence 3f9ac01b77de';
  expect(steadyPrompt([{ role: "user", content }])).toBe('[user]\ntook <duration>, File "<temp>/a.py", at <address>, localhost:<port>, fence <token 1>');
});
