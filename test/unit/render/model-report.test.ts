import { describe, expect, it } from "vitest";
import type { Proposal } from "../../../src/domain/attempt.js";
import type { CaseId } from "../../../src/domain/case.js";
import type { JournalEvent, JournalLine } from "../../../src/domain/journal.js";
import type { ModelCall } from "../../../src/domain/model-call.js";
import type { ModelPlan } from "../../../src/domain/model-plan.js";
import type { ReviewFinding } from "../../../src/domain/review.js";
import { eventLine } from "../../../src/render/event-line.js";
import { outcomeDocument } from "../../../src/render/outcome-document.js";
import { renderReport } from "../../../src/render/report.js";
import { journalFixture, linesOf } from "../../support/journal.js";

const red = "node:test:test/tax.test.js::the fee of c comes from a table of seven steps" as CaseId;

function call(given: Partial<ModelCall> = {}): ModelCall {
  const messages = [{ role: "user" as const, content: "prompt" }];
  const reply = { kind: "text", text: "reply", usage: { input: 1200, output: 300 } } as const;
  return {
    role: "coder",
    model: "m",
    key: "00",
    messages,
    temperature: 0,
    reply,
    charged: reply.usage,
    costUsd: 0.0021,
    durationMs: 1500,
    files: ["src/tax.js"],
    ...given,
  };
}

const ready = {
  type: "model-ready",
  model: "m",
  profile: "small",
  contextTokens: 8192,
  because: "It kept the form it was asked for.",
} as const;

const limits = { type: "model-limits", model: "m", atMost: { tokens: 200_000, usd: 2 } } as const;

function proposal(explanation: string, after: string): Proposal {
  const change = { kind: "modify", path: "src/tax.js", before: "a\n", after, encoding: "utf8" } as const;
  return { explanation, patch: { changes: [change] }, origin: { coder: "model", variant: "rewrite, greedy" } };
}

function attempt(number: number, tried: Pick<Extract<JournalEvent, { type: "candidate-tried" }>, "proposal" | "verdict">, lesson?: string): JournalEvent[] {
  const reflection = { attempt: number, text: "The case stayed red.", refuted: [] };
  return [
    { type: "model-called", attempt: number, call: call() },
    { type: "attempt-started", attempt: number, coder: "model", parent: { changes: [] }, toHeal: [red] },
    { type: "candidate-tried", attempt: number, number, ...tried, durationMs: 900 },
    { type: "model-called", attempt: number, call: call({ role: "reflection", charged: { input: 400, output: 60 }, costUsd: 0.000036, files: [] }) },
    { type: "attempt-ended", attempt: number, candidates: 1, best: null, result: "nothing", cases: [], reflection },
    ...(lesson === undefined ? [] : [{ type: "lesson-learned", attempt: number, candidate: number, lesson } as const]),
  ];
}

/** A real run that gave up, with a model's work put in before its end. */
function withModel(...events: readonly JournalEvent[]): JournalLine[] {
  const own = journalFixture("gave-up").map(({ event }) => event);
  return linesOf(...own.slice(0, -1), ...events, ...own.slice(-1));
}

const failed = { kind: "still-failing", caseId: red, message: "3 !== 4", changedMessage: true } as const;

describe("what the model took", () => {
  const lines = withModel(limits, ready, ...attempt(8, { proposal: proposal("Adds the step.", "b\n"), verdict: failed }));
  const report = renderReport(lines);

  it("is in outcome.json as the sum of the calls", () => {
    expect(outcomeDocument(lines)).toMatchObject({ tokens: { input: 1600, output: 360 }, cost: { usd: 0.002136 } });
  });

  it("is told with what it might have taken at most", () => {
    expect(report).toContain(
      "- Model: `m`, profile small, context of 8,192 tokens: It kept the form it was asked for.\n- What it might take at most: 200,000 tokens and $2.00\n",
    );
    expect(report).toContain("- What it took: 1,600 tokens in, 360 out, in 2 calls; $0.002136\n");
  });

  it("is told by who asked", () => {
    expect(report).toContain("| coder | 1 | 1,200 | 300 | $0.002100 |\n| reflection | 1 | 400 | 60 | $0.000036 |");
  });

  it("names every file of which something was sent", () => {
    const more = withModel(
      limits,
      ready,
      { type: "model-called", attempt: null, call: call({ files: ["b.js", "a.js", "src/tax.js"] }) },
      { type: "model-called", attempt: null, call: call() },
    );
    expect(renderReport(more)).toContain("Sent to the model, whole or in part (3 files):\n- `a.js`\n- `b.js`\n- `src/tax.js`");
  });

  it("is nothing where none was asked", () => {
    expect(renderReport(journalFixture("gave-up"))).toContain("- No model was asked\n");
    expect(outcomeDocument(journalFixture("gave-up")).cost).toEqual({ usd: 0 });
  });
});

