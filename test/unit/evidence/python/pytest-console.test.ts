import { describe, expect, it } from "vitest";
import { pytestConsole } from "../../../../src/evidence/readers/pytest/console.js";
import type { ReadCases } from "../../../../src/evidence/readers/reader.js";
import { reportFixture } from "../../../support/runners/report-fixtures.js";

function read(name: string): ReadCases {
  const text = reportFixture(`pytest/${name}`);
  expect(pytestConsole.sniff(text)).toBe(true);
  const cases = pytestConsole.read(text, { root: "/srv/app", files: undefined });
  if (cases === undefined) throw new Error("nothing read");
  return cases;
}

const RED = [
  "pytest:tests/test_price.py::test_total::a - b::c[1]",
  "pytest:tests/test_price.py::TestLabel > test_word",
  "pytest:tests/test_price.py::test_strict",
  "pytest:tests/test_price.py::test_each > [part] (i=1)",
  "pytest:tests/test_price.py::test_shelf",
];

describe("pytest's own output", () => {
  it.each(["mixed-ci.txt", "mixed-short-verbose.txt", "mixed-no-traceback.txt", "mixed-native.txt"])(
    "%s: names, kinds and totals are the same in every style",
    (name) => {
      const found = read(name);
      expect(found.cases.map((one) => one.id)).toEqual(RED);
      expect(found.totals).toMatchObject({ passed: 2, skipped: 1 });
      expect(found.intact).toBe(true);
    },
  );

  it.each(["mixed-ci.txt", "mixed-short-verbose.txt", "mixed-native.txt"])(
    "%s: the last exception of a chain is the headline, its frames come first",
    (name) => {
      const word = read(name).cases[1]?.failure;
      expect(word).toMatchObject({ type: "ValueError", message: "no label for 'x'" });
      expect(word?.frames.map((frame) => `${frame.file}:${frame.line}`)).toEqual(["shop/price.py:9", "tests/test_price.py:17", "shop/price.py:7"]);
    },
  );

  it("takes both values of a comparison, and not what the test printed", () => {
    const total = read("mixed-ci.txt").cases[0]?.failure;
    expect(total).toMatchObject({ type: "AssertionError", expected: "1", actual: "2" });
    expect(total?.message).toBe("assert 2 == 1\n +  where 2 = total([1])");
    expect(total?.excerpt).toContain("Captured stdout call");
  });

  it("knows a set-up error and a strict unexpected pass", () => {
    const { cases } = read("mixed-ci.txt");
    expect(cases[4]).toMatchObject({
      kind: "hook",
      failure: { type: "RuntimeError", message: "no shelf", frames: [{ file: "tests/test_price.py", line: 32 }] },
    });
    expect(cases[2]?.failure).toMatchObject({ type: "XPASS(strict)", frames: [] });
  });

  it("reads files that do not load as one case each, with the place of the fault", () => {
    const { cases, totals } = read("collection-errors.txt");
    expect(cases.map((one) => [one.id, one.kind, one.failure?.type])).toEqual([
      ["pytest:load/test_broken.py", "load", "ImportError"],
      ["pytest:load/test_syntax.py", "load", "SyntaxError"],
    ]);
    expect(cases[0]?.failure?.message).toMatch(/^cannot import name 'totl' from 'shop.price'/);
    expect(cases[1]?.failure?.frames[0]).toEqual({ file: "load/test_syntax.py", line: 1 });
    expect(totals).toEqual({ passed: 0, skipped: 0 });
  });

  it("finds the test an interpreter died in by the dump, which stands innermost first", () => {
    const found = read("crash.txt");
    expect(found.cases.map((one) => [one.id, one.failure?.type])).toEqual([["pytest:crash/test_crash.py::test_two", "Segmentation fault (SIGSEGV)"]]);
    expect(found.totals).toEqual({ passed: 1, skipped: 0 });
    expect(found.intact).toBe(false);
  });

  it("names a conftest.py that does not load", () => {
    expect(read("conftest.txt").cases.map((one) => [one.id, one.kind, one.failure?.message])).toEqual([
      ["pytest:conf/conftest.py", "load", "No module named 'nowhere_to_be_found'"],
    ]);
  });

  it("knows the counts when nothing is named", () => {
    const found = read("mixed-quiet-no-summary.txt");
    expect([found.cases, found.totals]).toEqual([[], { passed: 2, skipped: 1 }]);
  });
});
