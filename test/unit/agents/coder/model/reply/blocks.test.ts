import { describe, expect, it } from "vitest";
import { END_MARK, readReply } from "../../../../../../src/agents/coder/model/reply/read-reply.js";
import type { ReplyReading } from "../../../../../../src/agents/coder/model/reply/reply-reading.js";
import { unitsOf } from "../../../../../../src/agents/coder/model/source/units.js";
import { briefOf, suspectOf, trees, viewOf } from "../scripted-model.js";

interface Given {
  readonly files: Readonly<Record<string, string>>;
  readonly shown: readonly (readonly [file: string, name: string])[];
  readonly format?: ReplyReading["format"];
}

async function read({ files, shown, format = "whole" }: Given, reply: string): Promise<Record<string, string> | string> {
  const view = viewOf(files);
  const units = await unitsOf(briefOf(view, { suspects: shown.map(([file, name]) => suspectOf(file, name)) }), trees);
  const edit = await readReply({ reply, files: view, isProtected: () => false, trees, units, format, newFolders: "no" });
  return edit.kind === "unusable" ? `unusable: ${edit.reason}` : Object.fromEntries(edit.texts.map(({ path, after }) => [path, after]));
}

function code(...blocks: readonly string[]): string {
  return blocks.map((block) => `\`\`\`python\n${block}\`\`\`\n`).join("\nand\n\n");
}

const f = "def f(x):\n    return x\n";
const mended = "def f(x):\n    return x + 1\n";
const python: Given = { files: { "a.py": `${f}\n\ndef g(x):\n    return x\n` }, shown: [["a.py", "f"]] };
const mendedFile = (...changes: readonly (readonly [string, string])[]): Record<string, string> => ({
  "a.py": changes.reduce((text, [from, to]) => text.replace(from, to), python.files["a.py"] ?? ""),
});

describe("a reply of several fenced blocks", () => {
  it("takes a helper from a block of its own, before or after the function", async () => {
    const helper = "import re\n\n\ndef one(x):\n    return re.sub(x)\n";
    const user = "def f(x):\n    return one(x)\n";
    const expected = { "a.py": `import re\n\ndef one(x):\n    return re.sub(x)\n\n\n${python.files["a.py"]?.replace("return x", "return one(x)")}` };
    expect(await read(python, code(helper, user))).toEqual(expected);
    expect(await read(python, code(user, helper))).toEqual(expected);
  });

  it("takes every function that changes, wherever the original is shown again", async () => {
    const g = "def g(x):\n    return x + 2\n";
    expect(await read(python, code(mended, g))).toEqual(mendedFile([f, mended], ["def g(x):\n    return x\n", g]));
    expect(await read(python, code(mended, f))).toEqual(mendedFile([f, mended]));
    expect(await read(python, code(f, mended, "print(f(1))\n"))).toEqual(mendedFile([f, mended]));
  });

  it("takes the whole function, not the part of it that is pointed at behind it", async () => {
    expect(await read(python, code(mended, "def f(x):\n    # ...\n    return x + 2\n"))).toEqual(mendedFile([f, mended]));
  });

  it("is not disturbed by what is no code of the file", async () => {
    expect(await read(python, `${code(mended)}\n\`\`\`bash\npytest -q tests/\n\`\`\`\n\n\`\`\`text\n1 passed (in 2s\n\`\`\`\n`)).toEqual(
      mendedFile([f, mended]),
    );
  });

  it("says what does not parse when nothing else is new", async () => {
    expect(await read(python, code(f, "def f(x):\n    return (x\n"))).toBe("unusable: it does not parse: line 2");
  });

  it("changes several files, each by its functions", async () => {
    const given: Given = {
      files: { "a.py": f, "b.py": "def h(x):\n    return x\n" },
      shown: [
        ["a.py", "f"],
        ["b.py", "h"],
      ],
    };
    expect(await read(given, code(mended, "def h(x):\n    return 2\n"))).toEqual({ "a.py": mended, "b.py": "def h(x):\n    return 2\n" });
  });

  it("finds the file of a constant that stands alone", async () => {
    const given: Given = {
      files: { "a.py": f, "b.py": "LIMIT = 1\n\n\ndef h(x):\n    return x < LIMIT\n" },
      shown: [
        ["a.py", "f"],
        ["b.py", "h"],
      ],
    };
    expect(await read(given, code("LIMIT = 2\n"))).toEqual({ "b.py": given.files["b.py"]?.replace("1", "2") });
  });

  it("takes bare methods and a helper for them in blocks of their own", async () => {
    const files = { "a.js": "class A {\n  f(x) {\n    return x;\n  }\n}\n" };
    const reply = "```js\nfunction one(x) {\n  return x + 1;\n}\n```\n```js\nf(x) {\n  return one(x);\n}\n```\n";
    expect(await read({ files, shown: [["a.js", "A.f"]] }, reply)).toEqual({
      "a.js": "function one(x) {\n  return x + 1;\n}\n\nclass A {\n  f(x) {\n    return one(x);\n  }\n}\n",
    });
  });
});

