import { spawnSync } from "node:child_process";
import { cpSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { OperatorsCoder } from "../../../src/agents/coder/operators/coder.js";
import { textAfter } from "../../../src/domain/patch.js";
import { eventsOf, lastOf } from "../../../src/render/journal-view.js";
import { syntaxTrees } from "../../../src/shells/compose/syntax-trees.js";
import { type FixtureProject, fixtureProject } from "../../support/fixture-project.js";
import { type HealedProject, healProject } from "../../support/heal-project.js";
import { suiteRequires } from "../../support/requirements.js";
import { ScriptedCoder } from "../../support/scripted-coder.js";
import { type Trap, trapPatch, verdictOnTrap } from "./trap.js";

interface Expectation {
  readonly project: string;
  readonly check: string;
  /** How many cases are red at first. */
  readonly red: number;
  /** The files that hold the faults. */
  readonly faulty: readonly string[];
  readonly trap?: Trap;
}

const python: readonly Expectation[] = [
  { project: "access-log-python", check: "python -m pytest -q", red: 7, faulty: ["accesslog/line.py", "accesslog/reader.py"] },
  {
    project: "parking-fees",
    check: "python -m unittest",
    red: 4,
    faulty: ["parking/tariff.py"],
    trap: { file: "parking/tariff.py", edits: [["math.floor(minutes / 60)", "math.floor(minutes / 60) + 1"]], breaks: "test_exactly_one_hour_is_one" },
  },
  {
    project: "weather-station",
    check: "python -m pytest -q",
    red: 2,
    faulty: ["station/sheet.py"],
    trap: { file: "station/calibration.py", edits: [["offsets[sensor]", "offsets.get(sensor, 0)"]], breaks: "test_an_unknown_sensor_is_an_error" },
  },
];

const javascript: readonly Expectation[] = [
  { project: "access-log-javascript", check: "node --test", red: 7, faulty: ["src/access-log.js", "src/log-line.js"] },
  {
    project: "library-loans",
    check: "npm test",
    red: 4,
    faulty: ["src/fines.js"],
    trap: { file: "src/days.js", edits: [["dayNumber(to) - dayNumber(from)", "dayNumber(from) - dayNumber(to)"]], breaks: "two days before the end" },
  },
  {
    project: "meeting-slots",
    check: "npm test",
    red: 2,
    faulty: ["src/busy.ts"],
    trap: { file: "src/free-slots.ts", edits: [["duration(slot) >= wanted", "duration(slot) > wanted"]], breaks: "fit exactly" },
  },
  {
    project: "tram-board",
    check: "npm test",
    red: 2,
    faulty: ["src/board.js"],
    trap: { file: "src/board.js", edits: [["stop.rows || usualRows", "stop.rows"]], breaks: "shows three departures when nothing else is set" },
  },
  {
    project: "press-workspaces",
    check: "npm test",
    red: 2,
    faulty: ["packages/site/src/description.js"],
    trap: {
      file: "packages/text/src/truncate.js",
      edits: [
        ["text.length <= longest", "text.length <= longest + 1"],
        ["longest - ellipsis.length", "longest"],
      ],
      breaks: "a longer text is cut to the length",
    },
  },
];

const opened: { dispose(): void }[] = [];

afterEach(() => {
  for (const one of opened.splice(0)) one.dispose();
});

function copied(name: string): FixtureProject {
  const project = fixtureProject(name);
  opened.push(project);
  return project;
}

/** The trap is proposed first, as by a hasty person; then the operators search. */
async function healed({ project, check, trap }: Expectation): Promise<HealedProject> {
  const { folder } = copied(project);
  const hasty = trap === undefined ? [] : [new ScriptedCoder([{ explanation: "The obvious edit.", patch: trapPatch(folder, trap) }])];
  const run = await healProject({ project: folder, checks: [check], coders: [...hasty, new OperatorsCoder(syntaxTrees())] });
  opened.push(run);
  return run;
}

interface Outcome {
  readonly status: number | null;
  readonly output: string;
}

/** The check without Heal. */
function runCheck(folder: string, check: string): Outcome {
  const environment = { PATH: `${dirname(process.execPath)}:${process.env.PATH}`, HOME: folder, CI: "true", PYTHONDONTWRITEBYTECODE: "1" };
  const done = spawnSync("sh", ["-c", check], { cwd: folder, encoding: "utf8", env: environment });
  return { status: done.status, output: `${done.stdout}\n${done.stderr}` };
}

/** Tests that nobody saw while healing: they are red on the faulty code, and green once the accepted patch is written. */
function expectRight({ lines, folder }: HealedProject, { project, check, faulty }: Expectation): void {
  cpSync(join(import.meta.dirname, "held-out", project), folder, { recursive: true });
  expect(runCheck(folder, check).output).toMatch(/held.?out/i);
  const patch = lastOf(lines, "accepted")?.patch ?? { changes: [] };
  for (const file of faulty) writeFileSync(join(folder, file), textAfter(patch, file) ?? "");
  const after = runCheck(folder, check);
  expect(after.status, after.output).toBe(0);
}

/** Seconds on an idle machine; a search starts a hundred runs, which a busy one stretches. */
const patience = { timeout: 5 * 60_000 };

function itHeals(expected: Expectation): void {
  it(`${expected.project} is healed where its fault is`, patience, async () => {
    const run = await healed(expected);
    expect(run.stop).toMatchObject({ reason: "fixed" });
    expect(eventsOf(run.lines, "baseline-sorted")[0]?.steady).toHaveLength(expected.red);
    expect(lastOf(run.lines, "accepted")?.patch.changes.map(({ path }) => path)).toEqual(expected.faulty);
    expectRight(run, expected);
    if (expected.trap !== undefined) expectTrapRejected(run, expected.trap);
    else expectLessons(run);
  });
}

function expectTrapRejected(run: HealedProject, trap: Trap): void {
  const verdict = verdictOnTrap(run.lines);
  expect(verdict).toMatchObject({ kind: "breaks" });
  expect(verdict?.kind === "breaks" ? verdict.broken.join("\n") : "").toContain(trap.breaks);
}

/** Two faults: one attempt mends the first and says that another remains, the next mends the second from there. */
function expectLessons(run: HealedProject): void {
  const ended = eventsOf(run.lines, "attempt-ended");
  expect(ended.length).toBeGreaterThanOrEqual(2);
  expect(ended.map(({ result }) => result)).toEqual(expect.arrayContaining(["mended-some", "healed"]));
  expect(ended.find(({ result }) => result === "mended-some")?.reflection.text).toContain("a second fault remains");
  expect(eventsOf(run.lines, "attempt-started").at(-1)?.parent.changes).toHaveLength(1);
}

suiteRequires("bubblewrap", "pytest")("projects in Python", () => {
  for (const expected of python) itHeals(expected);
});

suiteRequires("bubblewrap")("projects in JavaScript and TypeScript", () => {
  for (const expected of javascript) itHeals(expected);
});
