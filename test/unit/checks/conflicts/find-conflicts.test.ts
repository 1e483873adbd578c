import { describe, expect, it } from "vitest";
import { TreeSitterTrees } from "../../../../src/adapters/syntax/tree-sitter-trees.js";
import { findConflicts, isRed } from "../../../../src/checks/conflicts/find-conflicts.js";
import { type CaseName, type CaseResult, caseId } from "../../../../src/domain/case.js";

/** Without a title: the file cannot be loaded. */
function red(file: string, title: string | undefined): CaseResult {
  const name: CaseName = { runner: "pytest", file, titlePath: title === undefined ? [] : [title] };
  return { id: caseId(name), reportedId: title ?? file, name, kind: "test", status: "failed" };
}

async function conflicts(text: string, title: string | undefined, path = "tests/test_a.py"): Promise<string[]> {
  const found = await findConflicts({ files: [{ path, text }], isLookedAt: (test) => isRed(test, [red(path, title)]), trees: new TreeSitterTrees() });
  return found.map((one) => one.sentence);
}

const HEAD = "from shop.price import total\nimport shop.text as text\n\n";

describe("tests that contradict each other", () => {
  it("are found in Python by the same call and different literals, with lines and values", async () => {
    const found = await conflicts(
      `${HEAD}def test_a():\n    assert total([1, 2]) == 3\n\ndef test_b():\n    result = total([1,2])\n    assert result == 4\n`,
      "test_b",
    );
    expect(found).toEqual([
      "Two tests contradict each other about `total([1, 2])`: test_a (tests/test_a.py:5) expects 3, test_b (tests/test_a.py:9) expects 4. No code can satisfy both.",
    ]);
  });

  it("are found in unittest, with either order of the arguments and in truth values", async () => {
    const text = `${HEAD}import unittest\n\nclass T(unittest.TestCase):\n    def test_a(self):\n        self.assertEqual('x', text.trim(" x"))\n        self.assertTrue(text.blank(""))\n\n    def test_b(self):\n        self.assertEqual(text.trim(' x'), ' x')\n        self.assertFalse(text.blank(''))\n`;
    expect(await conflicts(text, "test_a")).toHaveLength(2);
  });

  it("are found between rows of a parametrised test", async () => {
    const text = `${HEAD}import pytest\n\n@pytest.mark.parametrize("prices, want", [([1], 1), ([1], 2)])\ndef test_a(prices, want):\n    assert total(prices) == want\n`;
    expect(await conflicts(text, "test_a")).toHaveLength(1);
  });

  it("are found where one demands a value and one an exception, also when their file cannot be loaded", async () => {
    const text = `${HEAD}import pytest\nfrom pytest import raises\n\n@pytest.mark.parametrize("word, want", [("a b", "a-b"), ("c", "c")])\ndef test_a(word, want):\n    assert text.slug(word) == want\n\n@pytest.mark.parametrize("word", [7, "a b"])\ndef test_b(word):\n    with pytest.raises(TypeError):\n        text.slug(word)\n\ndef test_c():\n    with raises(ValueError) as caught:\n        text.slug("a b")\n`;
    expect(await conflicts(text, undefined)).toEqual([
      'Two tests contradict each other about `shop.text.slug("a b")`: test_a (tests/test_a.py:9) expects "a-b", test_b (tests/test_a.py:13) expects it to raise TypeError. No code can satisfy both.',
      'Two tests contradict each other about `shop.text.slug("a b")`: test_a (tests/test_a.py:9) expects "a-b", test_c (tests/test_a.py:17) expects it to raise ValueError. No code can satisfy both.',
    ]);
    const unittest = `${HEAD}import unittest\n\nclass T(unittest.TestCase):\n    def test_a(self):\n        self.assertEqual(text.slug(7), "7")\n\n    def test_b(self):\n        with self.assertRaises(TypeError):\n            text.slug(7)\n`;
    expect(await conflicts(unittest, "test_b")).toHaveLength(1);
    const script =
      'import { slug } from "../src/slug.js";\nimport assert from "node:assert/strict";\n\nit("takes", () => {\n  expect(slug(7)).toBe("7");\n});\nit("throws", () => {\n  assert.throws(() => slug(7), TypeError);\n});\nit("throws too", () => {\n  expect(() => slug(7)).toThrow();\n});\n';
    expect(await conflicts(script, undefined, "test/slug.test.js")).toHaveLength(2);
  });

  it("are found in JavaScript for expect and assert", async () => {
    const text =
      'import { slug } from "../src/slug.js";\nimport assert from "node:assert/strict";\n\ndescribe("slug", () => {\n  it("joins", () => {\n    expect(slug("a b", { sep: "-" })).toBe("a-b");\n  });\n  it("cuts", () => {\n    assert.strictEqual(slug("a b", { sep: \'-\' }), "ab");\n  });\n});\n';
    expect(await conflicts(text, "cuts", "test/slug.test.js")).toEqual([
      'Two tests contradict each other about `slug("a b", { sep: "-" })`: joins (test/slug.test.js:6) expects "a-b", cuts (test/slug.test.js:9) expects "ab". No code can satisfy both.',
    ]);
  });

  it.each([
    ["the values are equal though spelled differently", "def test_a():\n    assert total([1]) == 1\n\ndef test_b():\n    assert total([1]) == 1.0\n"],
    ["the arguments differ", "def test_a():\n    assert total([1]) == 1\n\ndef test_b():\n    assert total([2]) == 2\n"],
    ["a test prepares something first", "def test_a():\n    text.setup('de')\n    assert total([1]) == 1\n\ndef test_b():\n    assert total([1]) == 2\n"],
    ["a fixture stands before it", "def test_a(shelf):\n    assert total([1]) == 1\n\ndef test_b():\n    assert total([1]) == 2\n"],
    [
      "one test alone sees both values",
      "def test_a():\n    assert text.count('a') == 1\n    assert text.count('a') == 2\n\ndef test_b():\n    assert text.count('a') == 3\n",
    ],
    [
      "both demand an exception, which may be a kind of the other",
      "import pytest\n\ndef test_a():\n    with pytest.raises(ValueError):\n        total([1])\n\ndef test_b():\n    with pytest.raises(Exception):\n        total([1])\n",
    ],
    [
      "something is prepared where an exception is awaited",
      "import pytest\n\ndef test_a():\n    assert total([1]) == 1\n\ndef test_b():\n    with pytest.raises(ValueError):\n        text.setup('de')\n        total([1])\n",
    ],
    ["another manager is entered", "def test_a():\n    assert total([1]) == 1\n\ndef test_b():\n    with text.language('de'):\n        total([1])\n"],
    ["the call takes nothing", "def test_a():\n    assert text.next() == 1\n\ndef test_b():\n    assert text.next() == 2\n"],
    ["the name is the test's own", "def own(x):\n    return x\n\ndef test_a():\n    assert own(1) == 1\n\ndef test_b():\n    assert own(1) == 2\n"],
  ])("are not claimed when %s", async (_, body) => {
    expect(await conflicts(HEAD + body, "test_b")).toEqual([]);
  });

  it("are not claimed when neither of them is red", async () => {
    expect(await conflicts(`${HEAD}def test_a():\n    assert total([1]) == 1\n\ndef test_b():\n    assert total([1]) == 2\n`, "test_c")).toEqual([]);
  });
});
