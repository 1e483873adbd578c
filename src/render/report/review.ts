import type { CaseOutcome } from "../../domain/adversarial-case.js";
import { needsPerson, type ReviewFinding } from "../../domain/review.js";
import { plural } from "../figures.js";
import { type EventOf, eventsOf } from "../journal-view.js";
import { code, inline } from "../safe-text.js";
import { capped, section } from "./blocks.js";
import type { Detail } from "./detail.js";
import type { RunFacts } from "./facts.js";

/** Of the accepted patch: what was found that is no reason to hold it back. */
export function reviewSection({ lines, accepted }: RunFacts, detail: Detail): string[] {
  const review = accepted && reviewOf(lines, accepted.candidate);
  if (review === undefined) return [];
  // The others stand under "Needs a person".
  const said = (severity: ReviewFinding["severity"]): ReviewFinding[] =>
    review.findings.filter((finding) => finding.severity === severity && !needsPerson(finding));
  return section("Review", [
    headline(review, detail),
    listed("Advice, not shown to be wrong by any run", said("advice"), detail),
    listed("Questions: a person may know which is meant", said("question"), detail),
  ]);
}

/** Who was asked to look and did not is told in the same breath: nothing found by nobody is no praise. */
function headline({ verdict, findings, noModel }: EventOf<"reviewed">, detail: Detail): string {
  const unseen = noModel === undefined ? undefined : `no model looked at it: ${inline(noModel, detail.sentence)}`;
  if (findings.length === 0) return unseen === undefined ? "Nothing was found against the patch." : `The rules found nothing against the patch; ${unseen}`;
  if (verdict === "passed") return unseen === undefined ? "Nothing was upheld against the patch." : `Nothing was upheld against the patch; ${unseen}`;
  return `${upheldHeadline}${unseen === undefined ? "" : ` Beside that, ${unseen}`}`;
}

const upheldHeadline = "What a run upheld against the patch stands under “Needs a person”: it was sent back for it, and no better patch was found.";

function listed(title: string, findings: readonly ReviewFinding[], detail: Detail): string | undefined {
  if (findings.length === 0) return undefined;
  return `${title}:\n${capped(
    findings.map((finding) => findingBullet(finding, detail)),
    detail.telling,
  ).join("\n")}`;
}

export function reviewOf(lines: RunFacts["lines"], candidate: number): EventOf<"reviewed"> | undefined {
  return eventsOf(lines, "reviewed").findLast((event) => event.candidate === candidate);
}

/** One line about the review of a candidate, and what was upheld; for an attempt's block. */
export function reviewLines(review: EventOf<"reviewed"> | undefined, detail: Detail): string[] {
  if (review === undefined) return [];
  const { candidate, verdict, findings, noModel } = review;
  const upheld = verdict === "upheld" ? findings.filter(({ severity }) => severity === "block") : [];
  const rest = findings.length - upheld.length;
  const others = rest === 0 ? "" : `; ${plural(rest, "remark")} beside`;
  const passed = noModel === undefined ? "passed" : "no model looked at it, and nothing else was upheld";
  const said = verdict === "upheld" ? `${plural(upheld.length, "finding")} upheld, so it went back${others}.` : `${passed}${others}.`;
  const bullets = capped(
    upheld.map((finding) => findingBullet(finding, detail)),
    detail.telling,
  );
  return [[`Review of candidate ${candidate}: ${said}`, ...bullets].join("\n")];
}

export function findingBullet({ source, file, line, claim, evidence }: ReviewFinding, detail: Detail): string {
  const place = file === null ? "" : ` in ${code(line === null ? file : `${file}:${line}`, 200)}`;
  const ran =
    evidence === null || claim.includes(evidence.case.call)
      ? ""
      : ` Ran ${code(evidence.case.call, 200)}: ${outcome(evidence.base)} before the patch, ${outcome(evidence.patch)} with it.`;
  return `- ${inline(source, 60)}${place}: ${inline(claim, detail.sentence)}${ran}`;
}

function outcome(ran: CaseOutcome): string {
  switch (ran.kind) {
    case "value":
      return code(ran.text, 120);
    case "raised":
      return `raised ${code(ran.text, 120)}`;
    case "invariant-broken":
      return `broke its invariant (${code(ran.text, 120)})`;
    case "hung":
      return "hung";
    case "not-run":
      return `not run (${inline(ran.reason, 120)})`;
  }
}
