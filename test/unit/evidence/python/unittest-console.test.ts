import { describe, expect, it } from "vitest";
import { unittestConsole } from "../../../../src/evidence/readers/unittest/console.js";
import { reportFixture } from "../../../support/runners/report-fixtures.js";

describe("unittest's own output", () => {
  it.each(["mixed.txt", "mixed-verbose.txt"])("%s: names tests, subtests, class fixtures, files that do not load and unexpected successes", (name) => {
    const text = reportFixture(`unittest/${name}`);
    expect(unittestConsole.sniff(text)).toBe(true);
    const found = unittestConsole.read(text, { root: "/srv/app/ut", files: undefined });
    expect(found?.cases.map((one) => [one.id, one.kind, one.failure?.type])).toEqual([
      ["unittest:tests/test_broken.py", "load", "ModuleNotFoundError"],
      ["unittest:tests/test_price.py::ShelfTest > setUpClass", "hook", "RuntimeError"],
      ["unittest:tests/test_price.py::PriceTest > test_each > (want=3)", "test", "AssertionError"],
      ["unittest:tests/test_price.py::PriceTest > test_one", "test", "AssertionError"],
      ["unittest:tests/test_price.py::PriceTest > test_surprise", "test", "UnexpectedSuccess"],
    ]);
    expect(found?.cases[3]?.failure).toMatchObject({ expected: "1", actual: "2", frames: [{ file: "tests/test_price.py", line: 9, function: "test_one" }] });
    expect(found?.totals).toEqual({ passed: 1, skipped: 1 });
  });
});
