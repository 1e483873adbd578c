import { describe, expect, it } from "vitest";
import { frameworkImports, withFrameworkImports } from "../../../../src/agents/tester/suite-imports.js";
import { suitePrompt } from "../../../../src/agents/tester/suite-prompt.js";
import { readSuite } from "../../../../src/agents/tester/suite-reply.js";
import type { RunnerName } from "../../../../src/domain/case.js";
import { fileViewOf } from "../../../support/javascript-project.js";

const modules = fileViewOf(new Map([["package.json", '{ "type": "module" }']]));
const commonJs = fileViewOf(new Map());

function groundOf(runner: RunnerName, files = commonJs) {
  return { runner, command: "run the tests", directory: "", files, isTestMaterial: () => false };
}

describe("the form of an answer that a Tester is shown", () => {
  it.each<[RunnerName, string, typeof modules, string]>([
    [
      "node:test",
      "slug.test.js",
      modules,
      'import { test } from "node:test";\nimport assert from "node:assert/strict";\nimport { slugify } from "./slug.js";\n...',
    ],
    [
      "node:test",
      "slug.test.js",
      commonJs,
      'const { test } = require("node:test");\nconst assert = require("node:assert/strict");\nconst { slugify } = require("./slug.js");\n...',
    ],
    ["vitest", "slug.test.js", modules, 'import { describe, expect, it } from "vitest";\nimport { slugify } from "./slug.js";\n...'],
    ["mocha", "slug.test.js", commonJs, 'const assert = require("node:assert/strict");\nconst { slugify } = require("./slug.js");\n...'],
    ["jest", "slug.test.js", commonJs, 'const { slugify } = require("./slug.js");\n...'],
  ])("begins with the imports of %s: %s", (runner, suggested, files, form) => {
    const { messages } = suitePrompt({
      ground: groundOf(runner, files),
      task: "Write `slugify(text)` in slug.js.",
      suggested,
      fence: "f00d",
      size: "whole",
    });
    expect(messages.at(-1)?.content).toContain(`\`\`\`javascript\n${form}\n\`\`\``);
  });

  it("names unittest, and pytest not, which few tests need", () => {
    expect(frameworkImports(groundOf("unittest"), "test_slug.py")).toEqual(["import unittest"]);
    expect(frameworkImports(groundOf("pytest"), "test_slug.py")).toEqual([]);
  });
});

describe("a suite that forgot its framework's imports", () => {
  const raises = "def test_none():\n    with pytest.raises(ValueError):\n        slugify(None)\n";
  it.each<[RunnerName, string, string, string]>([
    [
      "pytest",
      "test_slug.py",
      `from __future__ import annotations\nfrom slug import slugify\n${raises}`,
      `from __future__ import annotations\nimport pytest\nfrom slug import slugify\n${raises}`,
    ],
    [
      "node:test",
      "slug.test.js",
      'const { slugify } = require("./slug.js");\ntest("a", () => assert.equal(slugify("A"), "a"));\n',
      'const { test } = require("node:test");\nconst assert = require("node:assert/strict");\nconst { slugify } = require("./slug.js");\ntest("a", () => assert.equal(slugify("A"), "a"));\n',
    ],
    [
      "vitest",
      "slug.test.ts",
      'import { slugify } from "./slug";\nit("a", () => expect(slugify("A")).toBe("a"));\n',
      'import { expect, it } from "vitest";\nimport { slugify } from "./slug";\nit("a", () => expect(slugify("A")).toBe("a"));\n',
    ],
    [
      "unittest",
      "test_slug.py",
      "from slug import slugify\nclass Slug(unittest.TestCase):\n    def test_a(self):\n        self.assertEqual(slugify('A'), 'a')\n",
      "import unittest\nfrom slug import slugify\nclass Slug(unittest.TestCase):\n    def test_a(self):\n        self.assertEqual(slugify('A'), 'a')\n",
    ],
  ])("is read with them, and with nothing else: %s", (runner, path, text, whole) => {
    const reply = `Code: slug\nFile: ${path}\n\`\`\`\n${text}\`\`\`\n`;
    expect(readSuite(reply, { ground: groundOf(runner), suggested: path })).toMatchObject({ kind: "suite", files: [{ path, text: whole }] });
  });

  it.each<[string, RunnerName, string, string]>([
    ["has them", "pytest", "test_slug.py", `import pytest\nfrom slug import slugify\n${raises}`],
    ["has a part of them", "pytest", "test_slug.py", `from pytest import raises\nfrom slug import slugify\n${raises}`],
    ["needs none", "pytest", "test_slug.py", "from slug import slugify\ndef test_a():\n    assert slugify('A') == 'a'\n"],
    ["has globals", "jest", "slug.test.js", 'test("a", () => expect(1).toBe(1));\n'],
    ["gives the name itself", "mocha", "slug.test.js", 'const { assert } = require("chai");\nit("a", () => assert.equal(1, 1));\n'],
    ["calls a method of that name", "node:test", "slug.test.js", 'require("node:test").test("a", () => { if (!/a/.test("a")) throw new Error("b"); });\n'],
  ])("is left as it is where it %s", (_what, runner, path, text) => {
    expect(withFrameworkImports(text, groundOf(runner), path)).toBe(text);
  });
});

describe("an import that was forgotten", () => {
  const pytest = groundOf("pytest");
  const nodeTest = groundOf("node:test");

  it.each([
    [
      "'use strict'",
      "#!/usr/bin/env node\n'use strict';\ntest('a', () => {});\n",
      "#!/usr/bin/env node\n'use strict';\nconst { test } = require(\"node:test\");\ntest(",
    ],
    ["a line for the shell", "#!/usr/bin/env node\ntest('a', () => {});\n", '#!/usr/bin/env node\nconst { test } = require("node:test");\ntest('],
    [
      "the first import",
      "// About slugs.\nconst { slugify } = require('./slug.js');\ntest('a', () => {});\n",
      '// About slugs.\nconst { test } = require("node:test");\nconst { slugify }',
    ],
  ])("of a script goes behind or before %s", (_what, text, begin) => {
    expect(withFrameworkImports(text, nodeTest, "slug.test.js").startsWith(begin)).toBe(true);
  });

  it.each([
    ["in one line", "from __future__ import annotations\n"],
    ["in several lines", "from __future__ import (\n    annotations,\n)\n"],
    ["behind documentation", '"""Slugs,\nfrom the description."""\nfrom __future__ import annotations\n'],
  ])("of Python goes behind what is taken from the future, %s", (_how, opening) => {
    const rest = "\n\ndef test_a():\n    with pytest.raises(ValueError):\n        raise ValueError\n";
    expect(withFrameworkImports(opening + rest, pytest, "test_slug.py")).toBe(`${opening}import pytest\n${rest}`);
  });
});
