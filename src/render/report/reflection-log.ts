import type { CandidateVerdict } from "../../domain/attempt.js";
import { tellingLine } from "../../domain/failure.js";
import type { ModelCall } from "../../domain/model-call.js";
import { dollars, duration, grouped, plural } from "../figures.js";
import { type EventOf, eventsOf } from "../journal-view.js";
import { code, fence, inline } from "../safe-text.js";
import { total } from "../spending.js";
import { unifiedDiff } from "../unified-diff.js";
import { folded, section } from "./blocks.js";
import type { Detail } from "./detail.js";
import type { RunFacts } from "./facts.js";
import { reviewLines } from "./review.js";

type Tried = EventOf<"candidate-tried">;

interface Attempt {
  readonly number: number;
  readonly calls: readonly ModelCall[];
  /** Of its candidates, in the order they were looked at. */
  readonly reviews: readonly EventOf<"reviewed">[];
  readonly started: EventOf<"attempt-started">;
  readonly ended: EventOf<"attempt-ended"> | undefined;
  readonly tried: readonly Tried[];
  /** Written about its candidates when they were taken up again. */
  readonly lessons: readonly string[];
}

/** One folded block for each attempt, the newest kept when there are too many. */
export function reflectionLog({ lines, candidates }: RunFacts, detail: Detail): string[] {
  const ends = eventsOf(lines, "attempt-ended");
  const attempts = eventsOf(lines, "attempt-started").map((started): Attempt => {
    const number = started.attempt;
    const tried = candidates.filter(({ attempt }) => attempt === number);
    return { number, started, ended: ends.find(({ attempt }) => attempt === number), tried, ...besides(lines, number, tried) };
  });
  const shown = attempts.slice(-detail.attempts);
  const left = attempts.length - shown.length;
  return section("Reflection log", [
    left === 0 ? undefined : `${plural(left, "earlier attempt")} left out here.`,
    ...shown.map((attempt) => attemptBlock(attempt, detail)),
  ]);
}

function besides(lines: RunFacts["lines"], number: number, tried: readonly Tried[]): Pick<Attempt, "calls" | "reviews" | "lessons"> {
  const numbers = new Set(tried.filter(({ verdict }) => verdict.kind !== "duplicate").map((candidate) => candidate.number));
  return {
    calls: eventsOf(lines, "model-called").flatMap(({ attempt, call }) => (attempt === number ? [call] : [])),
    lessons: eventsOf(lines, "lesson-learned").flatMap(({ attempt, lesson }) => (attempt === number ? [lesson] : [])),
    reviews: eventsOf(lines, "reviewed").filter(({ candidate }) => numbers.has(candidate)),
  };
}

const results: Readonly<Record<EventOf<"attempt-ended">["result"], string>> = {
  healed: "turned every red case green",
  "mended-some": "mended some, broke none",
  nothing: "mended nothing",
  interrupted: "was interrupted",
};

function attemptBlock(attempt: Attempt, detail: Detail): string {
  const { number, started, ended, tried } = attempt;
  const came = ended === undefined ? "was not finished" : results[ended.result];
  const summary = `Attempt ${number} (${coderWord(started.coder)}): ${came}, ${plural(tried.length, "candidate")}`;
  return folded(summary, [
    from(started),
    asked(attempt),
    ...(started.coder === "model" ? proposals(tried, detail) : [...best(attempt, detail), whatRan(tried), telling(tried, detail)]),
    learned(attempt),
    ...(attempt.reviews.length === 0 ? ["Review: none; the proof decides."] : attempt.reviews.flatMap((review) => reviewLines(review, detail))),
  ]);
}

/** Only a word of ours may stand in a summary. */
function coderWord(coder: string): string {
  return /^[a-z]{1,12}$/.test(coder) ? coder : "coder";
}

function from({ parent, toHeal }: EventOf<"attempt-started">): string {
  const base = parent.changes.length === 0 ? "the untouched tree" : "the best tree so far";
  return `Started from ${base} with ${plural(toHeal.length, "red case")}.`;
}

function best({ ended, tried }: Attempt, detail: Detail): string[] {
  const patch = ended?.best;
  if (patch === null || patch === undefined) return [];
  const wanted = JSON.stringify(patch);
  const candidate = tried.find(({ proposal }) => JSON.stringify(proposal.patch) === wanted);
  const told =
    candidate === undefined ? "Its best patch:" : `Its best: candidate ${candidate.number}. ${inline(candidate.proposal.explanation, detail.sentence)}`;
  return detail.diffLines === 0 ? [told] : [told, fence(unifiedDiff(patch), { language: "diff", mostLines: detail.diffLines })];
}

