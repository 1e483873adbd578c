import { resolve } from "node:path";
import { afterEach, expect, it } from "vitest";
import { defaultBoxLimits } from "../../../src/domain/limits.js";
import { eventsOf, lastOf } from "../../../src/render/journal-view.js";
import { AnsweringModel } from "../../support/answering-model.js";
import type { HealedProject } from "../../support/heal-project.js";
import { suiteRequires } from "../../support/requirements.js";
import { slugPython, slugTask } from "../../support/task-project.js";
import { answer, newFile, runTask } from "../../support/task-run.js";

const opened: HealedProject[] = [];

afterEach(() => {
  for (const one of opened.splice(0)) one.dispose();
});

interface Scene {
  readonly project?: Readonly<Record<string, string>>;
  readonly check?: string;
  readonly tests: string;
  readonly test?: string;
  readonly code?: string;
  readonly timeoutMs?: number;
}

async function tested({ project = {}, check = "python -m pytest -q", tests, test = "test_slug.py", code = "slug.py", timeoutMs }: Scene) {
  const tester = new AnsweringModel(answer(test, tests, code));
  const overlays = test.endsWith(".py") ? {} : { overlays: [{ from: resolve("node_modules"), at: "node_modules" }] };
  const limited = timeoutMs === undefined ? {} : { plan: { limits: { ...defaultBoxLimits, timeoutMs } } };
  const healed = await runTask({ project, checks: [check], text: slugTask, tester, approval: "required", ...overlays, ...limited });
  opened.push(healed);
  return { ...healed, written: lastOf(healed.lines, "tests-written"), refused: eventsOf(healed.lines, "tests-refused").map(({ reason }) => reason) };
}

const py = (...cases: readonly string[]): string => `from slug import slugify\n\n\n${cases.join("\n\n\n")}\n`;
const calls = "def test_a():\n    slugify('x')";
const trivial = "def test_b():\n    assert True";
const real = 'def test_c():\n    assert slugify("A b") == "a-b"';