describe("a price that is not known", () => {
  const unpriced = call({ costUsd: null, model: "house-model" });
  const lines = withModel({ ...limits, model: "house-model", atMost: { tokens: 9000, usd: null } }, { type: "model-called", attempt: null, call: unpriced });

  it("makes the cost null, never nothing", () => {
    expect(outcomeDocument(lines).cost).toEqual({ usd: null });
    const said = "cost not known: no price for `house-model`; set `prices` in the settings file";
    expect(renderReport(lines)).toContain(`- What it might take at most: 9,000 tokens; ${said}\n`);
    expect(renderReport(lines)).toContain(`1,200 tokens in, 300 out, in 1 call; ${said}`);
    expect(renderReport(lines)).toContain("| coder | 1 | 1,200 | 300 | not known |");
  });

  it("is told of the model that has none, whichever was asked first", () => {
    const started = journalFixture("gave-up")[0]?.event;
    if (started?.type !== "run-started") throw new Error("no start");
    const model: ModelPlan = {
      name: "m",
      repairName: "house-model",
      baseUrl: "https://models.example/v1",
      profile: "auto",
      tester: "on",
      reviewer: "on",
      reflection: "auto",
      price: { input: 1, output: 2 },
      repairPrice: null,
    };
    const run = [
      { ...started, plan: { ...started.plan, model } },
      ...journalFixture("gave-up")
        .slice(1, -1)
        .map(({ event }) => event),
    ];
    const told = renderReport(linesOf(...run, { ...limits, atMost: { tokens: 9000, usd: null } }));
    expect(told).toContain("- What it might take at most: 9,000 tokens; cost not known: no price for `house-model`; set `prices` in the settings file\n");
  });

  it("does not matter for a call that was not charged", () => {
    const free = call({ charged: { input: 0, output: 0 }, costUsd: null, reply: { kind: "context-exceeded", limit: 2000 } });
    expect(outcomeDocument(withModel({ type: "model-called", attempt: null, call: free })).cost).toEqual({ usd: 0 });
  });
});

describe("a call whose end is not in the journal", () => {
  const most = { number: 1, role: "coder", model: "m", atMost: { input: 5_000, output: 2_000 }, atMostUsd: 0.25, files: ["src/open.js"] } as const;
  const asked = (given: { readonly number: number; readonly files?: readonly string[] }): JournalEvent => ({
    type: "model-asked",
    attempt: null,
    call: { ...most, ...given },
  });
  const closed = [asked({ number: 1 }), { type: "model-called", attempt: null, asked: 1, call: call() } as const];
  const free = [asked({ number: 2 }), { type: "model-unbilled", asked: 2, because: "unavailable" } as const];

  it("counts with the most it may have taken, and that is said", () => {
    const lines = withModel(limits, ready, ...closed, ...free, asked({ number: 3 }));
    const report = renderReport(lines);
    expect(outcomeDocument(lines)).toMatchObject({ tokens: { input: 6200, output: 2300 }, cost: { usd: 0.2521 } });
    expect(report).toContain(
      "- What it took: 6,200 tokens in, 2,300 out, in 2 calls; $0.25. The end of 1 call is not in the journal: it counts with the most it may have taken\n",
    );
    expect(report).toContain("| coder | 2 | 6,200 | 2,300 | $0.25 |");
    expect(report).toContain("- `src/open.js`\n- `src/tax.js`");
  });

  it("is none where each call was answered or cost nothing", () => {
    const lines = withModel(limits, ready, ...closed, ...free);
    expect(outcomeDocument(lines)).toMatchObject({ tokens: { input: 1200, output: 300 }, cost: { usd: 0.0021 } });
    expect(renderReport(lines)).not.toContain("not in the journal");
  });

  it("took its prompt along all the same, which is told, where it failed and cost nothing", () => {
    const lines = withModel(limits, ready, asked({ number: 1, files: ["src/b.js", "src/a.js"] }), { type: "model-unbilled", asked: 1, because: "unavailable" });
    expect(renderReport(lines)).toContain("Sent to the model, whole or in part (2 files):\n- `src/a.js`\n- `src/b.js`");
    expect(outcomeDocument(lines)).toMatchObject({ tokens: { input: 0, output: 0 }, cost: { usd: 0 } });
    expect(renderReport(lines)).not.toContain("What it took");
    const both = withModel(limits, ready, ...closed, ...free);
    expect(renderReport(both)).toContain("Sent to the model, whole or in part (2 files):\n- `src/open.js`\n- `src/tax.js`");
  });

  it("makes the cost null where its price is not known", () => {
    const lines = withModel(limits, ready, { type: "model-asked", attempt: null, call: { ...most, number: 3, atMostUsd: null, model: "house-model" } });
    expect(outcomeDocument(lines).cost).toEqual({ usd: null });
    expect(renderReport(lines)).toContain("no price for `house-model`");
  });
});

