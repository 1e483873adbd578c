import { describe, expect, it } from "vitest";
import { TreeSitterTrees } from "../../../../src/adapters/syntax/tree-sitter-trees.js";
import type { TesterTarget } from "../../../../src/agents/tester/target.js";
import { type TesterRequest, writeCases } from "../../../../src/agents/tester/write-cases.js";
import { AnsweringModel, quietSignal } from "../../../support/answering-model.js";

const trees = new TreeSitterTrees();
const python: TesterTarget = {
  language: "python",
  callees: ["parse", "log.parse", "Reader.read"],
  names: ["parse", "log", "Reader"],
  file: "src/log.py",
  signature: "def parse(line, *, strict=False):",
  docstring: '"""One line of the log."""',
};
const script: TesterTarget = { ...python, language: "javascript", signature: "export function parse(line)", docstring: "// One line." };

function request(target: TesterTarget): TesterRequest {
  return {
    target,
    test: { file: "tests/test_log.py", text: "def test_parse():\n    assert parse('a b') == 2\n" },
    issue: "columns are padded",
    profile: "large",
    trees,
    fence: "c0de",
    seed: 1,
    signal: quietSignal(),
  };
}

const written = async (target: TesterTarget, answer: string) => (await writeCases(new AnsweringModel(answer), request(target))).cases;

