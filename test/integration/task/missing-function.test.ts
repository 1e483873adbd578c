import { resolve } from "node:path";
import { afterEach, expect, it } from "vitest";
import { lastOf } from "../../../src/render/journal-view.js";
import { RoleModel } from "../../support/answering-model.js";
import { type HealedProject, healProject } from "../../support/heal-project.js";
import { smallModel } from "../../support/model-road.js";
import { suiteRequires } from "../../support/requirements.js";
import { answer } from "../../support/task-run.js";

const overlays = [{ from: resolve("node_modules"), at: "node_modules" }];
const opened: HealedProject[] = [];

afterEach(() => {
  for (const one of opened.splice(0)) one.dispose();
});

interface Ground {
  readonly check: string;
  readonly project: Readonly<Record<string, string>>;
  /** What the Tester answers: its file and text. */
  readonly suite: readonly [string, string];
  /** What the coder answers: the new function alone. */
  readonly code: string;
  /** What the prompt asks for, and the file as the patch leaves it. */
  readonly wanted: { readonly words: string; readonly file: string; readonly after: string };
}

const commonJs = '{ "name": "stats", "private": true }\n';
const modules = '{ "name": "stats", "private": true, "type": "module" }\n';
const median = "def median(values):\n    return sorted(values)[len(values) // 2]\n";
const spread = "def spread(values):\n    return max(values) - min(values)\n";
const medianOf = "const median = (values) => values.toSorted()[values.length >> 1];\n";
const spreadOf = "const spread = (values) => Math.max(...values) - Math.min(...values);\n";

const python = (test: string) => ({
  project: { "stats.py": median, "test_stats.py": "from stats import median\n\n\ndef test_median():\n    assert median([2]) == 2\n" },
  suite: ["test_spread.py", test] as const,
  code: `\`\`\`python\n${spread}\`\`\``,
  wanted: { words: "Write `spread`, which the Python file `stats.py` does not have yet.", file: "stats.py", after: `${median}\n\n${spread}` },
});

const required = {
  project: {
    "package.json": commonJs,
    "stats.js": `${medianOf}\nmodule.exports = { median };\n`,
  },
  code: `\`\`\`javascript\n${spreadOf}\`\`\``,
  wanted: {
    words: "Write `spread`, which the JavaScript file `stats.js` does not have yet.",
    file: "stats.js",
    after: `${medianOf}\n${spreadOf}\nmodule.exports = { median, spread };\n`,
  },
};

const exported = {
  project: { "package.json": modules, "stats.js": `export ${medianOf}` },
  code: `\`\`\`javascript\n${spreadOf}\`\`\``,
  wanted: { ...required.wanted, after: `export ${medianOf}\nexport ${spreadOf}` },
};

const peek = "def peek(self):\n    return self.items[-1]\n";

const grounds: readonly (readonly [string, Ground])[] = [
  ["pytest", { check: "python -m pytest -q", ...python("from stats import spread\n\n\ndef test_spread():\n    assert spread([1, 4]) == 3\n") }],
  [
    "pytest, a module that is asked for it at run time",
    { check: "python -m pytest -q", ...python("import stats\n\n\ndef test_spread():\n    assert stats.spread([1, 4]) == 3\n") },
  ],
  [
    "unittest",
    {
      check: "python -m unittest",
      ...python(
        "import unittest\nfrom stats import spread\n\n\nclass Spread(unittest.TestCase):\n    def test_spread(self):\n        self.assertEqual(spread([1, 4]), 3)\n",
      ),
    },
  ],
  [
    "pytest, a method of a class",
    {
      check: "python -m pytest -q",
      project: {
        "stack.py": "class Stack:\n    def __init__(self):\n        self.items = []\n\n    def push(self, item):\n        self.items.append(item)\n",
        "test_stack.py": "from stack import Stack\n\n\ndef test_push():\n    Stack().push(1)\n",
      },
      suite: ["test_peek.py", "from stack import Stack\n\n\ndef test_peek():\n    stack = Stack()\n    stack.push(7)\n    assert stack.peek() == 7\n"],
      code: `\`\`\`python\n${peek}\`\`\``,
      wanted: {
        words: "Write `Stack.peek`, which the Python file `stack.py` does not have yet.",
        file: "stack.py",
        after:
          "class Stack:\n    def __init__(self):\n        self.items = []\n\n    def push(self, item):\n        self.items.append(item)\n\n    def peek(self):\n        return self.items[-1]\n",
      },
    },
  ],
  [
    "node:test over CommonJS",
    {
      check: "node --test",
      ...required,
      suite: [
        "spread.test.js",
        'const { test } = require("node:test");\nconst assert = require("node:assert");\nconst { spread } = require("./stats.js");\ntest("spread", () => assert.equal(spread([1, 4]), 3));\n',
      ],
    },
  ],
  [
    "node:test over modules",
    {
      check: "node --test",
      ...exported,
      suite: [
        "spread.test.js",
        'import { test } from "node:test";\nimport assert from "node:assert";\nimport { spread } from "./stats.js";\ntest("spread", () => assert.equal(spread([1, 4]), 3));\n',
      ],
    },
  ],
  [
    "vitest",
    {
      check: "npx vitest run",
      ...exported,
      suite: [
        "spread.test.js",
        'import { expect, it } from "vitest";\nimport { spread } from "./stats.js";\nit("spread", () => expect(spread([1, 4])).toBe(3));\n',
      ],
    },
  ],
  [
    "jest",
    {
      check: "npx jest",
      ...required,
      suite: ["spread.test.js", 'const { spread } = require("./stats.js");\ntest("spread", () => expect(spread([1, 4])).toBe(3));\n'],
    },
  ],
  [
    "mocha",
    {
      check: "npx mocha",
      ...required,
      suite: [
        "test/spread.test.js",
        'const assert = require("node:assert");\nconst { spread } = require("../stats.js");\nit("spread", () => assert.equal(spread([1, 4]), 3));\n',
      ],
    },
  ],
];

suiteRequires("bubblewrap", "pytest")("a function that a task's tests call and the project does not have", () => {
  it.each(grounds)("is asked for by its name and put beside its neighbours: %s", async (_runner, { check, project, suite, code, wanted }) => {
    const model = new RoleModel({ tester: answer(suite[0], suite[1], wanted.file), coder: code });
    const healed = await healProject({
      project,
      checks: [check],
      ...(wanted.file.endsWith(".py") ? {} : { overlays }),
      plan: { coder: "model", model: smallModel, task: { text: `Add what the tests call to ${wanted.file}.`, approval: "auto", command: "heal run" } },
      ports: { models: () => ({ coder: model, repair: model }) },
    });
    opened.push(healed);
    expect(healed.stop.reason, healed.stop.sentence).toBe("fixed");
    const asked = model.asked.filter(({ role }) => role === "coder").map(({ messages }) => messages.map(({ content }) => content).join("\n"));
    expect(asked[0]).toContain(wanted.words);
    expect(lastOf(healed.lines, "accepted")?.patch.changes).toContainEqual(expect.objectContaining({ kind: "modify", path: wanted.file, after: wanted.after }));
  });
});
