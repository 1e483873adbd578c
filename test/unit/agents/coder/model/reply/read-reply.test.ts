import { describe, expect, it } from "vitest";
import { END_MARK, readReply } from "../../../../../../src/agents/coder/model/reply/read-reply.js";
import type { ReplyReading } from "../../../../../../src/agents/coder/model/reply/reply-reading.js";
import { unitsOf } from "../../../../../../src/agents/coder/model/source/units.js";
import type { TextEncoding } from "../../../../../../src/domain/patch.js";
import { briefOf, suspectOf, trees, viewOf } from "../scripted-model.js";

interface Given {
  readonly files: Readonly<Record<string, string>>;
  readonly shown: readonly (readonly [file: string, name: string])[];
  readonly format?: ReplyReading["format"];
  readonly newFolders?: "yes" | "no";
  readonly encoding?: TextEncoding;
}

async function read({ files, shown, format = "whole", newFolders = "no", encoding }: Given, reply: string): Promise<Record<string, string> | string> {
  const view = viewOf(files, encoding);
  const isProtected = (path: string): boolean => path.toLowerCase().startsWith("tests/");
  const units = await unitsOf(briefOf(view, { suspects: shown.map(([file, name]) => suspectOf(file, name)), isProtected }), trees);
  const edit = await readReply({ reply, files: view, isProtected, trees, units, format, newFolders });
  return edit.kind === "unusable" ? `unusable: ${edit.reason}` : Object.fromEntries(edit.texts.map(({ path, after }) => [path, after]));
}

const text = "def f(x):\n    return x\n\n\ndef g(x):\n    return x\n";
const python: Given = { files: { "a.py": text, "tests/test_a.py": "def test_a():\n    assert False\n" }, shown: [["a.py", "f"]] };
const large: Given = { ...python, format: "blocks" };

function block(path: string, search: string, replace: string): string {
  return `${path}\n<<<<<<< SEARCH\n${search}=======\n${replace}>>>>>>> REPLACE\n`;
}