function asked({ calls }: Attempt): string {
  if (calls.length === 0) return "";
  const { tokens, usd } = total(calls);
  const roles = [...Map.groupBy(calls, ({ role }) => role)].map(([role, own]) => (own.length === 1 ? role : `${role} ${own.length} times`));
  return `The model was asked as ${roles.join(", ")}: ${grouped(tokens.input + tokens.output)} tokens${usd === null ? "" : `, ${dollars(usd)}`}.`;
}

/** A model proposes little and each is considered: shown whole, whatever came of it. */
function proposals(tried: readonly Tried[], detail: Detail): string[] {
  return tried.flatMap((candidate) => {
    const { number, proposal, verdict, durationMs } = candidate;
    const name = `Candidate ${number}${proposal.origin.variant === undefined ? "" : ` (${inline(proposal.origin.variant, 80)})`}`;
    if (verdict.kind === "unusable" || verdict.kind === "duplicate") return [`${name}: ${verdictWords(verdict, detail)}.`, "What ran: nothing."];
    return [
      `${name}: ${inline(proposal.explanation, detail.sentence)}`,
      detail.diffLines === 0 ? "" : fence(unifiedDiff(proposal.patch), { language: "diff", mostLines: detail.diffLines }),
      `What ran: ${verdictWords(verdict, detail)} (${duration(durationMs)} of runs).`,
    ];
  });
}

function learned({ ended, lessons }: Attempt): string {
  if (ended === undefined) return "What was learned: nothing was written, the run ended first.";
  const written = lessons.map((lesson) => `\n\nThe model's lesson: ${inline(lesson, 800)}`).join("");
  return `What was learned: ${inline(ended.reflection.text, 800)}${written}`;
}

function whatRan(tried: readonly Tried[]): string {
  if (tried.length === 0) return "What ran: no candidate.";
  const kinds = Map.groupBy(tried, ({ verdict }) => verdict.kind);
  const spent = tried.reduce((sum, { durationMs }) => sum + durationMs, 0);
  const counts = [...kinds].map(([kind, same]) => `${same.length} ${kind.replaceAll("-", " ")}`);
  return `What ran: ${counts.join(", ")} (${duration(spent)} of runs).`;
}

const tellingKinds: readonly CandidateVerdict["kind"][] = ["green", "mends-some", "loses-again", "breaks", "refused"];

/** All are counted; those that taught something are listed. */
function telling(tried: readonly Tried[], detail: Detail): string {
  const found = tellingKinds.flatMap((kind) => tried.filter(({ verdict }) => verdict.kind === kind));
  const shown = found.slice(0, detail.telling).map(({ number, proposal, verdict }) => {
    return `- Candidate ${number}, ${verdictWords(verdict, detail)}: ${inline(proposal.explanation, detail.sentence)}`;
  });
  return [...shown, ...(found.length > shown.length ? [`- … and ${found.length - shown.length} more that told something`] : [])].join("\n");
}

function verdictWords(verdict: CandidateVerdict, detail: Detail): string {
  switch (verdict.kind) {
    case "green":
      return "green";
    case "mends-some":
      return `mends ${verdict.fixed.length}, leaves ${verdict.stillFailing.length} red`;
    case "loses-again":
      return `loses ${verdict.lost.length} again that an earlier attempt had mended (${code(verdict.lost[0] ?? "", 120)}): ${inline(tellingLine(verdict.message), detail.sentence)}`;
    case "breaks":
      return `breaks ${verdict.broken.length} (${code(verdict.broken[0] ?? "", 120)})`;
    case "refused":
      return `refused by ${code(verdict.rule, 60)} (${inline(verdict.reason, detail.sentence)})`;
    case "unusable":
      return `the reply could not be used: ${inline(verdict.reason, detail.sentence)}`;
    case "still-failing":
      return `leaves ${code(verdict.caseId, 160)} red: ${inline(tellingLine(verdict.message), detail.sentence)}`;
    case "duplicate":
      return `the same as candidate ${verdict.of}`;
    case "timed-out":
      return `did not end within ${duration(verdict.afterMs)}`;
    case "box-failed":
      return `the box failed: ${inline(verdict.reason, detail.sentence)}`;
  }
}
