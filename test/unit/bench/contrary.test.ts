import { describe, expect, it } from "vitest";
import { contraryProject } from "../../../bench/repair/contrary.js";
import type { Row } from "../../../bench/repair/row.js";

const row = (task: string, example: string): Row => ({
  task_id: task,
  declaration: "",
  prompt: "def half(n):\n",
  buggy_solution: "    return n\n",
  canonical_solution: "",
  example_test: example,
  test: "",
  bug_type: "",
  entry_point: "half",
});

describe("a contrary test", () => {
  it("demands another value of the call that the row's own test makes", () => {
    const project = contraryProject(row("Python/1", "def check(half):\n    assert half(4) == 2, 'four'\ncheck(half)\n"), "hidden");
    expect(project?.files["test_value.py"]).toBe("from solution import half\n\n\ndef test_value_1():\n    assert half(4) == 3\n");
  });

  it("stands beside a plain copy of the row's own where the contradiction is to be read off", () => {
    const project = contraryProject(row("JavaScript/1", "const t = () => {\n  console.assert(half('a') === 'b')\n}\n"), "plain");
    expect(project?.files["value.test.js"]).toContain("assert.strictEqual(half('a'), 'b');");
    expect(project?.files["value.test.js"]).toContain("assert.strictEqual(half('a'), 'bx');");
  });

  it("is not made where no test compares with a whole literal", () => {
    expect(contraryProject(row("Python/1", "    assert half(1) == 0.5\n"), "plain")).toBeUndefined();
  });
});
