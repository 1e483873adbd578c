import { describe, expect, it } from "vitest";
import { TreeSitterTrees } from "../../../../src/adapters/syntax/tree-sitter-trees.js";
import { findTarget } from "../../../../src/agents/tester/find-target.js";
import type { TesterTarget } from "../../../../src/agents/tester/target.js";
import type { Suspect } from "../../../../src/domain/suspect.js";
import { redCase, viewOf } from "../../../support/tamper-scene.js";

const trees = new TreeSitterTrees();

/** A suspect whose text begins with `head` and ends with `tail`. */
function suspect(name: string, file: string, { text, head, tail }: { text: string; head: string; tail: string }): Suspect {
  const start = text.indexOf(head);
  const end = text.indexOf(tail, start) + tail.length;
  return { file, function: name, start, end, startLine: 1, endLine: 1, score: 1, because: "b", hotLines: [] };
}

function found(files: Readonly<Record<string, string>>, test: readonly [string, string], suspects: readonly Suspect[] = []): Promise<TesterTarget | undefined> {
  return findTarget({ failure: redCase(test[0], test[1]), suspects, files: viewOf(files), trees });
}

const CALC =
  'import os\n\n\ndef half(n, *, floor=0):\n    """Half of n."""\n    return n / 2\n\n\nclass Stack:\n    def pop(self, at=-1):\n        return at\n';
const LOG = "/** One line. */\nexport const parse = (line) => line.split(' ');\n\nexport function mean(rows) {\n  return rows;\n}\n";

describe("the function a Tester is given", () => {
  it("is the most suspicious one that the failing test calls, with its head and documentation", async () => {
    const test =
      "import pytest\nfrom calc import half, Stack\nimport helper as h\n\n\ndef test_other():\n    h.go(1)\n\n\ndef test_half():\n    assert half(2) == 1\n";
    const files = { "calc.py": CALC, "helper.py": "", "test_calc.py": test };
    const half = suspect("half", "calc.py", { text: CALC, head: "def half", tail: "n / 2" });
    expect(await found(files, ["test_calc.py", "test_half"], [half])).toEqual({
      language: "python",
      callees: ["half"],
      names: ["half", "Stack", "h"],
      file: "calc.py",
      signature: "def half(n, *, floor=0):",
      docstring: '"""Half of n."""',
    });
  });

  it("comes from no file where its head is not found: it changed since it was suspected", async () => {
    const test = "from calc import half\n\n\ndef test_half():\n    assert half(2) == 1\n";
    const half = { ...suspect("half", "calc.py", { text: CALC, head: "def half", tail: "n / 2" }), end: 5 };
    expect(await found({ "calc.py": CALC, "test_calc.py": test }, ["test_calc.py", "test_half"], [half])).toMatchObject({ file: undefined, signature: "" });
  });

  it("is a method by its class's name", async () => {
    const test = "from calc import Stack\n\n\ndef test_pop():\n    stack = Stack()\n    assert stack.pop() == 1\n";
    const pop = suspect("Stack.pop", "calc.py", { text: CALC, head: "def pop", tail: "return at" });
    expect(await found({ "calc.py": CALC, "test_calc.py": test }, ["test_calc.py", "test_pop"], [pop])).toMatchObject({
      callees: ["Stack.pop"],
      signature: "def pop(self, at=-1):",
    });
  });

  it("of a script comes with the comment in front of it, through export and const", async () => {
    const test =
      'import assert from "node:assert";\nimport { parse as read } from "../src/log.js";\nimport * as log from "../src/log.js";\nit("parses", () => assert.ok(log.parse("a")));\n';
    const parse = suspect("parse", "src/log.js", { text: LOG, head: "(line)", tail: "(' ')" });
    expect(await found({ "src/log.js": LOG, "test/log.test.js": test }, ["test/log.test.js", "parses"], [parse])).toMatchObject({
      callees: ["log.parse"],
      names: ["read", "log"],
      signature: "parse = (line) =>",
      docstring: "/** One line. */",
    });
  });

  it("is what the failing test calls first when no suspect is called", async () => {
    const test = 'const { mean, parse } = require("../src/log");\nit("first", () => parse(1));\nit("second", () => mean(1));\n';
    expect(await found({ "src/log.js": LOG, "test/log.test.js": test }, ["test/log.test.js", "second"])).toMatchObject({
      callees: ["mean"],
      file: undefined,
      signature: "",
    });
  });

  it("is none where the test calls nothing of the project by a name it imports", async () => {
    const test = "import json\nfrom os import path\n\n\ndef test_a():\n    assert path.exists(json.dumps(1))\n";
    expect(await found({ "test_a.py": test }, ["test_a.py", "test_a"])).toBeUndefined();
    expect(await found({}, ["gone.py", "test_a"])).toBeUndefined();
  });
});
