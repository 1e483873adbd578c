import type { AdversarialCase } from "../../domain/adversarial-case.js";
import type { Profile } from "../../domain/model-plan.js";
import type { LanguageModel } from "../../ports/language-model.js";
import type { SyntaxTrees } from "../../ports/syntax-trees.js";
import { whyNoText } from "../coder/model/ask-model.js";
import { fenced, fenceRule } from "../coder/model/text/fence.js";
import { isPlainName } from "../coder/model/text/plain-name.js";
import { headAndTail } from "../coder/model/text/tokens.js";
import { readCallLine } from "../tester/call-line.js";
import type { TesterTarget } from "../tester/target.js";
import { type RawClaim, readClaims } from "./read-claims.js";

/** What a model claims about a patch. Nothing follows from it until its counterexample was run. */
export interface ReviewClaim {
  readonly severity: "block" | "advice";
  readonly file: string | null;
  /** 1-based, in the patched file. */
  readonly line: number | null;
  readonly claim: string;
  /** A call on which the patch is said to fail; undefined = none was given that may be run. */
  readonly counterexample: AdversarialCase | undefined;
}

/** Diff and evidence, and no word of who wrote the patch. */
export interface PatchReviewRequest {
  readonly diff: string;
  /** What was run, and what it showed. */
  readonly evidence: string;
  /** What the patch is for. */
  readonly task: string;
  /** Paths the diff changes. */
  readonly files: readonly string[];
  /** What a counterexample may call; undefined = nothing can be run. */
  readonly target: TesterTarget | undefined;
  readonly profile: Profile;
  readonly trees: SyntaxTrees;
  readonly fence: string;
  readonly seed: number;
  readonly signal: AbortSignal;
}

export interface PatchReview {
  readonly claims: readonly ReviewClaim[];
  readonly notChecked: readonly string[];
  /** Why the model gave no answer; undefined = it answered. */
  readonly noModel?: string;
}

const answerTokens = 600;
const diffBytes = 8_000;
const evidenceBytes = 3_000;
const taskBytes = 3_000;

/** Asks a model for security, efficiency and correctness faults of a patch. Never throws for what it answers; an answer of another form counts as none. */
export async function reviewPatch(model: LanguageModel, request: PatchReviewRequest): Promise<PatchReview> {
  if (request.target !== undefined) await request.trees.load(request.target.language);
  const reply = await model.complete(
    {
      role: "reviewer",
      messages: [
        { role: "system", content: `You review a patch that makes failing tests pass. ${fenceRule(request.fence)}` },
        { role: "user", content: prompt(request) },
      ],
      maxOutputTokens: answerTokens,
      temperature: 0,
      seed: request.seed,
      files: request.files,
    },
    request.signal,
  );
  if (reply.kind !== "text") return unanswered(whyNoText(reply));
  const read = readClaims(reply.text, request.profile);
  if (read.kind === "invalid") return { claims: [], notChecked: [`The Reviewer's answer could not be read: ${read.reason}.`] };
  return { claims: read.claims.map((claim) => withCounterexample(claim, request)), notChecked: [] };
}

function unanswered(noModel: string): PatchReview {
  return { claims: [], notChecked: [`The Reviewer gave no answer: ${noModel}`], noModel };
}

function prompt(request: PatchReviewRequest): string {
  const data = (label: string, text: string, bytes: number): string => fenced(headAndTail(text, bytes), label, request.fence);
  return [
    "The patch is for:",
    data("task", request.task, taskBytes),
    "The patch:",
    data("patch", request.diff, diffBytes),
    "What was run:",
    data("evidence", request.evidence, evidenceBytes),
    "Look for wrong results on valid input, security faults and needless slowness that the patch brings in. Most patches have none; style is no fault.",
    ...(request.profile === "small" ? lineForm(request.target) : schemaForm(request.target)),
  ].join("\n");
}

/** A call as an answer shows it; a name that is not plain stands nowhere outside the fences, where the patch shows it. */
function exampleCall({ callees }: TesterTarget): string {
  const [name = ""] = callees;
  return `${isPlainName(name) ? name : "name_of_the_function"}(...)`;
}

/** The example comes before the word for "no fault": a small model goes on with what it read last. */
function lineForm(target: TesterTarget | undefined): string[] {
  const call = target === undefined ? "-" : exampleCall(target);
  return [
    "For each fault write one line: block or advice, line number, what is wrong, and a call that shows it, like this:",
    `advice | 12 | fails on an empty input | ${call}`,
    "If there is no fault, answer only: OK",
  ];
}

function schemaForm(target: TesterTarget | undefined): string[] {
  const call = target === undefined ? "null" : `"a call with literal arguments that shows it, as ${exampleCall(target)}, or null"`;
  return [
    "Answer with JSON of this form and nothing else, an empty list when there is no fault:",
    `{"findings": [{"severity": "block" or "advice", "file": "path", "line": 1, "claim": "what is wrong, one sentence", "call": ${call}}]}`,
    "A block needs a call on which the patched code crashes, hangs or gives a wrong result; it will be run.",
  ];
}

function withCounterexample({ call, ...claim }: RawClaim, { trees, target }: PatchReviewRequest): ReviewClaim {
  const read = call === null || target === undefined ? undefined : readCallLine(call, { trees, target, conditions: "ignored" });
  return { ...claim, counterexample: read?.kind === "case" ? { ...read.case, title: claim.claim.slice(0, 80) } : undefined };
}