suiteRequires("bubblewrap", "pytest")("tests that code without sense would pass are no gate", () => {
  it("none of them looks at what comes out: refused twice, with the reason told", async () => {
    const { stop, refused } = await tested({ tests: py(calls, trivial) });
    expect(refused).toHaveLength(2);
    expect(refused[0]).toBe(
      "all of its 2 cases pass also on functions that return nothing, so any code would pass; assert in each case what the description says comes out",
    );
    expect(stop.reason).toBe("unusable-replies");
  });

  it("are built on once they are written anew, and `return None` does not pass then", async () => {
    const tester = new AnsweringModel(answer("test_slug.py", py(calls, trivial)), answer("test_slug.py", slugPython.tests));
    const code = [newFile("slug.py", "def slugify(text):\n    return None\n"), newFile("slug.py", slugPython.code)];
    const healed = await runTask({ project: {}, checks: ["python -m pytest -q"], text: slugTask, tester, code });
    opened.push(healed);
    expect(tester.asked[1]?.messages.at(-1)?.content).toContain("all of its 2 cases pass also on functions that return nothing");
    expect(healed.stop.reason, healed.stop.sentence).toBe("fixed");
    expect(eventsOf(healed.lines, "candidate-tried")).toHaveLength(2);
  });

  it("single ones of them are listed as such beside those that tell", async () => {
    const { written, stop } = await tested({ tests: py(calls, real, trivial) });
    expect(stop.reason, stop.sentence).toBe("awaiting-approval");
    expect(written?.hollow).toEqual(["pytest:test_slug.py::test_a", "pytest:test_slug.py::test_b"]);
    expect(stop.sentence).toContain("2 of the cases passing on functions that do nothing or only fail");
  });

  it("nor are those that any error passes", async () => {
    const tests = `import pytest\n${py("def test_a():\n    with pytest.raises(Exception):\n        slugify(None)")}`;
    expect((await tested({ tests })).refused[0]).toContain("its only case passes also on functions that fail at once");
  });

  it.each<[string, Scene]>([
    ["a class", { tests: "from slug import Slug\n\n\ndef test_a():\n    with Slug('x') as slug:\n        slug.add(1)\n        Slug.clear()\n" }],
    ["a coroutine", { tests: "import asyncio\nfrom slug import slugify\n\n\ndef test_a():\n    asyncio.run(slugify('x'))\n" }],
    ["a whole module", { tests: "import slug\n\n\ndef test_a():\n    slug.slugify('x')\n" }],
    ["a program", { tests: 'import subprocess, sys\n\n\ndef test_a():\n    subprocess.run([sys.executable, "slug.py"], check=True)\n' }],
    ["a module in a new folder", { tests: "from words.slug import slugify\n\n\ndef test_a():\n    slugify('x')\n", code: "words/slug.py" }],
    ["a name of a standing module", { tests: py(calls), project: { "slug.py": "def other():\n    return 1\n" } }],
    [
      "a method of a standing class",
      { tests: "from slug import Slug\n\n\ndef test_a():\n    Slug().join()\n", project: { "slug.py": "class Slug:\n    pass\n" } },
    ],
    ["a skeleton", { tests: py(calls), project: { "slug.py": "def slugify(text):\n    raise NotImplementedError('later')\n" } }],
  ])("called, but not looked at: %s", async (_what, scene) => {
    expect((await tested(scene)).refused[0]).toMatch(/ also on functions that return nothing/);
  });

  it.each<[string, Scene]>([
    ["a class", { tests: "from slug import Slug\n\n\ndef test_a():\n    assert Slug('x').text() == 'x'\n" }],
    ["a coroutine", { tests: "import asyncio\nfrom slug import slugify\n\n\ndef test_a():\n    assert asyncio.run(slugify('x')) == 'x'\n" }],
    [
      "an error of its own",
      { tests: "import pytest\nfrom slug import slugify, SlugError\n\n\ndef test_a():\n    with pytest.raises(SlugError):\n        slugify(1)\n" },
    ],
    ["a standing function that crashes", { tests: py(calls), project: { "slug.py": "def slugify(text):\n    return text.nothing()\n" } }],
    ["a constant the file itself needs", { tests: "from slug import LIMITS\n\nmost = LIMITS['most']\n\n\ndef test_a():\n    assert most == 3\n" }],
  ])("looked at: %s", async (_what, scene) => {
    const { refused, written } = await tested(scene);
    expect(refused).toEqual([]);
    expect(written?.hollow).toBeUndefined();
  });
});

const commonJs = '{ "name": "words", "private": true }\n';
const modules = '{ "name": "words", "private": true, "type": "module" }\n';
const jsTest = { test: "slug.test.js", code: "slug.js" };