describe("readReply, whole functions", () => {
  it("takes the last block that can be put in its place: the broken code may be shown before it, a usage after it", async () => {
    const reply =
      "The fault:\n```python\ndef f(x):\n    return x\n```\nMended:\n```python\ndef f(x):\n    return x + 1\n```\nUsage:\n```python\nprint(f(1))\n```\n";
    expect(await read(python, reply)).toEqual({ "a.py": text.replace("return x\n\n", "return x + 1\n\n") });
  });

  it("finds the file by the function when several files were shown", async () => {
    const files = { "a.py": text, "b.py": "def h(x):\n    return x\n" };
    const shown = [
      ["a.py", "f"],
      ["b.py", "h"],
    ] as const;
    expect(await read({ files, shown }, "```\ndef h(x):\n    return 2\n```")).toEqual({ "b.py": "def h(x):\n    return 2\n" });
  });

  it("applies no prefix of an answer", async () => {
    const answer = "The sign is wrong.\n\n```python\ndef f(x):\n    y = x\n    y = -y\n    return y\n```";
    expect(await read(python, answer)).toEqual({ "a.py": text.replace("    return x\n\n", "    y = x\n    y = -y\n    return y\n\n") });
    for (let end = 0; end < answer.length; end += 1) expect(await read(python, answer.slice(0, end))).toMatch(/^unusable: /);
  });

  it.each([
    ["", "it is empty"],
    ["The function adds one too many.", "it holds no fenced code"],
    ["```python\nprint(1)\n```", "it holds no complete function f"],
    ["```python\ndef f(x):\n    return x\n```", "it changes nothing"],
    ["```python\ndef f(x):\n    return x   \n```", "it changes nothing"],
    ["```python\ndef f(x):\n    ...\n    # rest of the function\n    return 1\n```", "f leaves out a part of its code"],
    ["```python\ndef f(x):\n    return (x\n```", "it does not parse: line 2"],
  ])("has a reason for %j", async (reply, reason) => {
    expect(await read(python, reply)).toBe(`unusable: ${reason}`);
  });

  it("takes a whole file where the fault stands outside of functions, and refuses one that loses a function", async () => {
    const given: Given = { ...python, files: { "a.py": `LIMIT = 1\n\n\n${text}` }, shown: [["a.py", "<module>"]] };
    expect(await read(given, `\`\`\`python\nLIMIT = 2\n\n\n${text}\`\`\``)).toEqual({ "a.py": `LIMIT = 2\n\n\n${text}` });
    expect(await read(given, "```python\nLIMIT = 2\n\n\ndef f(x):\n    return x\n```")).not.toHaveProperty("a.py", "LIMIT = 2\n\n\ndef f(x):\n    return x\n");
  });

  it("takes a whole file where there is no grammar, and refuses a part of it", async () => {
    const files = { "a.rb": "def f(x)\n  x\nend\n\ndef g(x)\n  x\nend\n\ndef h(x)\n  x\nend\n" };
    const given: Given = { files, shown: [["a.rb", "f"]] };
    expect(await read(given, `\`\`\`ruby\n${files["a.rb"].replace("  x", "  -x")}\`\`\``)).toEqual({ "a.rb": files["a.rb"].replace("  x", "  -x") });
    expect(await read(given, "```ruby\ndef f(x)\n  -x\nend\n```")).toBe("unusable: it leaves out a part of the file (def g(x)): the whole file is needed");
  });

  it("keeps a byte order mark", async () => {
    const given: Given = { files: { "a.py": `\uFEFF${text}` }, shown: [["a.py", "f"]] };
    expect(await read(given, "```python\nimport re\n\ndef f(x):\n    return re.x\n```")).toEqual({
      "a.py": `\uFEFFimport re\n\n${text.replace("return x\n\n", "return re.x\n\n")}`,
    });
  });

  it("keeps carriage returns and the encoding's characters", async () => {
    const dos = text.replace("def g", "# café\ndef g").replaceAll("\n", "\r\n");
    const given: Given = { files: { "a.py": dos }, shown: [["a.py", "f"]], encoding: "latin1" };
    expect(await read(given, "```python\ndef f(x):\n    if x:\n        return 1\n    return 2\n```")).toEqual({
      "a.py": dos.replace("    return x\r\n\r\n", "    if x:\r\n        return 1\r\n    return 2\r\n\r\n"),
    });
    expect(await read(given, '```python\ndef f(x):\n    return "→"\n```')).toBe("unusable: a.py is not in UTF-8 and cannot hold the characters of the answer");
  });

  it("leaves the line ends of lines it does not change in a file that mixes them", async () => {
    const mixed = "a = 1\r\ndef f(x):\r\n    return x\r\nb = 2\nc = 3\r\n";
    expect(await read({ files: { "a.py": mixed }, shown: [["a.py", "f"]] }, "```python\ndef f(x):\n    return 2\n```")).toEqual({
      "a.py": mixed.replace("return x", "return 2"),
    });
  });

  it("gives hidden characters of the file back as they were", async () => {
    const odd = 'def f(x):\n    return "a\u200bb" + x\n';
    const reply = '```python\ndef f(x):\n    return "a\\u{200b}b" - x\n```';
    expect(await read({ files: { "a.py": odd }, shown: [["a.py", "f"]] }, reply)).toEqual({ "a.py": odd.replace("+", "-") });
  });
});

