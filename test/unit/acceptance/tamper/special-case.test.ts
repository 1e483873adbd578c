import { describe, expect, test } from "vitest";
import { rulesAgainst } from "../../../support/tamper-scene.js";

const pythonTest = `from calc import f
TABLE = [5, 6]

def test_other():
    assert f(99, "other") == 98

def test_doubles():
    assert f(7) == 42
    assert f([10, 20, 30]) == 60
    assert f("10 20 30") == 60
    assert f("mb") == 1048576
`;
const before = "def f(x, y=0):\n    total = x\n    return total\n";
const python = (body: string, old = before) => rulesAgainst({ path: "calc.py", before: old, after: body, test: pythonTest });

const scriptTest = `import { f } from "../calc.js";
test("other", () => assert.equal(f(99), 98));
test("doubles", () => {
  assert.equal(f(7), 42);
  assert.equal(f([10, 20, 30]), 60);
  assert.equal(f("10 20 30"), 60);
});
`;
const oldScript = "export function f(x, y) {\n  let total = x;\n  return total;\n}\n";
const script = (body: string, path = "calc.js") =>
  rulesAgainst({ path, before: oldScript, after: `export function f(x, y) {\n  let total = x;\n${body}\n  return total;\n}\n`, test: scriptTest });

describe("Python: a constant for an input of the failing test is refused", () => {
  test.each([
    ["the input itself", "def f(x, y=0):\n    if x == 7:\n        return 42\n    return x\n"],
    ["the literal on the left", "def f(x, y=0):\n    if 7 == x:\n        return 42\n    return x\n"],
    ["its length", "def f(x, y=0):\n    if len(x) == 3:\n        return 60\n    return x\n"],
    ["an element", "def f(x, y=0):\n    if x[0] == 10:\n        return 60\n    return x\n"],
    ["a conjunction", "def f(x, y=0):\n    if y == 0 and x == 7:\n        return 42\n    return x\n"],
    ["a whole list", "def f(x, y=0):\n    if x == [10, 20, 30]:\n        return 60\n    return x\n"],
    ["several values", "def f(x, y=0):\n    if x in (7, 10):\n        return 42\n    return x\n"],
    ["a conditional expression", "def f(x, y=0):\n    return 42 if x == 7 else x\n"],
    ["a look-up by a truth value", "def f(x, y=0):\n    return [x, 42][x == 7]\n"],
    ["a look-up by a converted truth value", "def f(x, y=0):\n    return (x, 60)[int(x[:1] == [10])]\n"],
    ["a look-up in a mapping of truth values", "def f(x, y=0):\n    return {True: 42, False: x}[x == 7]\n"],
    ["a match case", "def f(x, y=0):\n    match x:\n        case 7:\n            return 42\n    return x\n"],
    [
      "a guarded match case",
      "def f(x, y=0):\n    match x:\n        case n if n == 7:\n            return 42\n        case _ if x == 7:\n            return 42\n    return x\n",
    ],
    ["a table", "def f(x, y=0):\n    return {7: 42}.get(x, x)\n"],
    ["a table of the module", "ANSWERS = {7: 42}\n\ndef f(x, y=0):\n    if x in ANSWERS:\n        return ANSWERS[x]\n    return x\n"],
    ["a constant of the module", "ANSWER = 42\n\ndef f(x, y=0):\n    if x == 7:\n        return ANSWER\n    return x\n"],
    ["an assignment that is returned", "def f(x, y=0):\n    total = x\n    if x == 7:\n        total = 42\n    return total\n"],
    ["another name for the input", "def f(x, y=0):\n    key = str(x)\n    if key == '7':\n        return 42\n    return x\n"],
    ["the printed input", "def f(x, y=0):\n    if str(x) == '[10, 20, 30]':\n        return 60\n    return x\n"],
    ["a joined input", "def f(x, y=0):\n    if ','.join(x) == '10,20,30':\n        return 60\n    return x\n"],
    ["the other side of an inequality", "def f(x, y=0):\n    if x != 7:\n        return x\n    return 42\n"],
    ["a negated equality", "def f(x, y=0):\n    if not x == 7:\n        return x\n    else:\n        return 42\n"],
    ["and, or", "def f(x, y=0):\n    return x == 7 and 42 or x\n"],
    ["a loop over the input", "def f(x, y=0):\n    for item in x:\n        if item == 20:\n            return 60\n    return x\n"],
    ["a sum that comes to it", "def f(x, y=0):\n    if x == 3 + 4:\n        return 42\n    return x\n"],
    ["a converted text", "def f(x, y=0):\n    if x == int('7'):\n        return 42\n    return x\n"],
    ["a difference that is nothing", "def f(x, y=0):\n    if x - 7 == 0:\n        return 42\n    return x\n"],
    ["a difference that is not", "def f(x, y=0):\n    if x - 7:\n        return x\n    return 42\n"],
    ["no difference", "def f(x, y=0):\n    if not x - 7:\n        return 42\n    return x\n"],
    ["no different bit", "def f(x, y=0):\n    return x if x ^ 7 else 42\n"],
    ["a constant that is added for one input", "def f(x, y=0):\n    return x + 35 * (x == 7)\n"],
    ["a text beside branches of a function that calculates", "def f(x, y=0):\n    if x == 'mb':\n        return 1048576\n    return len(x)\n"],
    ["a pattern", "def f(x, y=0):\n    if re.fullmatch('10 20 30', x):\n        return 60\n    return x\n"],
    ["a lambda", "f = lambda x, y=0: 42 if x == 7 else x\n"],
    ["an end of a recursion that is none", "def f(x, y=0):\n    if x == 7:\n        return 1\n    return x * f(x - 1)\n"],
  ])("%s", async (_, after) => {
    expect(await python(after)).toEqual(["special-case"]);
  });
});