suiteRequires("bubblewrap")("the same in JavaScript", () => {
  const node = 'const { test } = require("node:test");\nconst assert = require("node:assert/strict");\n';
  const take = 'const { slugify } = require("./slug.js");\n';
  it.each<[string, Scene]>([
    ["node:test", { ...jsTest, check: "node --test", tests: `${node}${take}test("a", () => { slugify("x"); });\n` }],
    [
      "node:test, a class",
      { ...jsTest, check: "node --test", tests: `${node}const { Slug } = require("./slug.js");\ntest("a", () => { new Slug().add(1); });\n` },
    ],
    [
      "node:test, modules, a standing file",
      {
        ...jsTest,
        check: "node --test",
        project: { "package.json": modules, "slug.js": "export const count = (text) => text.length;\n" },
        tests: 'import { test } from "node:test";\nimport { slugify } from "./slug.js";\ntest("a", async () => { await slugify("x"); });\n',
      },
    ],
    [
      "node:test, a skeleton",
      {
        ...jsTest,
        check: "node --test",
        project: { "slug.js": 'exports.slugify = () => { throw new Error("Not implemented"); };\n' },
        tests: `${node}${take}test("a", () => { slugify("x"); });\n`,
      },
    ],
    ["jest", { ...jsTest, check: "npx jest", project: { "package.json": commonJs }, tests: `${take}test("a", () => { slugify("x"); expect(1).toBe(1); });\n` }],
    [
      "vitest, TypeScript",
      {
        test: "slug.test.ts",
        code: "slug.ts",
        check: "npx vitest run",
        project: { "package.json": modules },
        tests:
          'import { expect, it } from "vitest";\nimport slug, * as all from "./slug";\nit("a", () => { slug("x"); all.slugify("y"); expect(true).toBe(true); });\n',
      },
    ],
    [
      "mocha",
      {
        test: "test/slug.test.js",
        code: "slug.js",
        check: "npx mocha",
        project: { "package.json": commonJs },
        tests: 'const { slugify } = require("../slug.js");\nit("a", () => { slugify("x"); });\n',
      },
    ],
  ])("called, but not looked at: %s", async (_what, scene) => {
    expect((await tested(scene)).refused[0]).toBe(
      "its only case passes also on functions that return nothing, so any code would pass; assert in each case what the description says comes out",
    );
  });

  it("looked at", async () => {
    const { refused, written } = await tested({
      ...jsTest,
      check: "node --test",
      tests: `${node}${take}test("a", () => assert.equal(slugify("A"), "a"));\ntest("b", () => { slugify("x"); });\n`,
    });
    expect(refused).toEqual([]);
    expect(written?.hollow).toEqual(["node:test:slug.test.js::b"]);
  });
});

suiteRequires("bubblewrap")("tests that do not end once the code is there", () => {
  const head = 'const { test } = require("node:test");\nconst assert = require("node:assert/strict");\nconst { slugify } = require("./slug.js");\n';
  const looks = 'test("a", () => assert.equal(slugify("A"), "a"));\n';
  const scene = { ...jsTest, check: "node --test", timeoutMs: 6_000 };

  it.each([
    ["a loop without end", 'test("b", () => { while (true); });\n'],
    ["a server that stays open", 'require("node:http").createServer().listen(0);\n'],
  ])("are answered with that: %s", async (_what, text) => {
    const { stop, refused } = await tested({ ...scene, tests: head + looks + text });
    expect(refused[0]).toBe(
      "its tests do not end once the code is there (on functions that return nothing `node --test` timed out after 6 s, on functions that fail at once `node --test` timed out after 6 s); give every loop and every wait in them an end, and close what they open, like servers and timers, also where a case fails",
    );
    expect(stop.reason).toBe("unusable-replies");
  });

  it("are taken where only code that does nothing keeps them waiting", async () => {
    const { refused, stop } = await tested({
      ...scene,
      tests: `${head}${looks}test("b", () => { let text = "A b"; while (text !== "a-b") text = slugify(text) ?? text; });\n`,
    });
    expect(refused).toEqual([]);
    expect(stop.reason, stop.sentence).toBe("awaiting-approval");
  });
});

suiteRequires("bubblewrap", "pytest")("a proposal with which the checks do not end", () => {
  it("is told with that end in the sentence of the run's", async () => {
    const code = [
      newFile(
        "slug.py",
        'import threading\n\n\ndef slugify(text):\n    threading.Thread(target=threading.Event().wait).start()\n    return "-".join(text.lower().split())\n',
      ),
    ];
    const { stop, ...rest } = await runTask({
      project: {},
      checks: ["python -m pytest -q"],
      text: slugTask,
      tester: new AnsweringModel(answer("test_slug.py", slugPython.tests)),
      code,
      plan: { limits: { ...defaultBoxLimits, timeoutMs: 8_000 } },
    });
    opened.push({ stop, ...rest });
    expect(stop.sentence).toContain(" With the last proposal the checks did not end: timed out after ");
  });
});
