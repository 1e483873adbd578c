import type { CandidateVerdict, TriedCandidate } from "../../domain/attempt.js";
import { tellingLine } from "../../domain/failure.js";
import type { LanguageModel } from "../../ports/language-model.js";
import { fenced, fenceRule } from "../coder/model/text/fence.js";
import { headAndTail } from "../coder/model/text/tokens.js";
import { cutToWords } from "./words.js";

/** What a lesson is written from. */
export interface ReflectionFacts {
  /** The last program, and what running it showed. */
  readonly tried: TriedCandidate;
  /** Its patch as a unified diff. */
  readonly diff: string;
  /** The reflection composed from facts over the whole attempt. */
  readonly composed: string;
  /** The lesson of the attempt before. */
  readonly last?: string;
  /** Random token of the fences around the data. */
  readonly fence: string;
  readonly seed: number;
  readonly signal: AbortSignal;
}

const answerTokens = 200;
const diffBytes = 4_000;
const messageBytes = 1_500;

/**
 * A lesson of at most 80 words from one executed failure (Reflexion, arXiv 2303.11366: the last program, its result and the last reflection,
 * and nothing older). Undefined = nothing was executed or the model gave no words; the composed reflection stands alone then.
 */
export async function writeReflection(model: LanguageModel, facts: ReflectionFacts): Promise<string | undefined> {
  const result = resultOf(facts.tried.verdict);
  if (result === undefined) return undefined;
  const reply = await model.complete(
    {
      role: "reflection",
      messages: [
        { role: "system", content: `You look back at a repair that was run and failed. ${fenceRule(facts.fence)}` },
        { role: "user", content: prompt(facts, result) },
      ],
      maxOutputTokens: answerTokens,
      temperature: 0,
      seed: facts.seed,
      files: facts.tried.proposal.patch.changes.map(({ path }) => path),
    },
    facts.signal,
  );
  // What the output limit cut is cut to its words here all the same.
  const text = reply.kind === "text" || reply.kind === "cut-off" ? cutToWords(plain(reply.text)) : "";
  return text === "" ? undefined : text;
}

function prompt(facts: ReflectionFacts, result: string): string {
  const data = (label: string, text: string): string => fenced(text, label, facts.fence);
  return [
    "This change was tried:",
    data("change", headAndTail(facts.diff, diffBytes)),
    "Running the tests with it showed:",
    data("result", headAndTail(result, messageBytes)),
    "Known from all that was run:",
    data("facts", facts.composed),
    ...(facts.last === undefined ? [] : ["What was thought before it:", data("last reflection", facts.last)]),
    "In two or three sentences, at most 80 words and no code: why did the change not work, and what should the next change do instead?",
  ].join("\n");
}

/** Undefined = nothing was executed against the edit. */
function resultOf(verdict: CandidateVerdict): string | undefined {
  switch (verdict.kind) {
    case "still-failing":
      return `${verdict.caseId} still fails${verdict.changedMessage ? ", with another message" : ""}: ${tellingLine(verdict.message)}\n${verdict.message}`;
    case "breaks":
      return `It mends ${verdict.fixed.length} and breaks ${verdict.broken.slice(0, 5).join(", ")}: ${verdict.message}`;
    case "loses-again":
      return `It mends ${verdict.fixed.length} and loses again what an earlier change had mended, ${verdict.lost.slice(0, 5).join(", ")}: ${verdict.message}`;
    case "mends-some":
      return `It mends ${verdict.fixed.slice(0, 5).join(", ")}; still failing: ${verdict.stillFailing.slice(0, 5).join(", ")}`;
    case "timed-out":
      return `The tests did not end within ${Math.round(verdict.afterMs / 1000)} s.`;
    default:
      return undefined;
  }
}

/** Without code blocks and headings. */
function plain(text: string): string {
  return text
    .replace(/```[\s\S]*?(?:```|$)/g, " ")
    .replace(/^#+\s*/gm, "")
    .trim();
}
