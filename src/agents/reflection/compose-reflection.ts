import type { CandidateVerdict, Reflection, TriedCandidate } from "../../domain/attempt.js";
import { tellingLine } from "../../domain/failure.js";
import { cutToWords } from "./words.js";

/** Verdicts that are executed evidence against an edit. */
const refuting: readonly CandidateVerdict["kind"][] = ["still-failing", "loses-again", "breaks", "timed-out"];

/**
 * The lesson of one attempt, made of what was executed and nothing else: how many edits, which one came furthest and what it left red,
 * which broke a passing case, and which lost a case again. At most 80 words.
 */
export function composeReflection(attempt: number, tried: readonly TriedCandidate[]): Reflection {
  const sentences = [count(tried), furthest(tried), lostAgain(tried), broke(tried), nearest(tried)].filter((sentence) => sentence !== undefined);
  return { attempt, text: cutToWords(sentences.join(" ")), refuted: refutedEdits(tried) };
}

function count(tried: readonly TriedCandidate[]): string {
  const ran = tried.filter(({ verdict }) => !["duplicate", "refused", "unusable"].includes(verdict.kind)).length;
  const refused = tried.filter(({ verdict }) => verdict.kind === "refused").length;
  const said = `${ran === 1 ? "1 edit was" : `${ran} edits were`} run`;
  return refused === 0 ? `${said}.` : `${said}, ${refused} refused by rule.`;
}

function furthest(tried: readonly TriedCandidate[]): string | undefined {
  const best = mostFixed(tried, "mends-some");
  if (best?.verdict.kind !== "mends-some") return undefined;
  return `Candidate ${best.number} (${edit(best)}) mends ${list(best.verdict.fixed)} and breaks nothing; ${list(best.verdict.stillFailing)} stays red, so a second fault remains.`;
}

/** What an earlier attempt had mended, and the tree this one started from held mended. */
function lostAgain(tried: readonly TriedCandidate[]): string | undefined {
  const loser = tried.find(({ verdict }) => verdict.kind === "loses-again");
  if (loser?.verdict.kind !== "loses-again") return undefined;
  const { lost, message } = loser.verdict;
  return `Candidate ${loser.number} (${edit(loser)}) loses ${list(lost)} again, which an earlier one had mended: ${cut(tellingLine(message))}.`;
}

function broke(tried: readonly TriedCandidate[]): string | undefined {
  const best = mostFixed(tried, "breaks");
  if (best?.verdict.kind !== "breaks" || best.verdict.fixed.length === 0) return undefined;
  return `Candidate ${best.number} (${edit(best)}) mends ${list(best.verdict.fixed)} but breaks ${list(best.verdict.broken)}: ${cut(tellingLine(best.verdict.message))}.`;
}

/** Without any mended case: the edit that at least changed the failure. */
function nearest(tried: readonly TriedCandidate[]): string | undefined {
  if (tried.some(({ verdict }) => verdict.kind === "mends-some")) return undefined;
  const changed = tried.find(({ verdict }) => verdict.kind === "still-failing" && verdict.changedMessage);
  if (changed?.verdict.kind !== "still-failing") return undefined;
  return `Candidate ${changed.number} (${edit(changed)}) changes the failure of ${changed.verdict.caseId} to: ${cut(tellingLine(changed.verdict.message))}.`;
}

function mostFixed(tried: readonly TriedCandidate[], kind: "mends-some" | "breaks"): TriedCandidate | undefined {
  const fixedBy = ({ verdict }: TriedCandidate): number => (verdict.kind === kind ? verdict.fixed.length : -1);
  return tried.filter(({ verdict }) => verdict.kind === kind).sort((one, other) => fixedBy(other) - fixedBy(one) || one.number - other.number)[0];
}

function edit({ proposal }: TriedCandidate): string {
  return cut(proposal.explanation.split("\n")[0] ?? "").replace(/\.$/, "");
}

function list(ids: readonly string[]): string {
  const shown = ids.slice(0, 2).join(", ");
  return ids.length > 2 ? `${shown} and ${ids.length - 2} more` : shown;
}

function cut(line: string): string {
  return line.length > 120 ? `${line.slice(0, 117)}...` : line;
}

function refutedEdits(tried: readonly TriedCandidate[]): Reflection["refuted"] {
  const counts = new Map<string, Reflection["refuted"][number]>();
  for (const { proposal, verdict } of tried) {
    const { operator, site } = proposal.origin;
    if (operator === undefined || site === undefined || !refuting.includes(verdict.kind)) continue;
    const key = `${operator}\0${site.file}\0${site.function}`;
    counts.set(key, { operator, file: site.file, function: site.function, times: (counts.get(key)?.times ?? 0) + 1 });
  }
  return [...counts.values()];
}
