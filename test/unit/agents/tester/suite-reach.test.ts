import { describe, expect, it } from "vitest";
import { isCodeModule, reachProblem } from "../../../../src/agents/tester/suite-reach.js";
import { fileViewOf } from "../../../support/javascript-project.js";

const files = fileViewOf(
  new Map([
    ["shop/prices.py", ""],
    ["src/tools/clock.py", ""],
    ["cli.js", ""],
  ]),
);

function problem(path: string, text: string, code: string | null = "slug.py"): string | undefined {
  const file = { path, text };
  return reachProblem(file, { written: { files: [file], explanation: "", code }, task: "Write slugify, as in words.py.", files });
}

describe("a test file reaches for the project's code", () => {
  it.each([
    ["by the module of the code that is still to be written", "test_a.py", "from slug import slugify\n"],
    ["by a module of the project", "test_a.py", "import json, shop.prices as prices\n"],
    ["by a module below a source folder", "test_a.py", "from tools.clock import now\n"],
    ["by a relative import", "tests/test_a.py", "from ..shop import prices\n"],
    ["by a module the description names as a file", "test_a.py", "import words\n"],
    ["by a module the test file is called after", "test_other.py", "import other\n"],
    ["inside of a test", "test_a.py", "def test_a():\n    from slug import slugify\n"],
    ["by starting the program", "test_a.py", 'subprocess.run([sys.executable, "slug.py"])\n'],
    ["by require", "a.test.js", 'const { slug } = require("./slug.js");\n'],
    ["by import", "src/a.test.ts", 'import { slug } from "../slug";\n'],
    ["by an alias of its sources", "a.test.ts", 'import { slug } from "@/slug";\n'],
    ["by starting a script", "a.test.js", 'spawnSync("node", ["cli.js"]);\n'],
  ])("%s", (_how, path, text) => expect(problem(path, text)).toBeUndefined());

  it.each([
    ["test_a.py", "import json\nimport pytest\n\n\ndef slugify(text):\n    return text\n\n\ndef test_a():\n    assert slugify('a') == 'a'\n"],
    ["a.test.js", 'const test = require("node:test");\nconst slug = (text) => text;\ntest("a", () => slug("a"));\n'],
  ])("or it would test only itself: %s", (path, text) => {
    expect(problem(path, text)).toBe(
      `${path} imports nothing of the project, so it would test only itself; import what is tested from slug.py, also while that is not there, and do not define it in the test file`,
    );
    expect(problem(path, text, null)).toContain('and name its file with the line "Code: path"');
  });

  it.each([
    "from slug import slugify\n\n\ndef slugify(text):\n    return text\n",
    "from slug import (\n    other,\n    slugify,\n)\n\n\nclass slugify:\n    pass\n",
  ])("and does not hide it behind a definition of its own: %j", (text) =>
    expect(problem("test_a.py", text)).toBe("test_a.py defines slugify itself, though it imports it; take the definition out of the test file"),
  );
});

it("a missing module is the code only where somebody names it so", () => {
  const parts = {
    written: { files: [{ path: "tests/test_deep.py", text: "" }], explanation: "", code: "src/words/slug.py" },
    task: "Put it into text/tools.py.",
  };
  for (const module of ["slug", "words.slug", "deep", "tools"]) expect(isCodeModule(module, parts), module).toBe(true);
  for (const module of ["hypothesis", "numpy", "put"]) expect(isCodeModule(module, parts), module).toBe(false);
});