describe("readReply, search and replace", () => {
  it("replaces the one place that reads so, in several files", async () => {
    const files = { "a.py": text, "b.py": "y = 1\n" };
    const reply = `Both are off by one.\n\n${block("a.py", "def g(x):\n    return x\n", "def g(x):\n    return x + 1\n")}\n${block("b.py", "y = 1\n", "y = 2\n")}\n${END_MARK}`;
    expect(await read({ ...large, files }, reply)).toEqual({ "a.py": text.replace(/return x\n$/, "return x + 1\n"), "b.py": "y = 2\n" });
  });

  it("forgives blanks at the ends of lines and another depth, and keeps the file's depth", async () => {
    const files = { "a.py": "class A:\n    def f(self):\n        x = 1\n        return x\n" };
    const reply = `${block("a.py", "x = 1  \nreturn x\n", "x = 2\nif x:\n    return x\n")}${END_MARK}`;
    expect(await read({ ...large, files, shown: [["a.py", "A.f"]] }, reply)).toEqual({
      "a.py": "class A:\n    def f(self):\n        x = 2\n        if x:\n            return x\n",
    });
  });

  it("applies no prefix of an answer of several blocks", async () => {
    const answer = `${block("a.py", "def f(x):\n    return x\n", "def f(x):\n    return 1\n")}${block("a.py", "def g(x):\n    return x\n", "def g(x):\n    return 2\n")}${END_MARK}`;
    expect(await read(large, answer)).toEqual({ "a.py": "def f(x):\n    return 1\n\n\ndef g(x):\n    return 2\n" });
    for (let end = 0; end < answer.length; end += 1) expect(await read(large, answer.slice(0, end))).toMatch(/^unusable: /);
  });

  it("takes whole functions and new files with their path above them", async () => {
    const reply = `a.py\n\`\`\`python\ndef f(x):\n    return 1\n\`\`\`\n\n**lib/new.py**\n\`\`\`python\nz = 1\n\`\`\`\n${END_MARK}\n`;
    expect(await read({ ...large, newFolders: "yes" }, reply)).toEqual({ "a.py": text.replace("return x\n\n", "return 1\n\n"), "lib/new.py": "z = 1\n" });
    expect(await read(large, reply)).toBe("unusable: it names a file that may not be changed: there is no folder lib");
    expect(await read(large, reply.replace("lib/new.py", "new.py"))).toHaveProperty(["new.py"], "z = 1\n");
  });

  it.each([
    ["a place that is not there", block("a.py", "def h(x):\n", "def h(y):\n"), "a.py: a search part does not stand in the file"],
    ["two places", block("a.py", "    return x\n", "    return 1\n"), "a.py: a search part stands in the file more than once"],
    ["an empty search in a file", block("a.py", "", "x = 1\n"), "a search part for a.py is empty"],
    ["a search in no file", block("c.py", "x\n", "y\n"), "c.py does not exist"],
    ["a result that does not parse", block("a.py", "def g(x):\n    return x\n", "def g(x:\n    return x\n"), "a.py: it does not parse: line 5"],
    ["a block without an end", "a.py\n<<<<<<< SEARCH\nx\n=======\ny\n", "it ends in the middle of a search/replace block"],
    ["a block without a middle", "a.py\n<<<<<<< SEARCH\nx\n>>>>>>> REPLACE\n", "a search/replace block has no middle"],
    ["a protected file", block("tests/test_a.py", "    assert False\n", "    assert True\n"), "it changes tests/test_a.py, which is protected"],
    ["a new protected file", block("tests/conftest.py", "", "x = 1\n"), "it changes tests/conftest.py, which is protected"],
    ["the same text", block("a.py", "def g(x):\n", "def g(x):\n"), "it changes nothing"],
  ])("refuses %s", async (_, reply, reason) => {
    expect(await read(large, `${reply}${END_MARK}`)).toBe(`unusable: ${reason}`);
  });

  it.each([
    "../a.py",
    "/etc/passwd",
    "lib/../../a.py",
    "./a.py",
    "a//b.py",
    ".git/hooks/pre-commit",
    "sub/.GIT/config",
    "git~1/config",
    "A.PY",
    "a.py/b.py",
    "C:/a.py",
    "~/a.py",
    "lib\\a.py",
  ])("refuses to write %s", async (path) => {
    expect(await read(large, `${block(path, "", "x = 1\n")}${END_MARK}`)).toMatch(/^unusable: it names a file that may not be changed: /);
  });
});
