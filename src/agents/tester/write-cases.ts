import type { AdversarialCase } from "../../domain/adversarial-case.js";
import type { Profile } from "../../domain/model-plan.js";
import type { LanguageModel } from "../../ports/language-model.js";
import type { SyntaxTrees } from "../../ports/syntax-trees.js";
import { whyNoText } from "../coder/model/ask-model.js";
import { fenced, fenceRule, type NamedPart } from "../coder/model/text/fence.js";
import { isPlainName } from "../coder/model/text/plain-name.js";
import { headAndTail } from "../coder/model/text/tokens.js";
import { type LineReader, readCallLine } from "./call-line.js";
import type { TesterTarget } from "./target.js";

/** What a Tester is given. There is no place for a patch: cases are written from what was asked for. */
export interface TesterRequest {
  readonly target: TesterTarget;
  /** Source of the failing test's file, and where it stands. */
  readonly test: { readonly file: string; readonly text: string };
  /** Text of the issue, when there is one. */
  readonly issue?: string;
  /** A large model is also asked for conditions that every right answer meets. */
  readonly profile: Profile;
  readonly trees: SyntaxTrees;
  readonly fence: string;
  readonly seed: number;
  readonly signal: AbortSignal;
}

export interface WrittenCases {
  readonly cases: readonly AdversarialCase[];
  readonly notChecked: readonly string[];
}

export const mostCases = 12;
const answerTokens = 500;
const testBytes = 6_000;
const issueBytes = 3_000;
const headBytes = 2_000;

/** Cases as calls of the target, one a line; lines that are anything else are left out. Never throws for what a model answers. */
export async function writeCases(model: LanguageModel, request: TesterRequest): Promise<WrittenCases> {
  await request.trees.load(request.target.language);
  const reply = await model.complete(
    {
      role: "tester",
      messages: [
        { role: "system", content: `You write test inputs that could break a function. ${fenceRule(request.fence)}` },
        { role: "user", content: prompt(request) },
      ],
      maxOutputTokens: answerTokens,
      temperature: 0,
      seed: request.seed,
      files: filesIn(request),
    },
    request.signal,
  );
  if (reply.kind === "text") return readCases(reply.text, request);
  if (reply.kind === "cut-off") return readCases(wholeLines(reply.text), request);
  return { cases: [], notChecked: [`No adversarial cases were written, because the model gave no answer: ${whyNoText(reply)}`] };
}

/** A list that the output limit cut is whole but for its last line. */
function wholeLines(text: string): string {
  return text.slice(0, Math.max(0, text.lastIndexOf("\n")));
}

function filesIn({ target, test }: TesterRequest): string[] {
  return [...new Set([test.file, ...(target.file === undefined ? [] : [target.file])])];
}

function prompt({ target, test, issue, fence, profile }: TesterRequest): string {
  const mark = target.language === "python" ? "#" : "//";
  const name = target.callees[0] ?? "";
  const data = (label: string | NamedPart, text: string): string => fenced(text, label, fence);
  return [
    ...(target.signature === "" ? [] : ["The function:", data("signature", headAndTail(target.signature, headBytes))]),
    ...(target.docstring === undefined ? [] : ["Its documentation:", data("documentation", headAndTail(target.docstring, headBytes))]),
    "Tests of it:",
    data({ names: [test.file] }, headAndTail(test.text, testBytes)),
    ...(issue === undefined ? [] : ["What was reported:", data("issue", headAndTail(issue, issueBytes))]),
    ...(isPlainName(name) ? [] : ["It is called as:", data("name", name)]),
    `Write up to ${mostCases} calls of ${isPlainName(name) ? name : "it"} with inputs that are valid but easy to get wrong: empty, one element, negative, zero, duplicates, very long, unusual characters.`,
    "One call a line, with literal arguments, and nothing else: no imports, no assignments, no expected values.",
    ...(profile === "small" ? [] : [`Behind a call may stand, after "${mark}", a condition over \`result\` that every right answer meets.`]),
  ].join("\n");
}

function readCases(text: string, request: TesterRequest): WrittenCases {
  const cases = new Map<string, AdversarialCase>();
  const reader: LineReader = { ...request, conditions: request.profile === "small" ? "ignored" : "read" };
  const known = request.test.text.replace(/\s+/g, "");
  let refused = 0;
  for (const { line, heading } of callLines(text)) {
    const read = readCallLine(line, reader);
    if (read.kind === "refused") refused += 1;
    else if (cases.size < mostCases && !known.includes(read.case.call.replace(/\s+/g, ""))) {
      const title = heading !== undefined && read.case.title === read.case.call ? heading : read.case.title;
      cases.set(read.case.call, cases.get(read.case.call) ?? { ...read.case, title });
    }
  }
  const notChecked = cases.size === 0 ? [`No adversarial cases: the model's answer held no usable call (${refused} lines were left out).`] : [];
  return { cases: [...cases.values()], notChecked };
}

interface CallLine {
  readonly line: string;
  /** What a comment on the line before says. */
  readonly heading: string | undefined;
}

const longestHeading = 80;

/** Lines that may hold a call: without list marks, quotes of code, fences, and the comment marks small models put in front of whole lines. */
function callLines(text: string): CallLine[] {
  const found: CallLine[] = [];
  let heading: string | undefined;
  for (const row of text.split("\n").map((one) => one.trim())) {
    const line = row.replace(/^(?:[-*•]|\d+[.)]|#+|\/\/)\s+/, "").replace(/^`([^`]+)`$/, "$1");
    if (line.includes("(") && !line.startsWith("```")) found.push({ line, heading });
    heading = /^(?:#+|\/\/)\s+[^(]+$/.test(row) ? line.slice(0, longestHeading) : undefined;
  }
  return found;
}
