import { expect, test } from "vitest";
import { assertionCount } from "../../../src/acceptance/assertion-count.js";
import { TreeSitterTrees } from "../../../src/adapters/syntax/tree-sitter-trees.js";
import { redCase, viewOf } from "../../support/tamper-scene.js";

const trees = new TreeSitterTrees();

const python = `import unittest

def check(x):
    assert x
    assert x > 1

class T(unittest.TestCase):
    def test_one(self):
        self.assertEqual(f(1), 1)
        check(f(2))

    def test_two(self):
        with self.assertRaises(ValueError):
            f(3)
`;

const script = `import assert from "node:assert/strict";
test("one", () => {
  assert.equal(f(1), 1);
  assert(f(2));
});
test("two", () => {
  expect(f(3)).toBe(3);
  expect(f(4)).not.toBe(3);
  other(f(5));
});
`;

const count = (path: string, text: string, ...titles: string[]) =>
  assertionCount({ files: viewOf({ [path]: text }), trees, cases: titles.map((title) => redCase(path, title)) });

test("assertions of the tests and of the helpers they call are counted, each once", async () => {
  expect(await count("tests/test_a.py", python, "test_one")).toBe(3);
  expect(await count("tests/test_a.py", python, "test_two")).toBe(1);
  expect(await count("tests/test_a.py", python, "test_one", "test_two")).toBe(4);
});

test("in JavaScript assert and expect count", async () => {
  expect(await count("test/a.test.js", script, "one")).toBe(2);
  expect(await count("test/a.test.js", script, "two")).toBe(2);
});

test("a case whose test cannot be found by name counts its whole file", async () => {
  expect(await count("test/a.test.js", script, "made by a loop")).toBe(4);
});

test("a file that cannot be read counts nothing", async () => {
  expect(await assertionCount({ files: viewOf({}), trees, cases: [redCase("gone.py", "test_x")] })).toBe(0);
});

test("what an assertion of one's own is made of is not counted", async () => {
  const stubbed = `test("one", () => {
  console.assert = (value) => assert.ok(value);
  const all = () => {
    console.assert(f(1) === 1);
    console.assert(f(2) === 2);
  };
  all();
});
`;
  expect(await count("test/a.test.js", stubbed, "one")).toBe(2);
});