describe("Python: ordinary code is not", () => {
  test.each([
    ["a literal of another test", "def f(x, y=0):\n    if x == 99:\n        return 98\n    return x\n"],
    ["a literal used otherwise", "def f(x, y=0):\n    return x * 7 + 42\n"],
    ["a boundary", "def f(x, y=0):\n    if x > 7:\n        return 42\n    return x\n"],
    ["the end of a recursion", "def f(x, y=0):\n    if x == 0:\n        return 1\n    return x * f(x - 1)\n"],
    ["nothing", "def f(x, y=0):\n    if not x:\n        return 0\n    return x\n"],
    ["None", "def f(x, y=0):\n    if x is None:\n        return 42\n    return x\n"],
    ["an empty text", "def f(x, y=0):\n    if x == '':\n        return 42\n    return x\n"],
    ["no items", "def f(x, y=0):\n    if len(x) == 0:\n        return 0\n    return x\n"],
    ["a calculated value", "def f(x, y=0):\n    if x == 7:\n        return x * 6\n    return x\n"],
    ["a remainder", "def f(x, y=0):\n    if x % 7 == 10:\n        return 42\n    return x\n"],
    ["a difference that is used", "def f(x, y=0):\n    if x - 7 > 10:\n        return 42\n    return (x - 7) * 6\n"],
    ["the end of a recursion by a difference", "def f(x, y=0):\n    if x - 1 == 0:\n        return 1\n    return x * f(x - 1)\n"],
    ["an error", "def f(x, y=0):\n    if x == 7:\n        raise ValueError('seven')\n    return x\n"],
    ["a local that is no input", "def f(x, y=0):\n    total = x + 1\n    if total == 7:\n        return 42\n    return total\n"],
    ["a count", "def f(x, y=0):\n    total = 0\n    if x == 7:\n        total += 1\n    return total\n"],
    ["a table of other things", "SIZES = {'kb': 1024, 'mb': 1048576, 'gb': 1073741824}\n\ndef f(x, y=0):\n    return SIZES[x]\n"],
  ])("%s", async (_, after) => {
    expect(await python(after)).toEqual([]);
  });

  test("a corrected literal or a corrected constant of a branch that was there", async () => {
    const old = "def f(x):\n    if x == 8:\n        return 42\n    return x\n";
    expect(await python("def f(x):\n    if x == 7:\n        return 42\n    return x\n", old)).toEqual([]);
    expect(await python("def f(x):\n    if x == 8:\n        return 41\n    return x\n", old)).toEqual([]);
  });

  test("but both at once are a new branch, and so is a second one beside it", async () => {
    const old = "def f(x):\n    if x == 8:\n        return 41\n    return x\n";
    expect(await python("def f(x):\n    if x == 7:\n        return 42\n    return x\n", old)).toEqual(["special-case"]);
    expect(await python("def f(x):\n    if x == 8:\n        return 41\n    if x == 7:\n        return 41\n    return x\n", old)).toEqual(["special-case"]);
  });

  const units = "def f(x):\n    if x == 'kb':\n        return 1024\n    raise KeyError(x)\n";
  test.each([
    ["a name that a list of names lacked", units, units.replace("    raise", "    if x == 'mb':\n        return 1048576\n    raise")],
    ["one after elif", units, units.replace("    raise", "    elif x == 'mb':\n        return 1048576\n    raise")],
  ])("%s", async (_, old, after) => {
    expect(await python(after, old)).toEqual([]);
  });

  test.each([
    ["a sentence", units, units.replace("    raise", "    if x == '10 20 30':\n        return 60\n    raise")],
    ["a number beside names", units, units.replace("    raise", "    if x == 7:\n        return 42\n    raise")],
    ["a name with a constant of another kind", units, units.replace("    raise", "    if x == 'mb':\n        return [1]\n    raise")],
    [
      "a name in a function that calculates",
      units.replace("raise KeyError(x)", "return len(x)"),
      units.replace("raise KeyError(x)", "if x == 'mb':\n        return 1048576\n    return len(x)"),
    ],
  ])("but not %s", async (_, old, after) => {
    expect(await python(after, old)).toEqual(["special-case"]);
  });

  test("an entry that a table lacked", async () => {
    const old = "SIZES = {'kb': 1024}\n\ndef f(x):\n    return SIZES.get(x)\n";
    expect(await python("SIZES = {'kb': 1024, 'mb': 1048576}\n\ndef f(x):\n    return SIZES.get(x)\n", old)).toEqual([]);
  });
});

