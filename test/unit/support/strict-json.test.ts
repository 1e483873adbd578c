import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseStrictJson, strictJsonOf } from "../../../src/support/strict-json.js";

describe("strict JSON", () => {
  test("reads what JSON.parse reads of any JSON value, and the same", () => {
    const value = fc.jsonValue({ maxDepth: 6 }).filter((candidate) => !JSON.stringify(candidate).includes("__proto__"));
    fc.assert(
      fc.property(value, fc.constantFrom(undefined, 2, "\t"), (given, indent) => {
        const text = JSON.stringify(given, null, indent);
        const read = parseStrictJson(text);
        expect(read.kind === "value" ? JSON.stringify(read.value) : read).toBe(JSON.stringify(JSON.parse(text)));
      }),
    );
  });

  test("takes no text that JSON.parse refuses", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[[\]{}",:0-9eE+. truefalsn\\-]{0,30}$/)), (text) => {
        if (parseStrictJson(text).kind === "value") expect(() => JSON.parse(text) as unknown).not.toThrow();
      }),
      { numRuns: 2_000 },
    );
  });

  test.each([
    ["prose in front", 'Here it is: {"a": 1}', "no JSON value at character 1"],
    ["prose behind", '{"a": 1} as asked', "text after the value at character 10"],
    ["two values", "{} {}", "text after the value at character 4"],
    ["a comma too many in a list", "[1, 2,]", "no JSON value at character 7"],
    ["a comma too many in an object", '{"a": 1,}', "no complete string at character 9"],
    ["NaN", '{"a": NaN}', "no JSON value at character 7"],
    ["Infinity", "[Infinity]", "no JSON value at character 2"],
    ["a number beyond a double", "[1e999]", "a number that is too large at character 7"],
    ["a zero in front", "[01]", '"]" is missing at character 3'],
    ["single quotes", "{'a': 1}", "no complete string at character 2"],
    ["a comment", "[1 /* one */]", '"]" is missing at character 4'],
    ["the same key twice", '{"a": 1, "a": 2}', "the same key twice at character 13"],
    ["the same key twice, once escaped", '{"a": 1, "\\u0061": 2}', "the same key twice at character 18"],
    ["a key that reaches for the prototype", '{"__proto__": {"admin": true}}', 'the key "__proto__" at character 13'],
    ["the same, escaped", '{"\\u005f_proto__": 1}', 'the key "__proto__" at character 18'],
    ["half of a surrogate pair", '["\\ud83d"]', "half of a surrogate pair at character 10"],
    ["half of a surrogate pair, raw", '["\ude00"]', "half of a surrogate pair at character 5"],
    ["a control character in a string", '["a\nb"]', "no complete string at character 2"],
    ["an object that does not end", '{"a": [1, {"b"', '":" is missing at character 15'],
    ["nothing", "", "the text ends too early at character 1"],
  ])("refuses %s and says where", (_, text, reason) => {
    expect(parseStrictJson(text)).toEqual({ kind: "invalid", reason });
  });

  test("keeps names that every object has apart from the object", () => {
    const read = parseStrictJson('{"constructor": 1, "toString": 2}');
    if (read.kind !== "value") throw new Error(read.reason);
    expect(Object.getPrototypeOf(read.value)).toBeNull();
    expect(Object.entries(read.value as object)).toEqual([
      ["constructor", 1],
      ["toString", 2],
    ]);
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });

  test("refuses what is nested deeper than allowed, without running out of stack", () => {
    expect(parseStrictJson(`${"[".repeat(32)}${"]".repeat(32)}`)).toMatchObject({ kind: "value" });
    expect(parseStrictJson("[".repeat(33) + "]".repeat(33))).toEqual({ kind: "invalid", reason: "nested deeper than 32" });
    expect(parseStrictJson("[".repeat(10_000))).toEqual({ kind: "invalid", reason: "nested deeper than 32" });
    expect(parseStrictJson('{"a":'.repeat(10_000))).toEqual({ kind: "invalid", reason: "nested deeper than 32" });
  });

  test("refuses what is longer than allowed before it reads it", () => {
    const hundredMegabytes = `"${"a".repeat(100 * 1024 ** 2)}"`;
    expect(parseStrictJson(hundredMegabytes)).toEqual({ kind: "invalid", reason: "longer than 1048576 characters" });
    expect(strictJsonOf(hundredMegabytes)).toEqual({ kind: "invalid", reason: "longer than 1048576 characters" });
  });

  test("reads long strings", () => {
    const text = JSON.stringify('é\\"\n'.repeat(100_000));
    expect(parseStrictJson(text)).toEqual({ kind: "value", value: JSON.parse(text) as unknown });
  });
});

describe("the JSON of a reply", () => {
  test.each([
    ["alone", ' {"a": 1}\n'],
    ["in a fence", '```json\n{"a": 1}\n```'],
    ["in a fence without a language", '```\n{"a": 1}\n```'],
    ["in a fence with prose around", 'Here it is:\n\n```json\n{"a": 1}\n```\nI hope it helps.'],
  ])("is found %s", (_, reply) => {
    expect(strictJsonOf(reply)).toEqual({ kind: "value", value: { a: 1 } });
  });

  test.each([
    ["two fences hold one each", '```json\n{"a": 1}\n```\n```json\n{"a": 2}\n```', "more than one fenced block"],
    ["prose stands around it without a fence", 'It is {"a": 1}.', "no JSON value at character 1"],
    ["the fence does not end", '```json\n{"a": 1}', "no JSON value at character 1"],
    ["the fence holds something else", "```json\nsorry\n```", "no JSON value at character 1"],
  ])("is not guessed when %s", (_, reply, reason) => {
    expect(strictJsonOf(reply)).toEqual({ kind: "invalid", reason });
  });
});
