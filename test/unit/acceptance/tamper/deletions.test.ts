import { describe, expect, test } from "vitest";
import { judged } from "../../../support/tamper-scene.js";

const before = "def f(x):\n    if x > 3:\n        x = 3\n    log(x)\n    return x\n";
const scene = { path: "calc.py", before, after: "def f(x):\n    log(x)\n    return x\n", test: "def test_doubles():\n    assert f(7) == 7\n" };

describe("a patch that only deletes code", () => {
  test("is refused when no test covers any of it", async () => {
    const report = await judged(scene, [1, 4, 5]);
    expect(report.findings).toMatchObject([{ rule: "uncovered-deletion", path: "calc.py", line: 2 }]);
  });

  test("passes when a test runs some of it", async () => {
    expect((await judged(scene, [1, 2, 3, 4, 5])).findings).toEqual([]);
    expect((await judged(scene, [1, 2, 4, 5])).findings).toEqual([]);
  });

  test("is not judged without coverage, and the report says so", async () => {
    expect(await judged(scene)).toEqual({ findings: [], notChecked: ["Whether a test covers the code deleted from calc.py: no coverage was measured."] });
  });
});

test("a patch that also writes code is judged by other rules", async () => {
  expect(await judged({ ...scene, after: "def f(x):\n    log(x, 1)\n    return x\n" }, [1])).toEqual({ findings: [], notChecked: [] });
});

test("deleted comments and blank lines are no code", async () => {
  const commented = { ...scene, before: "# old\n\ndef f(x):\n    return x\n", after: "def f(x):\n    return x\n" };
  expect(await judged(commented, [3])).toEqual({ findings: [], notChecked: [] });
});
