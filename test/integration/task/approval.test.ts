import { createHash } from "node:crypto";
import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { eventsOf, lastOf } from "../../../src/render/journal-view.js";
import { patchFile } from "../../../src/render/unified-diff.js";
import type { ApprovedBundle } from "../../../src/stages/run-context.js";
import { AnsweringModel } from "../../support/answering-model.js";
import { type HealedProject, writeFiles } from "../../support/heal-project.js";
import { suiteRequires } from "../../support/requirements.js";
import { slugPython, slugTask } from "../../support/task-project.js";
import { answer, bundleOf, newFile, runTask, type TaskRequest } from "../../support/task-run.js";

const checks = ["python -m pytest -q"];
const code = [newFile("slug.py", slugPython.code)];

suiteRequires("bubblewrap", "pytest")("tests of a task that a person has to approve", () => {
  const opened: HealedProject[] = [];
  let waiting: HealedProject;
  let bundle: ApprovedBundle;

  beforeAll(async () => {
    waiting = await runTask({
      project: {},
      checks,
      text: slugTask,
      approval: "required",
      tester: new AnsweringModel(answer("test_slug.py", slugPython.tests)),
      code,
    });
    opened.push(waiting);
    bundle = await bundleOf(waiting);
  });
  afterAll(() => {
    for (const one of opened) one.dispose();
  });

  async function approve(change: Partial<TaskRequest> = {}) {
    const tester = new AnsweringModel("");
    const run = await runTask({ project: waiting.folder, checks, text: slugTask, tester, code, approved: bundle, ...change });
    opened.push(run);
    return { ...run, tester };
  }

  it("stop the run, with the tests to read and the command to go on", () => {
    expect(waiting.stop.reason).toBe("awaiting-approval");
    expect(waiting.stop.sentence).toBe(
      "The tests for the task are written and wait for a person (awaiting-approval): test_slug.py, which cannot be loaded before its code is there. Read them in report.md or tests.patch of the bundle. To go on with exactly these tests: heal run --task task.md --approve here",
    );
    expect(eventsOf(waiting.lines, "attempt-started")).toEqual([]);
    const report = readFileSync(join(waiting.bundleFolder, "report.md"), "utf8");
    expect(report).toContain('assert slugify("Hello World") == "hello-world"');
    expect(report).toContain("heal run --task task.md --approve here\n```");
    expect(Buffer.from(bundle.testsFile).toString()).toContain("+def test_joins_words():");
  });

  it("are taken as they are once approved, and no model is asked for others", async () => {
    const run = await approve();
    expect(run.stop.reason, run.stop.sentence).toBe("fixed");
    expect(run.tester.asked).toEqual([]);
    expect(lastOf(run.lines, "tests-approved")).toEqual({
      type: "tests-approved",
      bundle: waiting.bundleFolder,
      tests: lastOf(waiting.lines, "tests-written")?.tests,
      digest: lastOf(waiting.lines, "tests-written")?.digest,
    });
    expect(Buffer.from(patchFile(lastOf(run.lines, "accepted")?.patch ?? { changes: [] })).toString()).toContain("+def test_joins_words():");
  });

  it("are refused for another description", async () => {
    const { stop } = await approve({ text: `${slugTask}And keep the umlauts.\n` });
    expect(stop.reason).toBe("invalid-setup");
    expect(stop.sentence).toMatch(/^The description is not the one the tests of .* were written for\. Give the same file with --task/);
  });

  it("are refused when tests.patch was changed", async () => {
    const testsFile = Buffer.from(Buffer.from(bundle.testsFile).toString().replace('== ""', '== "x"'));
    const { stop } = await approve({ approved: { ...bundle, testsFile } });
    expect(stop.reason).toBe("invalid-setup");
    expect(stop.sentence).toMatch(/^tests\.patch of .* is not what was written \(digest [0-9a-f]{12}, journal [0-9a-f]{12}\): it was changed after the run\./);
  });

  it("are refused when the journal's copy was changed", async () => {
    const lines = bundle.lines.map((line) =>
      line.event.type === "tests-written"
        ? { ...line, event: { ...line.event, tests: newFile("test_slug.py", "def test_nothing():\n    assert False\n") } }
        : line,
    );
    const { stop } = await approve({ approved: { ...bundle, lines } });
    expect(stop.sentence).toMatch(/^The journal's copy of the tests of .* is not what was written/);
  });

  it.each([
    [
      "none of whose cases is red",
      'def test_joins_words():\n    assert "slug.py" != ""\n',
      "all of its 1 cases pass on the project as it is, so they would show nothing",
    ],
    [
      "that any code passes",
      'from slug import slugify\n\n\ndef test_joins_words():\n    slugify("x")\n',
      "its only case passes also on functions that return nothing, so any code would pass; assert in each case what the description says comes out",
    ],
    [
      "that reach for nothing of the project",
      "def test_joins_words():\n    pass\n",
      "test_slug.py imports nothing of the project, so it would test only itself; import what is tested from slug.py, also while that is not there, and do not define it in the test file",
    ],
  ])("are refused when they were exchanged, with the digests, for some %s", async (_what, text, reason) => {
    const tests = newFile("test_slug.py", text);
    const testsFile = patchFile(tests);
    const digest = createHash("sha256").update(testsFile).digest("hex");
    const lines = bundle.lines.map((line) => (line.event.type === "tests-written" ? { ...line, event: { ...line.event, tests, digest } } : line));
    const { stop } = await approve({ approved: { ...bundle, lines, testsFile } });
    expect(stop).toEqual({
      reason: "invalid-setup",
      sentence: `The tests of ${bundle.directory} cannot be used: ${reason}. Run heal without --approve to have them written anew.`,
    });
  });

  it("are refused from a bundle that holds none", async () => {
    const lines = bundle.lines.filter(({ event }) => event.type !== "tests-written");
    const { stop } = await approve({ approved: { ...bundle, lines } });
    expect(stop.sentence).toMatch(/holds no tests to approve\. Name the bundle of a run with --task that ended as awaiting-approval\.$/);
  });

  it("are refused when this run's check does not run them", async () => {
    const { stop } = await approve({ checks: ["python -m pytest -q elsewhere"] });
    expect(stop).toEqual({
      reason: "invalid-setup",
      sentence: "The tests of the task (test_slug.py) are not run by `python -m pytest -q elsewhere`. Give the checks they were written for with --check.",
    });
  });

  it("are refused once the project's files are others", async () => {
    writeFiles(waiting.folder, { "readme.md": "" });
    appendFileSync(join(waiting.folder, "readme.md"), "Slugs.\n");
    const { stop } = await approve();
    expect(stop.reason).toBe("invalid-setup");
    expect(stop.sentence).toMatch(/^The project's files are not those the tests of .* were written for \(digest [0-9a-f]{12}, then [0-9a-f]{12}\)\./);
  });
});
