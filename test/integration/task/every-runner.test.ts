import { resolve } from "node:path";
import { afterEach, expect, it } from "vitest";
import { lastOf } from "../../../src/render/journal-view.js";
import { AnsweringModel } from "../../support/answering-model.js";
import type { HealedProject } from "../../support/heal-project.js";
import { suiteRequires } from "../../support/requirements.js";
import { answer, runTask } from "../../support/task-run.js";

const overlays = [{ from: resolve("node_modules"), at: "node_modules" }];
const text = "Write `slugify(text)` in slug.js (slug.py in Python): lower case, words joined by one hyphen.\n";
const opened: HealedProject[] = [];

afterEach(() => {
  for (const one of opened.splice(0)) one.dispose();
});

const commonJs = '{ "name": "words", "private": true }\n';
const modules = '{ "name": "words", "private": true, "type": "module" }\n';

interface Ground {
  readonly check: string;
  readonly project: Readonly<Record<string, string>>;
  readonly suggested: string;
  readonly tests: string;
}

const grounds: readonly (readonly [string, Ground])[] = [
  [
    "unittest",
    {
      check: "python -m unittest",
      project: {
        "words.py": "def count(text):\n    return len(text.split())\n",
        "test_words.py":
          "import unittest\nfrom words import count\n\n\nclass Words(unittest.TestCase):\n    def test_count(self):\n        self.assertEqual(count('a b'), 2)\n",
      },
      suggested: "test_slugify.py",
      tests:
        "import unittest\nfrom slug import slugify\n\n\nclass Slug(unittest.TestCase):\n    def test_joins(self):\n        self.assertEqual(slugify('A b'), 'a-b')\n",
    },
  ],
  [
    "jest",
    {
      check: "npx jest",
      project: {
        "package.json": commonJs,
        "words.js": "exports.count = (text) => text.split(' ').length;\n",
        "words.test.js": "const { count } = require('./words.js');\ntest('counts', () => expect(count('a b')).toBe(2));\n",
      },
      suggested: "slugify.test.js",
      tests: "const { slugify } = require('./slug.js');\ntest('joins', () => expect(slugify('A b')).toBe('a-b'));\n",
    },
  ],
  [
    "vitest",
    {
      check: "npx vitest run",
      project: {
        "package.json": modules,
        "words.js": "export const count = (text) => text.split(' ').length;\n",
        "test/words.spec.js": "import { expect, it } from 'vitest';\nimport { count } from '../words.js';\nit('counts', () => expect(count('a b')).toBe(2));\n",
      },
      suggested: "test/slugify.spec.js",
      tests: "import { expect, it } from 'vitest';\nimport { slugify } from '../slug.js';\nit('joins', () => expect(slugify('A b')).toBe('a-b'));\n",
    },
  ],
  [
    "mocha, which runs nothing else while one file cannot be loaded",
    {
      check: "npx mocha",
      project: {
        "package.json": commonJs,
        "words.js": "exports.count = (text) => text.split(' ').length;\n",
        "test/words.js":
          "const assert = require('node:assert');\nconst { count } = require('../words.js');\nit('counts', () => assert.equal(count('a b'), 2));\n",
      },
      suggested: "test/slugify.test.js",
      tests: "const assert = require('node:assert');\nconst { slugify } = require('../slug.js');\nit('joins', () => assert.equal(slugify('A b'), 'a-b'));\n",
    },
  ],
  [
    "node:test over modules, where a function is missing and not the file",
    {
      check: "node --test",
      project: {
        "package.json": modules,
        "slug.js": "export const count = (text) => text.split(' ').length;\n",
        "words.test.js":
          "import { test } from 'node:test';\nimport assert from 'node:assert';\nimport { count } from './slug.js';\ntest('counts', () => assert.equal(count('a b'), 2));\n",
      },
      suggested: "slugify.test.js",
      tests:
        "import { test } from 'node:test';\nimport assert from 'node:assert';\nimport { slugify } from './slug.js';\ntest('joins', () => assert.equal(slugify('A b'), 'a-b'));\n",
    },
  ],
];

suiteRequires("bubblewrap")("the tests of a task are named, placed and seen red with the project's own runner", () => {
  it.each(grounds)("%s", async (_runner, { check, project, suggested, tests }) => {
    const tester = new AnsweringModel(answer(suggested, tests, suggested.endsWith(".py") ? "slug.py" : "slug.js"));
    const healed = await runTask({ project, checks: [check], text, tester, approval: "required", ...(suggested.endsWith(".py") ? {} : { overlays }) });
    opened.push(healed);
    expect(healed.stop.reason, healed.stop.sentence).toBe("awaiting-approval");
    expect(tester.prompts).toContain(`File: ${suggested}`);
    expect(lastOf(healed.lines, "tests-written")?.red.map(({ name }) => name.file)).toEqual([suggested]);
  });
});
