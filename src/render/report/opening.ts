import type { FailureClass } from "../../domain/failure.js";
import { plural } from "../figures.js";
import { code, inline } from "../safe-text.js";
import { headline } from "./cases.js";
import type { Detail } from "./detail.js";
import type { RunFacts } from "./facts.js";

/** One sentence: what was wrong and why; for a run without a patch, why it ended. */
export function opening(facts: RunFacts, detail: Detail): string[] {
  const { accepted, stopped, outcome } = facts;
  if (accepted !== undefined) return [whatWasWrong(facts, detail), ...stillRed(facts), ...afterwards(facts, detail)];
  const why = summary(facts, detail);
  if (stopped === undefined) return [`**This run was cut short.** ${why}`, ...reached(facts)];
  return [why, ...classLine(outcome.class)];
}

/** A command that goes on is there to be copied: running text would break its addresses. */
function summary({ started, outcome }: RunFacts, detail: Detail): string {
  const command = started?.plan.task?.command ?? "";
  if (command === "" || !outcome.summary.endsWith(command)) return inline(outcome.summary, detail.sentence);
  return `${inline(outcome.summary.slice(0, -command.length), detail.sentence)} ${code(command, longestCommand)}`;
}

const longestCommand = 4_000;

function whatWasWrong(facts: RunFacts, detail: Detail): string {
  const { red, accepted, outcome } = facts;
  if (accepted?.proof.tests !== undefined) return whatWasBuilt(facts, accepted.proof.tests.files, detail);
  const commands = redCommands(facts)
    .map((command) => code(command, 120))
    .join(", ");
  const [first] = red;
  const failure = first?.failure === undefined ? "" : `, the first with “${inline(headline(first.failure), detail.sentence)}”`;
  const files = outcome.files.map((path) => code(path, 160)).join(", ");
  const explanation = inline(accepted?.explanation ?? "", detail.sentence);
  return `${plural(red.length, "case")} of ${commands} failed${failure}, because of a fault in ${files}. The fix: ${explanation}`;
}

function whatWasBuilt({ red, accepted, outcome }: RunFacts, tests: readonly string[], detail: Detail): string {
  const listed = (paths: readonly string[]): string => paths.map((path) => code(path, 160)).join(", ");
  const built = outcome.files.filter((path) => !tests.includes(path));
  const approach = inline(accepted?.explanation ?? "", detail.sentence);
  return `The task was built in ${listed(built)}, so that ${plural(red.length, "case")} that failed without it ${red.length === 1 ? "passes" : "pass"}. The tests written for it (${listed(tests)}) are part of the patch and were not touched by the code's author. The approach: ${approach}`;
}

/** Checks that were green from the start are no part of what failed. */
function redCommands({ runs, red, outcome }: RunFacts): string[] {
  const ids = new Set(red.map(({ id }) => id));
  const failed = runs.filter(({ reading }) => reading.cases.some(({ id, status }) => status === "failed" && ids.has(id)));
  const checks = failed.length === 0 ? outcome.checks : failed.map(({ check }) => check);
  return [...new Set(checks.map(({ command }) => command))];
}

/** A patch may be proved though a check stays red for cases that were set aside: nobody may take that check for green. */
function stillRed({ outcome }: RunFacts): string[] {
  const commands = outcome.checks.filter(({ exitCode }) => exitCode !== 0).map(({ command }) => code(command, 120));
  return commands.length === 0 ? [] : [`**Still red with the fix: ${commands.join(", ")}.** What is red there was set aside; “What was not checked” lists it.`];
}

/** An accepted patch whose run ended otherwise than healed. */
function afterwards({ outcome, stopped }: RunFacts, detail: Detail): string[] {
  if (stopped === undefined) return ["**The run was cut short after the patch was proved**, before it could be published."];
  return outcome.stopReason === "fixed" ? [] : [`The run ended as ${code(outcome.stopReason)}: ${inline(outcome.summary, detail.sentence)}`];
}

function reached({ lines, outcome, candidates }: RunFacts): string[] {
  const last = lines.at(-1)?.event.type;
  if (last === undefined) return ["Its journal is empty: nothing was run."];
  return [
    `Its journal holds ${plural(lines.length, "event")}; the last is ${code(last)}. ${plural(outcome.attempts, "attempt")} had been started, ${plural(candidates.length, "candidate")} judged.`,
  ];
}

const meaning: Readonly<Record<FailureClass, string>> = {
  "healable-code": "the failure comes from the project's code",
  "test-bug": "only test code appears in the failure",
  "build-error": "the code cannot be built or loaded",
  config: "a setting is missing or wrong",
  dependency: "something the project depends on is missing",
  infrastructure: "something outside the project failed",
  "flaky-suspect": "the same code passes and fails",
  "no-failure": "nothing failed",
};

function classLine(found: FailureClass | null): string[] {
  return found === null ? [] : [`Class: ${code(found)} (${meaning[found]}).`];
}
