import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JournalLine } from "../../../src/domain/journal.js";
import { annotations } from "../../../src/render/annotations.js";
import { jobSummary } from "../../../src/render/job-summary.js";
import { pullRequestText } from "../../../src/render/pull-request-text.js";
import { containing, matching } from "../../support/asymmetric.js";
import { journalFixture, journalNames, withTexts } from "../../support/journal.js";

const context = { fingerprint: "0123456789ab", targetBranch: "main", compareUrl: "https://github.example/acme/app/compare", notes: [] };
const healed = journalFixture("healed-two-faults");

/** Fences and folds are all closed, in their order. */
function isWhole(markdown: string): boolean {
  let fence: string | undefined;
  let folds = 0;
  for (const row of markdown.split("\n")) {
    const marks = /^`{3,}/.exec(row)?.[0];
    if (fence !== undefined) {
      if (row === fence) fence = undefined;
    } else if (marks !== undefined) fence = marks;
    else if (row === "<details>") folds += 1;
    else if (row === "</details>") folds -= 1;
  }
  return fence === undefined && folds === 0;
}

function grown(lines: readonly JournalLine[], filler: string, times: number): JournalLine[] {
  return withTexts(lines, (text, member) => (member === "root" || member === "at" ? text : `${text}${filler.repeat(times)}`));
}

describe("the body of a pull request", () => {
  it("is the whole report when that fits, without a notice", () => {
    const { body } = pullRequestText(healed, context);
    expect(body).toContain("## Reflection log");
    expect(body).not.toContain("Shortened");
    expect(body).not.toContain("## The fix");
  });

  it("starts with notes a reader must know, and ends with how to stop", () => {
    const { body } = pullRequestText(healed, { ...context, notes: ["The base moved. @someone"] });
    expect(body.startsWith("> The base moved. @&#8203;someone\n")).toBe(true);
    expect(body.trimEnd().split("\n").at(-1)).toMatch(/^- To stop: close it/);
  });

  it("links the workflow run whose artifact holds the bundle, and nothing that is no such address", () => {
    const within = (url: string) =>
      healed.map((line): JournalLine => {
        if (line.event.type !== "run-started") return line;
        return { ...line, event: { ...line.event, plan: { ...line.event.plan, workflowRun: { url, artifact: "heal-test-1-ab12cd" } } } };
      });
    const run = "https://github.example:8443/acme/app/actions/runs/4711";
    expect(pullRequestText(within(run), context).body).toContain(`the artifact \`heal-test-1-ab12cd\` of [this workflow run](${run})`);
    for (const other of [`${run}) [x](https://evil.example`, "javascript:alert(1)", "https://evil.example/4711", `${run}\n`]) {
      const { body } = pullRequestText(within(other), context);
      expect(body).toContain("With the bundle of this run (of a workflow: its artifact) and ");
      expect(body).not.toContain("evil.example");
    }
    expect(pullRequestText(healed, context).body).toContain("With the bundle of this run (of a workflow: its artifact) and ");
  });

  it("stays below the limit, well-formed and whole with texts of any size and script", { timeout: 120_000 }, () => {
    const sizes = fc.constantFrom(0, 1, 7, 40, 300);
    fc.assert(
      fc.property(fc.constantFrom(...journalNames), fc.string({ unit: "binary", minLength: 1, maxLength: 40 }), sizes, (name, filler, times) => {
        const { title, body } = pullRequestText(grown(journalFixture(name), filler, times), context);
        return body.length <= 59_400 && body.isWellFormed() && isWhole(body) && title.length <= 120 && !/[#@\n]/.test(title);
      }),
      { numRuns: 40 },
    );
  });

  it("says that it was cut, and keeps the opening, the proof and the way to stop it", () => {
    const partial = healed.filter(({ event }) => event.type === "candidate-tried" && event.verdict.kind === "mends-some");
    const many = [...healed.slice(0, -1), ...Array.from({ length: 100 }, () => partial).flat(), ...healed.slice(-1)];
    const { body } = pullRequestText(grown(many, " wide 漢字 text", 40), context);
    expect(body.length).toBeLessThanOrEqual(59_400);
    expect(isWhole(body)).toBe(true);
    expect(body).toContain("> Shortened to fit here. The whole is `report.md` in the run's bundle.");
    expect(body).toContain("## Proof");
    expect(body).toContain("## Reflection log");
    expect(body).toContain("To stop: close it");
  });

  it("has no live mention, reference or closing keyword of outside texts outside code", () => {
    const { body } = pullRequestText(grown(healed, " @octocat fixes #12 https://evil.example <b> ![x](y)", 1), context);
    const prose = body.replace(/^(`{3,})[\s\S]*?\n\1$/gm, "").replace(/(`+)(?!`)[^\n]*?[^`]\1(?!`)/g, "");
    expect(prose).not.toMatch(/@octocat|#12|https:\/\/evil|(?<!\\)<b>|(?<!\\)!\[x/);
  });
});

describe("the title", () => {
  it("consists of words and figures of Heal's own", () => {
    expect(pullRequestText(healed, context).title).toBe("Mend 2 failing cases in src/log.js");
  });
});

describe("the summary of a job", () => {
  it("names pull request and artifact, and is whole in every case", () => {
    const summary = jobSummary(healed, { pullRequestUrl: "https://github.example/acme/app/pull/1", artifactName: "heal-test-1-abc" });
    expect(summary).toContain("# Heal: healed\n\nPull request: <https://github.example/acme/app/pull/1>\n\nBundle: artifact `heal-test-1-abc`");
    const huge = jobSummary(grown(healed, "漢".repeat(500), 20), { pullRequestUrl: null, artifactName: null });
    expect(Buffer.byteLength(huge)).toBeLessThan(1024 * 1024);
    expect(isWhole(huge)).toBe(true);
  });
});

describe("annotations", () => {
  it("show what came of it first, then the place of the fix", () => {
    expect(annotations(healed)).toEqual([
      { level: "notice", title: "Heal: healed (fixed)", message: containing("Healed 2 cases in src/log.js") },
      { level: "notice", title: "Proposed fix", message: matching(/./), file: "src/log.js", line: 20 },
    ]);
  });

  it("show cases that stayed red where their test stands", () => {
    expect(annotations(journalFixture("gave-up"))).toEqual([
      { level: "warning", title: "Heal: gave-up (no-progress)", message: matching(/./) },
      { level: "warning", title: "Still failing", message: containing("the fee of c"), file: "test/tax.test.js", line: 5 },
    ]);
  });

  it("are ten at most", () => {
    const lines = journalFixture("gave-up").map((line): JournalLine => {
      if (line.event.type !== "baseline-sorted") return line;
      const { steady } = line.event;
      return { ...line, event: { ...line.event, steady: Array.from({ length: 40 }, () => steady).flat() } };
    });
    expect(annotations(lines)).toHaveLength(10);
  });
});
