/** Descriptions, tests and code that task runs are tried with; the tests and the code are what a model would answer. */
export const slugTask = "Write `slugify(text)` in slug.py: lower case, words joined by one hyphen, nothing for an empty text.\n";

export const slugPython = {
  tests: [
    "from slug import slugify",
    "",
    "",
    "def test_joins_words():",
    '    assert slugify("Hello World") == "hello-world"',
    "",
    "",
    "def test_empty():",
    '    assert slugify("") == ""',
    "",
  ].join("\n"),
  code: 'def slugify(text):\n    return "-".join(text.lower().split())\n',
};

export const slugScript = {
  tests: [
    'const { test } = require("node:test");',
    'const assert = require("node:assert/strict");',
    'const { slugify } = require("./slug.js");',
    'test("joins words", () => assert.equal(slugify("Hello World"), "hello-world"));',
    'test("empty", () => assert.equal(slugify(""), ""));',
    "",
  ].join("\n"),
  code: 'exports.slugify = (text) => text.toLowerCase().split(/\\s+/).filter(Boolean).join("-");\n',
};

/** A package with tests of its own, in a folder of theirs. */
export const shop: Readonly<Record<string, string>> = {
  "shop/__init__.py": "",
  "shop/prices.py": "def total(prices):\n    return sum(prices)\n\n\ndef average(prices):\n    return sum(prices) // len(prices)\n",
  "tests/test_prices.py": [
    "from shop.prices import average, total",
    "",
    "",
    "def test_total():",
    "    assert total([1, 2]) == 3",
    "",
    "",
    "def test_average_of_equal_prices():",
    "    assert average([4, 4]) == 4",
    "",
  ].join("\n"),
};
