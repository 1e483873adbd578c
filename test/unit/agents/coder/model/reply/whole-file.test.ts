import { describe, expect, it } from "vitest";
import { wholeFile } from "../../../../../../src/agents/coder/model/reply/whole-file.js";
import type { SyntaxLanguage } from "../../../../../../src/ports/syntax-trees.js";
import { trees } from "../scripted-model.js";
import { splice } from "./spliced.js";

async function whole(language: SyntaxLanguage | undefined, before: string, code: string): Promise<string> {
  if (language !== undefined) await trees.load(language);
  const result = wholeFile({ trees, language, before, code });
  return result.kind === "text" ? result.text : `unusable: ${result.reason}`;
}

const settings =
  '"""Settings."""\nimport os\n\nLIMIT = 10\nNAME = "a"\nROOT = os.getcwd()\nDEBUG = False\n\n\nclass Mode:\n    FAST = 1\n    SLOW = 2\n\n\nHANDLERS = {"fast": Mode.FAST}\nHANDLERS.update(slow=Mode.SLOW)\n';

describe("wholeFile", () => {
  it.each([
    ["everything but one constant", "LIMIT = 11\n", '"""Settings."""'],
    ["one constant", settings.replace('NAME = "a"\n', ""), "NAME"],
    ["an import", settings.replace("import os\n", "").replace("os.getcwd()", '"."'), "the import of os"],
    ["a class", settings.replace(/class Mode:[\s\S]*?\n\n\n/, ""), "Mode"],
    ["a field of a class", settings.replace("    SLOW = 2\n", ""), "Mode.SLOW"],
    ["a call", settings.replace("HANDLERS.update(slow=Mode.SLOW)\n", ""), "HANDLERS.update(slow=Mode.SLOW)"],
    ["the tail", settings.slice(0, settings.indexOf("class Mode")), "Mode"],
  ])("refuses a text that loses %s", async (_, code, lost) => {
    expect(await whole("python", settings, code)).toBe(`unusable: it leaves out a part of the file (${lost}): the whole file is needed`);
  });

  it.each([
    ["a value", settings.replace("10", "11")],
    ["a call", settings.replace("update(slow", "update(slower")],
    ["the name of a constant", settings.replace("DEBUG", "VERBOSE")],
    ["what is imported", settings.replace("import os\n", "import pathlib\n").replace("os.getcwd()", "pathlib.Path()")],
    ["more than there was", settings.replace("DEBUG = False\n", "DEBUG = False\nTRACE = False\n")],
  ])("takes a text that changes %s", async (_, code) => {
    expect(await whole("python", settings, code)).toBe(code);
  });

  it.each([
    [
      "typescript",
      "export interface P { a: number }\nexport type Q = P;\nexport enum K { A }\n",
      "export interface P { a: string }\nexport enum K { A }\n",
      "Q",
    ],
    [
      "go",
      'package a\n\nimport "fmt"\n\nconst (\n\tA = 1\n)\n\nvar x = fmt.Sprint(A)\n',
      "package a\n\nconst (\n\tA = 2\n)\n\nvar x = 1\n",
      "the import of fmt",
    ],
    ["rust", "use a::b;\n\nstruct S;\n\nimpl X for S {}\n\nconst M: u8 = 1;\n", "use a::b;\n\nstruct S;\n\nconst M: u8 = 2;\n", "impl X for S {}"],
    ["java", "class A {\n  int x = 1;\n  int y = 2;\n}\n", "class A {\n  int x = 3;\n}\n", "A.y"],
  ] as const)("knows the parts of %s", async (language, before, code, lost) => {
    expect(await whole(language, before, code)).toBe(`unusable: it leaves out a part of the file (${lost}): the whole file is needed`);
  });

  it("puts one assignment of a whole file in its place by its name, and nothing else changes", async () => {
    expect(await splice("python", settings, { shown: [], code: "LIMIT = 11\n" })).toBe(settings.replace("10", "11"));
  });

  const ruby = 'LIMIT = 3\nNAME = "a"\n\ndef f(x)\n  y = x\n  y\nend\n\nputs 1\nputs 2\nputs 3\nputs 4\n';

  it.each([
    ["a name", ruby.replace('NAME = "a"\n', ""), 'NAME = "a"'],
    ["a function", ruby.replace(/def f[\s\S]*?end\n\n/, ""), "def f(x)"],
    ["its tail", ruby.slice(0, ruby.indexOf("puts")), "puts 1"],
  ])("refuses a text without a grammar that loses %s", async (_, code, lost) => {
    expect(await whole(undefined, ruby, code)).toBe(`unusable: it leaves out a part of the file (${lost}): the whole file is needed`);
  });

  it("takes a text without a grammar that changes lines inside", async () => {
    const code = ruby.replace("  y = x\n  y\n", "  z = -x\n  z\n").replace("puts 4", "puts 5");
    expect(await whole(undefined, ruby, code)).toBe(code);
  });
});