describe("an attempt of the model", () => {
  it("shows explanation, patch, what ran, what was learned", () => {
    const report = renderReport(
      withModel(limits, ready, ...attempt(8, { proposal: proposal("Adds the step.", "b\n"), verdict: failed }, "The table starts at zero.")),
    );
    const block = report.slice(report.indexOf("<summary>Attempt 8"), report.indexOf("</details>", report.indexOf("<summary>Attempt 8")));
    expect(block).toContain("Attempt 8 (model): mended nothing, 1 candidate");
    expect(block).toContain("The model was asked as coder, reflection: 1,960 tokens, $0.002136.");
    expect(block).toContain("Candidate 8 (rewrite, greedy): Adds the step.");
    expect(block).toContain("-a\n+b\n");
    expect(block).toContain(`What ran: leaves \`${red}\` red: 3 !== 4 (0.9 s of runs).`);
    expect(block).toContain("What was learned: The case stayed red.\n\nThe model's lesson: The table starts at zero.");
  });

  it("whose reply could not be used says why, without a patch", () => {
    const unusable = {
      proposal: { ...proposal("No edit was found.", "b\n"), unusable: "no code block" },
      verdict: { kind: "unusable", reason: "no code block" },
    } as const;
    const report = renderReport(withModel(limits, ready, ...attempt(8, unusable)));
    expect(report).toContain("Candidate 8 (rewrite, greedy): the reply could not be used: no code block.\n\nWhat ran: nothing.");
    expect(report).not.toContain("-a\n+b\n");
  });
});

describe("a review", () => {
  const adversarial = { title: "empty", call: 'fee("")' };
  const upheld: ReviewFinding = {
    source: "tester",
    severity: "block",
    file: "src/tax.js",
    line: 3,
    claim: "An empty text crashes now.",
    evidence: { case: adversarial, base: { kind: "value", text: "0" }, patch: { kind: "raised", text: "TypeError: x" } },
  };
  const question: ReviewFinding = {
    ...upheld,
    severity: "question",
    claim: "Which is meant?",
    evidence: { case: adversarial, base: { kind: "value", text: "0" }, patch: { kind: "value", text: "1" } },
  };
  const advice: ReviewFinding = { source: "complexity", severity: "advice", file: null, line: null, claim: "The function grew. @someone", evidence: null };

  it("that was upheld stands in the attempt's block with what was run", () => {
    const events = attempt(8, { proposal: proposal("Adds the step.", "b\n"), verdict: { kind: "green", fixed: [red] } });
    const report = renderReport(withModel(...events, { type: "reviewed", candidate: 8, verdict: "upheld", findings: [upheld, advice], notChecked: [] }));
    expect(report).toContain(
      "Review of candidate 8: 1 finding upheld, so it went back; 1 remark beside.\n- tester in `src/tax.js:3`: An empty text crashes now.",
    );
    expect(report).toContain('Ran `fee("")`: `0` before the patch, raised `TypeError: x` with it.');
  });

  it("of a patch that stands although something was upheld says so, and asks for a person", () => {
    const lines = journalFixture("healed-two-faults");
    const accepted = lines.find(({ event }) => event.type === "accepted")?.event;
    if (accepted?.type !== "accepted") throw new Error("the fixture accepts a patch");
    const reviewed = { type: "reviewed", candidate: accepted.candidate, verdict: "upheld", findings: [upheld, question], notChecked: [] } as const;
    const report = renderReport(linesOf(...lines.flatMap(({ event }): JournalEvent[] => (event.type === "accepted" ? [reviewed, event] : [event]))));
    expect(report).toContain(
      "## Needs a person\n\n**Look at this before you merge.** No run can show whether it is meant:\n\n- tester in `src/tax.js:3`: An empty text crashes now.",
    );
    expect(report).toContain(
      "## Review\n\nWhat a run upheld against the patch stands under “Needs a person”: it was sent back for it, and no better patch was found.",
    );
    expect(report).not.toContain("Nothing was upheld");
    expect(report).not.toContain("not shown to be wrong by any run");
  });

  it("of the accepted patch lists advice and questions, and what it could not look at", () => {
    const lines = journalFixture("healed-two-faults");
    const accepted = lines.find(({ event }) => event.type === "accepted")?.event;
    if (accepted?.type !== "accepted") throw new Error("the fixture accepts a patch");
    const reviewed = {
      type: "reviewed",
      candidate: accepted.candidate,
      verdict: "passed",
      findings: [advice, question],
      notChecked: ["No case could be written for log()."],
    } as const;
    const report = renderReport(linesOf(...lines.flatMap(({ event }): JournalEvent[] => (event.type === "accepted" ? [reviewed, event] : [event]))));
    expect(report).toContain(
      "## Review\n\nNothing was upheld against the patch.\n\nAdvice, not shown to be wrong by any run:\n- complexity: The function grew. @&#8203;someone",
    );
    expect(report).toContain(
      'Questions: a person may know which is meant:\n- tester in `src/tax.js:3`: Which is meant? Ran `fee("")`: `0` before the patch, `1` with it.',
    );
    expect(report.slice(report.indexOf("## What was not checked"))).toContain("- No case could be written for log().");
    const { proof } = accepted;
    const proved = { ...accepted, proof: { ...proof, notChecked: [...proof.notChecked, ...reviewed.notChecked] } };
    const whole = renderReport(linesOf(...lines.flatMap(({ event }): JournalEvent[] => (event.type === "accepted" ? [reviewed, proved] : [event]))));
    expect(whole.split("- No case could be written for log().")).toHaveLength(2);
  });
});