describe("the Tester", () => {
  it("takes one call a line, in any of the forms models write lists in", async () => {
    const cases = await written(
      python,
      "Here are some:\n```python\n# parse(None)  # nothing\n```\n1. parse('')\n- `parse('a', strict=True)`\nassert log.parse('x' * 1000) == 5\nprint(Reader('q').read(-1))\n",
    );
    expect(cases.map(({ call }) => call)).toEqual(["parse(None)", "parse('')", "parse('a', strict=True)", "log.parse('x' * 1000)", "Reader('q').read(-1)"]);
  });

  it("reads a comment as an invariant where it is a condition over the result, else as the title", async () => {
    const cases = await written(
      python,
      "parse('')  # empty line\nparse('b')  # result is None or len(result) >= 0\nparse('c')  # result = 3\nparse('d')  # invariant: all(x > 0 for x in result)",
    );
    expect(cases).toEqual([
      { call: "parse('')", title: "empty line" },
      { call: "parse('b')", title: "parse('b')", invariant: "result is None or len(result) >= 0" },
      { call: "parse('c')", title: "parse('c')" },
      { call: "parse('d')", title: "parse('d')", invariant: "all(x > 0 for x in result)" },
    ]);
  });

  it("takes no condition from a small model, which copies and guesses them, and asks it for none", async () => {
    const model = new AnsweringModel("# empty line\nparse('')  # result >= 0\nparse('b')  # two  words");
    const small = await writeCases(model, { ...request(python), profile: "small" });
    expect(small.cases).toEqual([
      { call: "parse('')", title: "empty line" },
      { call: "parse('b')", title: "two  words" },
    ]);
    expect(model.prompts).not.toContain("`result`");
  });

  it("makes no invariant of a value the model expects", async () => {
    expect(await written(python, "parse('a')  # result == 3")).toEqual([{ call: "parse('a')", title: "parse('a')" }]);
    expect(await written(python, "parse('a')  # result >= 0 and (result == 3)")).toEqual([{ call: "parse('a')", title: "parse('a')" }]);
    expect(await written(script, "parse('a') // result === [1, 2]")).toEqual([{ call: "parse('a')", title: "parse('a')" }]);
    expect((await written(python, "parse('a')  # result == sorted(result)"))[0]?.invariant).toBe("result == sorted(result)");
  });

  it.each([
    ["parse(open('/etc/passwd').read())"],
    ["parse(__import__('os').environ)"],
    ["parse(eval('1'))"],
    ["parse(os.environ['HOME'])"],
    ["parse(().__class__.__mro__)"],
    ["parse(x := 3)"],
    ["parse(f'{exec}')"],
    ["import os; os.system('true')"],
    ["other('a')"],
    ["parse('a'"],
    ["parse(lambda: subprocess.run('true'))"],
  ])("leaves out %s in Python", async (line) => {
    expect(await written(python, line)).toEqual([]);
  });

  it.each([
    ["parse(require('fs'))"],
    ["parse(process.env)"],
    ["parse(await import('fs'))"],
    ["parse((() => {}).constructor('return process')())"],
    ["parse(globalThis)"],
    ["parse(fetch('http://localhost'))"],
    ["parse(function () { return this })"],
    ["parse(x = 3)"],
    ["parse([`a`, process])"],
  ])("leaves out %s in JavaScript", async (line) => {
    expect(await written(script, line)).toEqual([]);
  });

  it("calls methods on freshly made objects", async () => {
    expect((await written(script, "new Reader('q').read(1)\nawait new Reader([]).read(-1);")).map(({ call }) => call)).toEqual([
      "new Reader('q').read(1)",
      "new Reader([]).read(-1)",
    ]);
    expect(await written(script, "new Reader('q').drop(1)\nnew Other().read(1)")).toEqual([]);
  });

  it("lets values be built: constructors, repetition, functions of one expression, things of the project", async () => {
    expect(
      (await written(script, "parse(new Map([['a', 1]]))\nparse('x'.repeat(9))\nparse([3, 1].map((n) => n * 2))\nparse(new Reader(-0))")).map(
        ({ call }) => call,
      ),
    ).toHaveLength(4);
    expect(
      (await written(python, "parse(float('nan'))\nparse([i ** 2 for i in range(9)])\nparse(key=lambda row: row[0])\nparse(Reader({'a': None}))")).map(
        ({ call }) => call,
      ),
    ).toHaveLength(4);
  });

  it("keeps at most twelve, each once, and none that the test already has", async () => {
    const lines = Array.from({ length: 30 }, (_, index) => `parse(${index % 20})`).join("\n");
    const cases = await written(python, `parse('a b')\n${lines}`);
    expect(cases).toHaveLength(12);
    expect(cases[0]?.call).toBe("parse(0)");
  });

  it("is told signature, documentation, tests and issue behind the fence, and runs as its own role", async () => {
    const model = new AnsweringModel("parse('')");
    await writeCases(model, request(python));
    for (const part of ["strict=False", "One line of the log", "assert parse('a b') == 2", "columns are padded", "<data-c0de"])
      expect(model.prompts).toContain(part);
    expect(model.asked[0]).toMatchObject({ role: "tester", files: ["tests/test_log.py", "src/log.py"] });
  });

  it("says what was not checked when the model gives nothing usable", async () => {
    const none = await writeCases(new AnsweringModel("I cannot think of any (sorry)."), request(python));
    expect(none).toEqual({ cases: [], notChecked: ["No adversarial cases: the model's answer held no usable call (1 lines were left out)."] });
    const broke = await writeCases(new AnsweringModel({ kind: "not-affordable", limit: "max-tokens", needs: 1_900, left: 1_200 }), request(python));
    expect(broke.notChecked).toEqual([
      "No adversarial cases were written, because the model gave no answer: the next call to the model could take up to 1,900 tokens, and 1,200 are left. Raise max-tokens.",
    ]);
    const refused = { kind: "misconfigured", setting: "api-key", reason: "HOST does not accept the key (401). Check it." } as const;
    expect((await writeCases(new AnsweringModel(refused), request(python))).notChecked).toEqual([
      "No adversarial cases were written, because the model gave no answer: HOST does not accept the key (401). Check it.",
    ]);
  });

  it("uses the whole lines of a list that was cut off", async () => {
    const cut = await writeCases(new AnsweringModel({ kind: "cut-off", text: "parse('')\nparse('unfini", usage: null }), request(python));
    expect(cut.cases.map(({ call }) => call)).toEqual(["parse('')"]);
  });
});
