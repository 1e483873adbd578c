import type { BoxLimits, LimitName } from "../../domain/limits.js";
import { bytes, duration, plural } from "../figures.js";
import { type EventOf, lastOf } from "../journal-view.js";
import { inline } from "../safe-text.js";
import { section } from "./blocks.js";
import type { Detail } from "./detail.js";
import type { RunFacts } from "./facts.js";
import { ledgerTable, modelBullets, sentFiles } from "./ledger.js";

/** What the run took, what made its boxes, and what held each limit. */
export function costSection(facts: RunFacts, detail: Detail): string[] {
  const { lines, outcome, candidates, started } = facts;
  if (started === undefined) return [];
  const box = lastOf(lines, "box-ready");
  const dropped = candidates.filter(({ verdict }) => verdict.kind === "duplicate").length;
  return section("Cost and limits", [
    [
      `- Time: ${duration(outcome.durationMs)} of at most ${started.plan.budget.maxMinutes} min`,
      `- ${plural(outcome.attempts, "attempt")}, ${plural(outcome.candidates, "candidate")} judged${dropped === 0 ? "" : `, ${plural(dropped, "duplicate")} dropped`}`,
      ...modelBullets(facts, detail),
      `- Seed: ${started.plan.seed}`,
      ...(box === undefined ? ["- No sandbox was opened, so no code was run"] : boxBullets(box, detail)),
    ].join("\n"),
    ledgerTable(facts),
    sentFiles(facts, detail),
  ]);
}

function boxBullets({ engine, assurance, limits, heldBy, leftOut }: EventOf<"box-ready">, detail: Detail): string[] {
  const names = Object.keys(heldBy) as LimitName[];
  const held = names.filter((name) => heldBy[name] !== "nothing").map((name) => `${limitText(name, limits)} (${heldBy[name]})`);
  const open = names.filter((name) => heldBy[name] === "nothing").map((name) => (name === "network" ? name : limitText(name, limits)));
  return [
    `- Sandbox: **${engine}**. ${inline(assurance, detail.sentence)}`,
    `- Limits and what held them: ${held.length === 0 ? "none" : held.join(", ")}`,
    ...(open.length === 0 ? [] : [`- **Not held by anything:** ${open.join(", ")}`]),
    ...(leftOut.length === 0 ? [] : [`- ${plural(leftOut.length, "PATH entry", "PATH entries")} left out of the box; the journal names them`]),
  ];
}

function limitText(name: LimitName, limits: BoxLimits): string {
  const texts: Readonly<Record<LimitName, string>> = {
    memory: `memory ${bytes(limits.memoryBytes)}`,
    processes: plural(limits.processes, "process", "processes"),
    cpus: plural(limits.cpus, "CPU"),
    disk: `disk ${bytes(limits.diskBytes)}`,
    inodes: plural(limits.inodes, "inode"),
    output: `output ${bytes(limits.outputBytes)}`,
    time: `${duration(limits.timeoutMs)} a command`,
    network: "no network",
  };
  return texts[name];
}