describe("a review that no model took part in, though one was asked to", () => {
  const noModel = "127.0.0.1:18101 does not accept the key (401). Check that api-key (HEAL_API_KEY) is whole.";
  const advice: ReviewFinding = { source: "complexity", severity: "advice", file: null, line: null, claim: "The function grew.", evidence: null };
  const block: ReviewFinding = { ...advice, source: "tester", severity: "block", claim: "It hangs." };
  type Reviewed = Extract<JournalEvent, { readonly type: "reviewed" }>;

  const reported = (verdict: Reviewed["verdict"], findings: readonly ReviewFinding[]) => {
    const lines = journalFixture("healed-two-faults");
    const accepted = lines.find(({ event }) => event.type === "accepted")?.event;
    if (accepted?.type !== "accepted") throw new Error("the fixture accepts a patch");
    const reviewed: Reviewed = { type: "reviewed", candidate: accepted.candidate, verdict, findings, notChecked: [], noModel };
    const line = eventLine(linesOf({ ...reviewed, candidate: 2 })[0] as JournalLine)?.slice(9);
    return { line, report: renderReport(linesOf(...lines.flatMap(({ event }): JournalEvent[] => (event.type === "accepted" ? [reviewed, event] : [event])))) };
  };
  const shown = noModel.replace("HEAL_API_KEY", "HEAL\\_API\\_KEY");

  it("is not told as passed, nor as nothing found", () => {
    const { line, report } = reported("passed", []);
    expect(line).toBe(`review of candidate 2: the rules found nothing; no model looked at it: ${noModel}`);
    expect(report).toContain(`## Review\n\nThe rules found nothing against the patch; no model looked at it: ${shown}`);
    expect(report).toMatch(/Review of candidate \d+: no model looked at it, and nothing else was upheld\./);
  });

  it("tells of what the rules remarked", () => {
    const { line, report } = reported("passed", [advice]);
    expect(line).toBe(`review of candidate 2: nothing upheld; advice: The function grew.; no model looked at it: ${noModel}`);
    expect(report).toContain(`## Review\n\nNothing was upheld against the patch; no model looked at it: ${shown}`);
  });

  it("tells of what a run upheld", () => {
    const { line, report } = reported("upheld", [block]);
    expect(line).toBe(`review of candidate 2: upheld; block: It hangs.; no model looked at it: ${noModel}`);
    expect(report).toContain(`and no better patch was found. Beside that, no model looked at it: ${shown}`);
  });
});

it("each of these events is one line for who watches", () => {
  const reviewed = {
    type: "reviewed",
    candidate: 2,
    verdict: "upheld",
    findings: [{ source: "x", severity: "block", file: null, line: null, claim: "It hangs.", evidence: null }],
    notChecked: [],
  } as const;
  const unusable: JournalEvent = {
    type: "candidate-tried",
    attempt: 1,
    number: 1,
    proposal: proposal("None.", "b\n"),
    verdict: { kind: "unusable", reason: "no code block" },
    durationMs: 0,
  };
  const shown = linesOf(limits, ready, { type: "model-called", attempt: 1, call: call() }, unusable, reviewed).map((line) => eventLine(line)?.slice(9));
  expect(shown).toEqual([
    "model: m; it may take at most 200,000 tokens and $2.00",
    "profile small: It kept the form it was asked for.",
    "  coder: text, 1,200 tokens in, 300 out, $0.002100, 1.5 s",
    "  candidate 1: unusable (no code block)",
    "review of candidate 2: upheld; block: It hangs.",
  ]);
});