describe("a reply of search/replace blocks and more", () => {
  const large: Given = { ...python, format: "blocks" };
  const search = "a.py\n<<<<<<< SEARCH\ndef f(x):\n    return x\n=======\ndef f(x):\n    return h(x)\n>>>>>>> REPLACE\n";

  it("takes a new file, and a function, beside the blocks", async () => {
    const file = "b.py\n```python\ndef h(x):\n    return x.y\n```\n";
    expect(await read(large, `${search}\n${file}${END_MARK}`)).toEqual({
      ...mendedFile([f, "def f(x):\n    return h(x)\n"]),
      "b.py": "def h(x):\n    return x.y\n",
    });
    const again = "<<<<<<< SEARCH\ndef g(x):\n    return x\n=======\ndef g(x):\n    return 3\n>>>>>>> REPLACE\n";
    expect(await read(large, `${search}\n${file}\n${again}${END_MARK}`)).toHaveProperty(["a.py"], expect.stringContaining("return 3"));
    const g = "a.py\n```python\ndef g(x):\n    return 2\n```\n";
    expect(await read(large, `${search}\n${g}${END_MARK}`)).toEqual(
      mendedFile([f, "def f(x):\n    return h(x)\n"], ["def g(x):\n    return x\n", "def g(x):\n    return 2\n"]),
    );
  });

  it("takes blocks that stand in fences, with their path inside or outside", async () => {
    for (const reply of [`\`\`\`python\n${search}\`\`\`\n`, `a.py\n\`\`\`\n${search.slice(5)}\`\`\`\n`])
      expect(await read(large, `${reply}${END_MARK}`)).toEqual(mendedFile([f, "def f(x):\n    return h(x)\n"]));
  });

  it("refuses one new file given twice, and a fence that is never closed", async () => {
    expect(await read(large, `b.py\n\`\`\`\nx = 1\n\`\`\`\nb.py\n\`\`\`\ny = 1\n\`\`\`\n${END_MARK}`)).toBe(
      "unusable: it gives b.py twice: give it once, whole",
    );
    expect(await read(large, `${search}\nb.py\n\`\`\`\nx = 1\n${END_MARK}`)).toBe("unusable: it ends in the middle of its code");
  });

  const rst = '"""Doc.\n\nTitle\n=======\n\nText.\n"""\n\n\ndef f(x):\n    return x\n';

  it("refuses a block with several middle lines and more than one reading", async () => {
    const reply = "a.py\n<<<<<<< SEARCH\nTitle\n=======\n\nText.\n=======\nTitle\n=======\n\nMore text.\n>>>>>>> REPLACE\n";
    expect(await read({ ...large, files: { "a.py": rst } }, `${reply}${END_MARK}`)).toMatch(
      /^unusable: a\.py: a search\/replace block has several middle lines/,
    );
  });

  it("takes the one reading of several that fits the file", async () => {
    const reply = "a.py\n<<<<<<< SEARCH\nText.\n=======\nTitle\n=======\nMore.\n>>>>>>> REPLACE\n";
    const files = { "a.py": '"""Doc.\n\nText.\n"""\n\n\ndef f(x):\n    return x\n' };
    expect(await read({ ...large, files }, `${reply}${END_MARK}`)).toEqual({ "a.py": files["a.py"].replace("Text.", "Title\n=======\nMore.") });
    const added = "new.rst\n<<<<<<< SEARCH\n=======\nTitle\n=======\nMore.\n>>>>>>> REPLACE\n";
    expect(await read({ ...large, files }, `${added}${END_MARK}`)).toEqual({ "new.rst": "Title\n=======\nMore.\n" });
    const short = "a.py\n<<<<<<< SEARCH\nText.\n=======\nTitle\n=====\nMore.\n>>>>>>> REPLACE\n";
    expect(await read({ ...large, files }, `${short}${END_MARK}`)).toEqual({ "a.py": files["a.py"].replace("Text.", "Title\n=====\nMore.") });
  });

  it("leaves the lines of strings as they are where a block is found at another depth", async () => {
    const text = 'class A:\n    def f(self):\n        x = """\n  two\n        """\n        return x\n';
    const reply = 'a.py\n<<<<<<< SEARCH\nx = """\n  two\n"""\nreturn x\n=======\nx = """\n  two\n three\n"""\nif x:\n    return x\n>>>>>>> REPLACE\n';
    expect(await read({ files: { "a.py": text }, shown: [["a.py", "A.f"]], format: "blocks" }, `${reply}${END_MARK}`)).toEqual({
      "a.py": 'class A:\n    def f(self):\n        x = """\n  two\n three\n        """\n        if x:\n            return x\n',
    });
  });

  it("leaves the ends of all lines between two changes in a file that mixes them", async () => {
    const mixed = "def f(x):\r\n    return x\r\n\n\ndef g(x):\n    return x\r\nz = 1";
    const given: Given = { files: { "a.py": mixed }, shown: [["a.py", "f"]], format: "blocks" };
    const reply = (from: string, to: string): string => `a.py\n<<<<<<< SEARCH\n${from}\n=======\n${to}\n>>>>>>> REPLACE\n`;
    expect(await read(given, `${reply("def f(x):", "def f(y):")}${reply("def g(x):", "def g(y):")}${END_MARK}`)).toEqual({
      "a.py": mixed.replace("f(x)", "f(y)").replace("g(x)", "g(y)"),
    });
  });
});
