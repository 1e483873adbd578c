import { describe, expect, it } from "vitest";
import { catalogue } from "../../../../../src/agents/coder/operators/catalogue.js";
import { variants } from "./variants.js";

/** A slip, its undoing, and a text that looks alike where the row has nothing to say. */
interface Fixture {
  readonly row: string;
  readonly path: string;
  readonly slip: string;
  readonly mended: string;
  readonly lookalike: string;
  readonly others?: Readonly<Record<string, string>>;
}

const py = (body: string): string => `def f(a, b):\n${body.replace(/^/gm, "    ")}\n`;
const js = (body: string): string => `function f(a, b) {\n${body.replace(/^/gm, "  ")}\n}\n`;

/** Most fixtures need one file of each form: body of a function of two parameters. */
function pair(row: string, python: readonly [string, string, string], javascript: readonly [string, string, string]): Fixture[] {
  return [
    { row, path: "shop.py", slip: py(python[0]), mended: py(python[1]), lookalike: py(python[2]) },
    { row, path: "shop.js", slip: js(javascript[0]), mended: js(javascript[1]), lookalike: js(javascript[2]) },
  ];
}

const fixtures: readonly Fixture[] = [
  ...pair("number-step", ["return a * 9", "return a * 10", 'return a * "9"'], ["return a % 12;", "return a % 11;", "return a % b;"]),
  ...pair("comparison-swap", ["return a > b", "return a >= b", "return a + b"], ["return a === b;", "return a !== b;", "return a && b;"]),
  ...pair(
    "negate-condition",
    ["if a.closed:\n    return b", "if not a.closed:\n    return b", "return a.closed"],
    ["if (!a.closed) return b;", "if (a.closed) return b;", "return !a.closed;"],
  ),
  ...pair("logical-swap", ["return a and b", "return a or b", "return a & b"], ["return a || b;", "return a && b;", "return a | b;"]),
  ...pair(
    "loop-bound",
    ["for i in range(a):\n    b(i)", "for i in range(a + 1):\n    b(i)", "for i in a.pages(3):\n    b(i)"],
    ["for (let i = 0; i < a; i++) b(i);", "for (let i = 1; i < a; i++) b(i);", "for (const i of a) b(i);"],
  ),
  ...pair("operand-only", ["return a.price - b", "return a.price", "return a.price"], ["return a + b;", "return b;", "return a < b;"]),
  ...pair("arithmetic-swap", ["return a / b", "return a // b", "return a == b"], ["return a * b;", "return a ** b;", "return a === b;"]),
  ...pair(
    "compound-assignment",
    ["a += b\nreturn a", "a -= b\nreturn a", "total = b\nreturn total"],
    ["a = b;\nreturn a;", "a += b;\nreturn a;", "const total = b;\nreturn total;"],
  ),
  ...pair("operand-swap", ["return a - b", "return b - a", "return a * b"], ["return a / b;", "return b / a;", "return a * b;"]),
  ...pair("expression-step", ["return len(a)", "return len(a) - 1", 'return a + "x"'], ["return a.length;", "return a.length - 1;", "return a && b;"]),
  ...pair("index-bound", ["return a[b]", "return a[b - 1]", 'return a["b"]'], ["return a.slice(1, b);", "return a.slice(1, b + 1);", "return a.fill(1, b);"]),
  ...pair(
    "argument-change",
    ["return divmod(a, b)", "return divmod(b, a)", "return (a, b)"],
    ["return Math.pow(a, b);", "return Math.pow(b, a);", "return [a, b];"],
  ),
  ...pair("boolean-flip", ["return True", "return False", "return None"], ["return false;", "return true;", "return null;"]),
  ...pair(
    "sibling-call",
    ["return min(a, b)", "return max(a, b)", "minimum = a\nreturn minimum"],
    ["return a.every(b);", "return a.some(b);", "return a.everything(b);"],
  ),
  ...pair("string-literal", ['return "Open"', 'return "open"', '"Only documentation."'], ["return '(';", "return ')';", "return 40;"]),
  ...pair("unwrap-call", ["return sorted(a)", "return a", "return a"], ["return a.reverse();", "return a;", "return a.length;"]),
  ...pair("drop-clause", ["return a and b", "return b", "return a & b"], ["return !a;", "return a;", "return -a;"]),
  ...pair("variable-replace", ["return a + a", "return a + b", "import a\nreturn 1"], ["return a + a;", "return a + b;", "return { a: 1 };"]),
  {
    row: "field-replace",
    path: "clock.py",
    slip: "class Clock:\n    def read(self):\n        self.hours = 1\n        return self.minutes\n",
    mended: "class Clock:\n    def read(self):\n        self.hours = 1\n        return self.hours\n",
    lookalike: "def read(clock):\n    clock.hours = 1\n    return clock.minutes\n",
  },
  ...pair(
    "target-replace",
    ["low = 0\nhigh = 9\nlow = b\nreturn high", "low = 0\nhigh = 9\nhigh = b\nreturn high", "low = 0\nreturn low"],
    ["let low = 0;\nlet high = 9;\nlow = b;\nreturn high;", "let low = 0;\nlet high = 9;\nhigh = b;\nreturn high;", "let low = 0;\nreturn low;"],
  ),
  ...pair("number-pool", ["b(7)\nreturn a * 3", "b(7)\nreturn a * 7", "return a * b"], ["b(7);\nreturn a * 3;", "b(7);\nreturn a * 7;", "return a * b;"]),
  ...pair(
    "add-clause",
    ["if a.ready:\n    return a.size > 3", "if a.ready and a.size > 3:\n    return a.size > 3", "return a.ready + a.size"],
    ["if (a.ready) return a.size > 3;", "if (a.ready && a.size > 3) return a.size > 3;", "return a.ready + a.size;"],
  ),
  ...pair("statement-delete", ["a.clear()\nreturn b", "return b", '"""Text."""'], ["a.clear();\nreturn b;", "return b;", ""]),
  ...pair(
    "statement-insert",
    ["if a:\n    b.close()\nreturn b", "if a:\n    b.close()\nb.close()\nreturn b", '"""Text."""'],
    ["if (a) {\n  b.close();\n}\nreturn b;", "if (a) {\n  b.close();\n}\nb.close();\nreturn b;", ""],
  ),
  ...pair(
    "statement-move",
    ["for x in a:\n    b(x)\n    return x", "for x in a:\n    b(x)\nreturn x", '"""Text."""'],
    ["for (const x of a) {\n  b(x);\n  return a;\n}", "for (const x of a) {\n  b(x);\n}\nreturn a;", "return a;"],
  ),
  ...pair("missing-guard", ["return a[0]", "if not a:\n    return []\nreturn a[0]", "pass"], ["return a.name;", "return a?.name;", ""]).map((fixture) => ({
    ...fixture,
    lookalike: fixture.path.endsWith(".py") ? "def f():\n    return 1\n" : "function f() {\n  return Math.PI;\n}\n",
  })),
  ...pair("literal-variable", ["return 5", "return b", "return None"], ["return 5;", "return b;", "return null;"]),
  ...pair("return-value", ["c = a\nreturn a", "c = a\nreturn c", "print(a)"], ["const c = a;\nreturn a;", "const c = a;\nreturn c;", "print(a);"]),
  ...pair("wrap-conversion", ["return a - b", "return abs(a - b)", 'return "a"'], ["return a - b;", "return Math.abs(a - b);", "return 'a';"]),
  ...pair(
    "tolerant-delimiter",
    ['return a.split(" ")', "return a.split()", 'return a.find(" ")'],
    ["return a.split(' ');", "return a.split(/\\s+/);", "return a.indexOf(' ');"],
  ),
  ...pair(
    "tolerant-pattern",
    ['return re.match(r"\\d", a)', 'return re.match(r"\\d+", a)', 'return a.find("\\\\d")'],
    ["return /a b/.test(a);", "return /a\\s+b/.test(a);", "return 'a b';"],
  ),
  ...pair(
    "tolerant-input",
    ["return [int(x) for x in a]", "return [int(x) for x in a if x.strip()]", "return a < b"],
    ["return a.trim() === b;", "return a.trim() === b.trim();", "return a < b;"],
  ),
  ...pair(
    "loop-guard",
    ["for line in a:\n    b(line)", "for line in a:\n    if not line.strip():\n        continue\n    b(line)", "if a:\n    b(a)"],
    ["for (const line of a) {\n  b(line);\n}", "for (const line of a) {\n  if (!line.trim()) continue;\n  b(line);\n}", "if (a) {\n  b(a);\n}"],
  ),
  ...pair(
    "missing-return",
    ["total = a + b\nprint(total)", "total = a + b\nprint(total)\nreturn total", "return a"],
    ["const total = a + b;\nprint(total);", "const total = a + b;\nprint(total);\nreturn total;", "throw a;"],
  ),
  ...pair(
    "first-value",
    ["best = 0\nreturn max(best, b)", "best = a[0]\nreturn max(best, b)", "best = b\nreturn best"],
    ["let best = 0;\nreturn best;", "let best = a[0];\nreturn best;", "let best = b;\nreturn best;"],
  ),
  ...pair("item-swap", ["return a, b", "return b, a", "return a + b"], ["return [a, b];", "return [b, a];", "return a + b;"]),
  ...pair("operand-insert", ["return len(a)", "return len(a) * 2", 'return "a"'], ["return a.length;", "return a.length;", "return 'a';"]).filter(({ path }) =>
    path.endsWith(".py"),
  ),
  ...pair(
    "jump-swap",
    ["for x in a:\n    if x:\n        break", "for x in a:\n    if x:\n        continue", "return a"],
    ["for (const x of a) {\n  if (x) continue;\n}", "for (const x of a) {\n  if (x) break;\n}", "return a;"],
  ),
  ...pair(
    "branch-kind",
    ["if a:\n    b()\nif b:\n    a()", "if a:\n    b()\nelif b:\n    a()", "return a"],
    ["if (a) {\n  b();\n}\nif (b) {\n  a();\n}", "if (a) {\n  b();\n}\nelse if (b) {\n  a();\n}", "return a;"],
  ),
  ...pair(
    "coupled-change",
    ["return a[:3] + b[:3]", "return a[:4] + b[:4]", "return a[:3] + b"],
    ["return a < 1 || b < 1;", "return a <= 1 || b <= 1;", "return a < 1;"],
  ),
  ...pair(
    "text-template",
    ['return "{a} items"', 'return f"{a} items"', 'return "{missing} items"'],
    ["return '${a} items';", "return `${a} items`;", "return '{a} items';"],
  ),
  ...pair(
    "boolean-inversion",
    ["if a < b:\n    return True\nreturn False", "if a < b:\n    return False\nreturn True", "return True"],
    ["if (a < b) return true;\nreturn false;", "if (a < b) return false;\nreturn true;", "return true;"],
  ),
  ...pair(
    "likened-sides",
    ["return a == b", "return sorted(a) == sorted(b)", "return a == 3"],
    ["return a === b;", "return a.toLowerCase() === b.toLowerCase();", "return a === 3;"],
  ),
  ...pair(
    "part-of",
    ["c = list(a)\nd = len(b)\nreturn max(c)", "c = list(a)\nd = len(b)\nreturn max(c[d:])", "c = len(a)\nreturn max(c)"],
    [
      "const c = [1, 2];\nconst d = b.length;\nreturn f(c);",
      "const c = [1, 2];\nconst d = b.length;\nreturn f(c.slice(d));",
      "const c = a.length;\nreturn f(c);",
    ],
  ),
  ...pair(
    "absolute-difference",
    ["return a - b", "return abs(a - b)", "return a - 1"],
    ["return a - b < 1;", "return Math.abs(a - b) < 1;", "return a + b < 1;"],
  ),
  ...pair(
    "conditional-statement",
    ["for x in a:\n    for y in b:\n        print(x)", "for x in a:\n    for y in b:\n        if x == y:\n            print(x)", "print(a)"],
    [
      "for (const x of a) {\n  for (const y of b) {\n    print(x);\n  }\n}",
      "for (const x of a) {\n  for (const y of b) {\n    if (x === y) print(x);\n  }\n}",
      "print(a);",
    ],
  ),
  ...pair("regroup", ["return a * b + 1", "return a * (b + 1)", "return a * b * 2"], ["return (a + b) / 2;", "return a + b / 2;", "return a + b + 2;"]),
  ...pair(
    "lost-result",
    ["a.strip()\nreturn a", "a = a.strip()\nreturn a", "a.append(b)\nreturn a"],
    ["a.filter(b);\nreturn a;", "return a.filter(b);", "a.push(b);\nreturn a;"],
  ),
  { row: "strict-equality", path: "shop.js", slip: js("return a == b;"), mended: js("return a === b;"), lookalike: js("return a <= b;") },
  { row: "nullish-default", path: "shop.ts", slip: js("return a || b;"), mended: js("return a ?? b;"), lookalike: js("return a && b;") },
  {
    row: "missing-await",
    path: "load.js",
    slip: "async function f(a) {\n  return a.load().rows;\n}\n",
    mended: "async function f(a) {\n  return (await a.load()).rows;\n}\n",
    lookalike: js("return a.load().rows;"),
  },
  {
    row: "arrow-return",
    path: "shop.js",
    slip: "const f = (a) => {\n  a.trim();\n};\n",
    mended: "const f = (a) => {\n  return a.trim();\n};\n",
    lookalike: "const f = (a) => a.trim();\n",
  },
  { row: "comparator-sign", path: "shop.js", slip: js("return a.sort();"), mended: js("return a.sort((a, b) => a - b);"), lookalike: js("return a.map();") },
  {
    row: "default-parameter",
    path: "shop.js",
    slip: "function f(a) {\n  return a + 1;\n}\n",
    mended: "function f(a = 0) {\n  return a + 1;\n}\n",
    lookalike: "function f(a = 2) {\n  return a + 1;\n}\n",
  },
  { row: "parse-radix", path: "shop.js", slip: js("return a.map(parseInt);"), mended: js("return a.map(Number);"), lookalike: js("return a.map(parse);") },
  { row: "loop-keyword", path: "shop.js", slip: js("for (const x in a) b(x);"), mended: js("for (const x of a) b(x);"), lookalike: js("while (a) b(x);") },
  { row: "contains-test", path: "shop.js", slip: js("return b in a;"), mended: js("return a.includes(b);"), lookalike: js("return b instanceof a;") },
  { row: "whole-quotient", path: "shop.js", slip: js("return a / b;"), mended: js("return Math.floor(a / b);"), lookalike: js("return Math.floor(a / b);") },
  { row: "misspelt-name", path: "shop.py", slip: py("totl = a\nreturn total"), mended: py("totl = a\nreturn totl"), lookalike: py("total = a\nreturn total") },
  {
    row: "misspelt-name",
    path: "main.py",
    slip: "from pricing.rebates import discuont\n",
    mended: "from pricing.rebates import discount\n",
    lookalike: "from pricing.rebates import discount\n",
    others: { "pricing/rebates.py": "def discount(price):\n    return price\n" },
  },
  {
    row: "misspelt-name",
    path: "src/main.js",
    slip: 'import { discount } from "./rebate.js";\n',
    mended: 'import { discount } from "./rebates.js";\n',
    lookalike: 'import { discount } from "./rebates.js";\n',
    others: { "src/rebates.js": "export function discount(price) {\n  return price;\n}\n" },
  },
  {
    row: "misspelt-name",
    path: "src/view.tsx",
    slip: "export const View = (props: { rows: string[] }) => <ul>{props.rows.mpa((row) => row)}</ul>;\n",
    mended: "export const View = (props: { rows: string[] }) => <ul>{props.rows.map((row) => row)}</ul>;\n",
    lookalike: "export const View = (props: { rows: string[] }) => <ul>{props.rows.map((row) => row)}</ul>;\n",
  },
  {
    row: "comparison-swap",
    path: "view.jsx",
    slip: "const V = ({ n }) => <p>{n > 1 && <b>{n}</b>}</p>;\n",
    mended: "const V = ({ n }) => <p>{n >= 1 && <b>{n}</b>}</p>;\n",
    lookalike: "const V = ({ n }) => <p>{n}</p>;\n",
  },
];

describe("every row of the catalogue", () => {
  it("has a fixture", () => {
    const covered = new Set(fixtures.map((fixture) => fixture.row));
    expect(catalogue.filter((operator) => !covered.has(operator.name)).map((operator) => operator.name)).toEqual([]);
  });
});

describe.each(fixtures)("$row in $path", ({ row, path, slip, mended, lookalike, others }) => {
  it("undoes the slip", async () => {
    expect(await variants(row, { path, text: slip }, others)).toContain(mended);
  });

  it("leaves the look-alike as it is", async () => {
    expect(await variants(row, { path, text: lookalike }, others)).toEqual([]);
  });
});
