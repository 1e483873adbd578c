import { afterEach, expect, it } from "vitest";
import { type Patch, patchedPaths } from "../../../src/domain/patch.js";
import { eventsOf, lastOf } from "../../../src/render/journal-view.js";
import { AnsweringModel } from "../../support/answering-model.js";
import type { HealedProject } from "../../support/heal-project.js";
import { suiteRequires } from "../../support/requirements.js";
import { shop, slugPython, slugScript, slugTask } from "../../support/task-project.js";
import { answer, newFile, runTask, type TaskRequest } from "../../support/task-run.js";

const opened: HealedProject[] = [];

afterEach(() => {
  for (const one of opened.splice(0)) one.dispose();
});

async function run(request: TaskRequest) {
  const healed = await runTask(request);
  opened.push(healed);
  return healed;
}

const pytest = ["python -m pytest -q"];

suiteRequires("bubblewrap", "pytest")("a task in an empty project", () => {
  it("gets its tests first, then its code, both in one patch", async () => {
    const tester = new AnsweringModel(answer("test_slug.py", slugPython.tests));
    const healed = await run({ project: {}, checks: pytest, text: slugTask, tester, code: [newFile("slug.py", slugPython.code)] });
    expect(healed.stop.reason, healed.stop.sentence).toBe("fixed");
    expect(healed.stop.sentence).toMatch(/^Built what the task describes in slug\.py, so that 1 case passes: /);
    const accepted = lastOf(healed.lines, "accepted");
    expect(patchedPaths(accepted?.patch as Patch)).toEqual(["slug.py", "test_slug.py"]);
    expect(accepted?.proof.tests).toEqual({ files: ["test_slug.py"], digest: lastOf(healed.lines, "tests-written")?.digest });
    expect(healed.coder.briefs[0]?.task).toBe(slugTask);
    expect(healed.coder.briefs[0]?.files.read("test_slug.py")?.text).toBe(slugPython.tests);
    expect(tester.asked.map(({ role }) => role)).toEqual(["tester"]);
  });

  it("in JavaScript as well", async () => {
    const tester = new AnsweringModel(answer("slug.test.js", slugScript.tests, "slug.js"));
    const healed = await run({ project: {}, checks: ["node --test"], text: slugTask, tester, code: [newFile("slug.js", slugScript.code)] });
    expect(healed.stop.reason, healed.stop.sentence).toBe("fixed");
    expect(patchedPaths(lastOf(healed.lines, "accepted")?.patch as Patch)).toEqual(["slug.js", "slug.test.js"]);
  });

  it("goes on after a candidate that would edit the tests, which no setting allows", async () => {
    const tester = new AnsweringModel(answer("test_slug.py", slugPython.tests));
    const emptied = slugPython.tests.replace(/assert .*/g, "pass");
    const cheat: Patch = {
      changes: [
        { kind: "add", path: "slug.py", after: "def slugify(text):\n    return text\n", encoding: "utf8" },
        { kind: "modify", path: "test_slug.py", before: slugPython.tests, after: emptied, encoding: "utf8" },
      ],
    };
    const healed = await run({
      project: {},
      checks: pytest,
      text: slugTask,
      tester,
      code: [cheat, newFile("slug.py", slugPython.code)],
      plan: { allowGlobs: ["**/*.py"] },
    });
    const [first] = eventsOf(healed.lines, "candidate-tried");
    expect(first?.verdict).toMatchObject({
      kind: "refused",
      rule: "protected-path",
      reason: "test_slug.py is one of the tests the task is judged by, which no patch may touch",
    });
    expect(healed.stop.reason, healed.stop.sentence).toBe("fixed");
  });
});

suiteRequires("bubblewrap", "pytest")("a task in a project that stands", () => {
  it("gets tests beside the old ones and a function more; the old cases stay green", async () => {
    const tests = "from shop.prices import cheapest\n\n\ndef test_cheapest():\n    assert cheapest([3, 1, 2]) == 1\n";
    const tester = new AnsweringModel(answer("tests/test_cheapest.py", tests, "shop/prices.py"));
    const before = shop["shop/prices.py"] ?? "";
    const code: Patch = {
      changes: [{ kind: "modify", path: "shop/prices.py", before, after: `${before}\n\ndef cheapest(prices):\n    return min(prices)\n`, encoding: "utf8" }],
    };
    const healed = await run({ project: shop, checks: pytest, text: "Add `cheapest(prices)` to shop/prices.py: the smallest price.", tester, code: [code] });
    expect(healed.stop.reason, healed.stop.sentence).toBe("fixed");
    expect(lastOf(healed.lines, "accepted")?.proof.passedAtBaseline).toHaveLength(2);
    expect(tester.asked[0]?.files).toEqual(["tests/test_prices.py", "shop/prices.py"]);
    expect(tester.prompts).toContain("File: tests/test_cheapest.py");
  });

  it("that has a fault gets a test that fails because of it, and tells which cases were green already", async () => {
    const tests = [
      "from shop.prices import average",
      "",
      "",
      "def test_average_keeps_the_fraction():",
      "    assert average([1, 2]) == 1.5",
      "",
      "",
      "def test_average_of_one():",
      "    assert average([5]) == 5",
      "",
    ].join("\n");
    const tester = new AnsweringModel(answer("tests/test_average.py", tests, "shop/prices.py"));
    const before = shop["shop/prices.py"] ?? "";
    const code: Patch = { changes: [{ kind: "modify", path: "shop/prices.py", before, after: before.replace("//", "/"), encoding: "utf8" }] };
    const text = "`average([1, 2])` gives 1 and not 1.5: it drops the fraction.";
    const healed = await run({ project: shop, checks: pytest, text, tester, code: [code] });
    expect(healed.stop.reason, healed.stop.sentence).toBe("fixed");
    const written = lastOf(healed.lines, "tests-written");
    expect(written?.red.map(({ id }) => id)).toEqual(["pytest:tests/test_average.py::test_average_keeps_the_fraction"]);
    expect(written?.green).toEqual(["pytest:tests/test_average.py::test_average_of_one"]);
  });

  it("without any model is an error of the set-up, before anything is run", async () => {
    const healed = await run({ project: shop, checks: pytest, text: slugTask, tester: new AnsweringModel(""), models: "none" });
    expect(healed.stop.reason).toBe("invalid-setup");
    expect(healed.stop.sentence).toContain("Name one with --model");
    expect(healed.lines.map(({ event }) => event.type)).toEqual(["run-started", "stopped"]);
  });

  it("whose check shows no test runner is an error of the set-up that names the remedy", async () => {
    const healed = await run({ project: shop, checks: ["true"], text: slugTask, tester: new AnsweringModel("") });
    expect(healed.stop.reason).toBe("invalid-setup");
    expect(healed.stop.sentence).toContain("behind `true` no test runner was recognised. Give the test command itself with --check");
  });
});
