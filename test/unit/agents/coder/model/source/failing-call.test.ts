import { describe, expect, it } from "vitest";
import { failureText } from "../../../../../../src/agents/coder/model/prompt/failure-text.js";
import { failingCalls } from "../../../../../../src/agents/coder/model/source/failing-call.js";
import type { Brief } from "../../../../../../src/domain/brief.js";
import type { CaseResult } from "../../../../../../src/domain/case.js";
import type { Failure } from "../../../../../../src/domain/failure.js";
import { briefOf, failureOf, suspectOf, trees } from "../scripted-model.js";

const file = "shop.test.js";
const text = `const check = (value) => {
  assert.ok(value);
};
test("examples", () => {
  const examples = () => {
    check(total([]) === 0);
    check(
      total([1, 2]) === 3,
    );
  };
  examples();
});
`;
const steps = [
  { file: "shop.js", line: 1, function: "total", event: "call", values: { prices: "[1, 2]" } },
  { file: "shop.js", line: 2, function: "total", event: "return", values: { return: "2" } },
] as const;
const trace = () => Promise.resolve({ first: steps, last: [], omitted: 0 });

/** What node:test says of `assert.ok(false)` in a helper. */
const silent: Partial<Failure> = {
  message: "The expression evaluated to a falsy value:\n\n  assert.ok(value)\n",
  expected: "true",
  actual: "false",
  frames: [
    { file, line: 2, function: "check" },
    { file, line: 7, function: "examples" },
    { file, line: 11 },
  ],
};

function red(more: Partial<Failure>): CaseResult {
  const result = failureOf(file, ["examples"]);
  return { ...result, failure: { ...(result.failure as Failure), ...more } };
}

async function told(failure: CaseResult, more: Partial<Brief> = {}): Promise<string> {
  const brief = briefOf({ [file]: text }, { failures: [failure], suspects: [suspectOf("shop.js", "total")], trace, ...more });
  return failureText(failure, 600, (await failingCalls(brief, [failure], trees)).get(failure.id));
}

describe("a failure whose assertion says only false", () => {
  it("is told with the statement that calls the suspected function, past the test's own helpers, and with what came there", async () => {
    expect(await told(red(silent))).toContain("failing line: check(\n      total([1, 2]) === 3,\n    );\nthere: total returned 2");
  });

  it("is told without a value where none was recorded", async () => {
    const text = await told(red(silent), { trace: () => Promise.resolve(undefined) });
    expect(text).toContain("failing line: check(");
    expect(text).not.toContain("there:");
  });

  it("is left as it is where it shows both values, or no statement names a suspect, and costs no run then", async () => {
    let runs = 0;
    const counted = () => {
      runs += 1;
      return trace();
    };
    expect(await told(red({ ...silent, expected: "3", actual: "2" }), { trace: counted })).not.toContain("failing line:");
    expect(await told(red(silent), { trace: counted, suspects: [suspectOf("shop.js", "other")] })).not.toContain("failing line:");
    expect(runs).toBe(0);
  });
});