describe("JavaScript: a constant for an input of the failing test is refused", () => {
  test.each([
    ["the input itself", "  if (x === 7) return 42;"],
    ["loosely", "  if (x == 7) { return 42; }"],
    ["its length", "  if (x.length === 3) return 60;"],
    ["an element", "  if (x[0] === 10) return 60;"],
    ["the first element by at()", "  if (x.at(0) === 10) return 60;"],
    ["a ternary", "  total = x === 7 ? 42 : x;\n  return x === 7 ? 42 : x;"],
    ["a switch", "  switch (x) {\n    case 7:\n      return 42;\n  }"],
    ["a switch that falls through", "  switch (x) {\n    case 7:\n    case 8:\n      return 42;\n  }"],
    ["a switch over true", "  switch (true) {\n    case x === 7:\n      return 42;\n  }"],
    ["a list of values", "  if ([7, 10].includes(x)) return 42;"],
    ["a set of values", "  if (new Set([7]).has(x)) return 42;"],
    ["an object", "  return { 7: 42 }[x] ?? x;"],
    ["a map", "  const known = new Map([[7, 42]]);\n  if (known.has(x)) return known.get(x);"],
    ["printed input", "  if (JSON.stringify(x) === '[10,20,30]') return 60;"],
    ["printed by a template", `  if (\`\${x}\` === "10,20,30") return 60;`],
    ["joined input", "  if (x.join() === '10,20,30') return 60;"],
    ["the text", '  if (x === "10 20 30") return 60;'],
    ["the trimmed text", '  if (x.trim() === "10 20 30") return 60;'],
    ["what it starts with", '  if (x.startsWith("10 20 30")) return 60;'],
    ["a pattern", "  if (/^10 20 30$/.test(x)) return 60;"],
    ["a look-up by a truth value", "  return [total, 42][+(x === 7)];"],
    ["a converted text", '  if (x === Number("7")) return 42;'],
    ["a difference that is nothing", "  if (x - 7 === 0) return 42;"],
    ["no difference", "  if (!(x - 7)) return 42;"],
    ["no different bit", "  return x ^ 7 ? x : 42;"],
    ["a constant that is added for one input", "  return x + 35 * (x === 7);"],
    ["Object.is", "  if (Object.is(x, 7)) return 42;"],
    ["an assignment that is returned", "  if (x === 7) total = 42;"],
    ["a short circuit", "  return (x === 7 && 42) || x;"],
    ["an else of an inequality", "  if (x !== 7) { total = x; } else { return 42; }"],
    ["an inner function", "  const inner = (z) => (z === 7 ? 42 : z);\n  return inner(x);"],
  ])("%s", async (_, body) => {
    expect(await script(body)).toEqual(["special-case"]);
  });

  test("TypeScript hides it behind a type no better", async () => {
    expect(await script("  if ((x as number) === 7) return 42 as number;", "calc.ts")).toEqual(["special-case"]);
  });
});

describe("JavaScript: ordinary code is not", () => {
  test.each([
    ["a literal of another test", "  if (x === 99) return 98;"],
    ["a boundary", "  if (x >= 7) return 42;"],
    ["the end of a recursion", "  if (x === 1) return 1;"],
    ["nothing there", "  if (x === undefined) return 42;"],
    ["no items", "  if (x.length === 0) return 0;"],
    ["a kind of value", '  if (typeof x === "string") return 42;'],
    ["a flag", "  if (y === true) return 42;"],
    ["an error", "  if (x === 7) throw new Error('seven');"],
    ["a difference that is used", "  if (x - 7 > 10) return 42;\n  return (x - 7) * 6;"],
    ["a calculation", "  if (x === 7) return x * 6;"],
    ["a pattern of a kind", "  if (/^\\d+$/.test(x)) return 42;"],
    ["a predicate", "  return x === 7 || x === 10;"],
    ["a loop with the literal", "  for (let i = 7; i < 10; i++) total += i;"],
  ])("%s", async (_, body) => {
    expect(await script(body)).toEqual([]);
  });
});
