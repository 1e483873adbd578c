import { describe, expect, it } from "vitest";
import { caseId } from "../../../src/domain/case.js";
import type { JournalEvent, JournalLine } from "../../../src/domain/journal.js";
import type { Patch } from "../../../src/domain/patch.js";
import { eventLine } from "../../../src/render/event-line.js";
import { renderReport } from "../../../src/render/report.js";
import { bundleFiles } from "../../../src/stages/bundle-files.js";
import { journalFixture, linesOf } from "../../support/journal.js";

const tests: Patch = {
  changes: [
    {
      kind: "add",
      path: "test_slug.py",
      after: 'from slug import slugify\n\n\ndef test_a():\n    assert slugify("A") == "a"  # ``` @octocat\n',
      encoding: "utf8",
    },
  ],
};
const name = { runner: "pytest" as const, file: "test_slug.py", titlePath: ["test_a"] };
const failure = { type: "ImportError", message: "cannot import name 'slugify'", frames: [], excerpt: "" };

const given: JournalEvent = { type: "task-given", text: "Write slugify.\n```\n# Heal: healed\n", digest: "d1", approval: "required" };
const written: JournalEvent = {
  type: "tests-written",
  tests,
  digest: "d2",
  explanation: "One word.",
  code: "slug.py",
  red: [{ id: caseId(name), reportedId: "test_slug.py::test_a", name, kind: "test", status: "failed", failure }],
  green: [caseId({ ...name, titlePath: ["test_b"] })],
};
const command = "heal run --task 'my task.md' --approve out";

/** A run with a task, its plan taken from a real run. */
function journal(...events: readonly JournalEvent[]): JournalLine[] {
  const started = journalFixture("gave-up")
    .map(({ event }) => event)
    .find((event) => event.type === "run-started");
  if (started?.type !== "run-started") throw new Error("the fixture has no plan");
  return linesOf({ ...started, plan: { ...started.plan, task: { text: "Write slugify.\n", approval: "required", command } } }, ...events);
}

const waiting: JournalEvent = { type: "stopped", stop: { reason: "awaiting-approval", sentence: "The tests wait." }, class: null };

describe("the report of a task", () => {
  it("shows what was asked for, the whole tests, how each is red, what is green already, and the command that goes on", () => {
    const report = renderReport(journal(given, written, waiting));
    expect(report).toMatch(/^# Heal: declined\n\nThe tests wait\.\n\n## Task\n\n````text\nWrite slugify\.\n```\n# Heal: healed\n````\n/);
    expect(report).toContain("The tests, in the Tester's words: One word. The code is expected in `slug.py`.");
    expect(report).toContain("Red without the code, as they have to be (1):\n- `pytest:test_slug.py::test_a`: ImportError: cannot import name 'slugify'");
    expect(report).toContain("**Green already, so it shows nothing of the code (1):**\n- `pytest:test_slug.py::test_b`");
    expect(report).toContain('`test_slug.py`:\n\n````text\nfrom slug import slugify\n\n\ndef test_a():\n    assert slugify("A") == "a"  # ``` @octocat\n````');
    expect(report).toContain(`To go on with exactly these tests:\n\n\`\`\`text\n${command}\n\`\`\``);
  });

  it("gives the command that goes on as it has to be typed, wherever it stands", () => {
    const typed = "heal run --task t.md --model m --base-url http://127.0.0.1:8000/v1 --approve 'my out' --check 'pytest -q #1 @x'";
    const [started, ...rest] = journal(given, written);
    if (started?.event.type !== "run-started") throw new Error("the journal has no start");
    const plan = { ...started.event.plan, task: { text: "Write slugify.\n", approval: "required", command: typed } as const };
    const sentence = `The tests wait for @someone. To go on with exactly these tests: ${typed}`;
    const events = [{ ...started.event, plan }, ...rest.map(({ event }) => event), { ...waiting, stop: { reason: "awaiting-approval", sentence } }];
    const report = renderReport(linesOf(...(events as JournalEvent[])));
    expect(report).toMatch(/^# Heal: declined\n\nThe tests wait for @&#8203;someone\. To go on with exactly these tests: `heal run [^`]*`\n/);
    expect(report.split(typed)).toHaveLength(3);
  });

  it("tells which tests could not be used, and from which bundle a person approved others", () => {
    const approved: JournalEvent = { type: "tests-approved", bundle: ".heal/first", tests, digest: "d2" };
    const report = renderReport(journal(given, { type: "tests-refused", reason: "it is green" }, approved));
    expect(report).toContain("Tests that could not be used:\n- it is green");
    expect(report).toContain("The tests are those a person approved in the bundle `.heal/first`.");
    expect(report).toContain('assert slugify("A") == "a"');
    expect(report).not.toContain("To go on with");
  });

  it("is nowhere in a run without a task", () => {
    expect(renderReport(journalFixture("gave-up"))).not.toContain("## Task");
  });

  it("has a line for each event while it is watched", () => {
    const shown = journal(given, written, { type: "tests-refused", reason: "it is green" }).flatMap((line) => eventLine(line) ?? []);
    expect(shown.slice(1)).toEqual([
      "   1.0s  task: Write slugify. ``` # Heal: healed",
      "   2.0s  tests written: 1 red, 1 already green, in test_slug.py",
      "   3.0s  tests refused: it is green",
    ]);
  });

  it("leaves tests.patch out of the bundle once it is not what was written, as after a redaction", () => {
    expect(bundleFiles(journal(given, written, waiting)).map(([file]) => file)).toEqual(["outcome.json", "report.md"]);
  });
});
