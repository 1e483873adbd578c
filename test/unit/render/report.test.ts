import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { JournalLine } from "../../../src/domain/journal.js";
import { outcomeDocument } from "../../../src/render/outcome-document.js";
import { renderReport } from "../../../src/render/report.js";
import { journalFixture, journalNames, journalPath } from "../../support/journal.js";

const golden = (name: string, extension: string): string => readFileSync(journalPath(`${name}.${extension}`), "utf8");

/** `HEAL_WRITE_GOLDEN=1` writes what is missing or changed; look at the difference before committing it. */
function expectGolden(name: string, extension: string, text: string): void {
  if (process.env.HEAL_WRITE_GOLDEN === "1") writeFileSync(journalPath(`${name}.${extension}`), text);
  expect(existsSync(journalPath(`${name}.${extension}`))).toBe(true);
  expect(text).toBe(golden(name, extension));
}

describe.each(journalNames)("the journal of a real run: %s", (name) => {
  it("renders as the report beside it", () => expectGolden(name, "md", renderReport(journalFixture(name))));

  it("gives the outcome beside it", () => expectGolden(name, "outcome.json", `${JSON.stringify(outcomeDocument(journalFixture(name)), null, 2)}\n`));

  it("renders after each of its events, and says so when the run did not reach its end", () => {
    const lines = journalFixture(name);
    for (let length = 0; length < lines.length; length += 1) {
      const report = renderReport(lines.slice(0, length));
      expect(report).toMatch(/This run was cut short|cut short after the patch was proved/);
      expect(outcomeDocument(lines.slice(0, length)).stopReason).toBe("cancelled");
    }
    expect(renderReport(lines)).not.toContain("cut short");
  });

  it("names no folder of the machine it ran on", () => {
    expect(renderReport(journalFixture(name))).not.toContain("/project");
  });
});

describe("the report of a healed run", () => {
  const report = renderReport(journalFixture("healed-two-faults"));

  it("tells its parts in the order of the contract", () => {
    const headings = [...report.matchAll(/^## (.*)$/gm)].map(([, title]) => title);
    expect(headings).toEqual([
      "The fix",
      "Proof",
      "Regression matrix",
      "Cost and limits",
      "Reflection log",
      ...headings.slice(5, -2),
      "What was not checked",
      "Reproduce",
    ]);
  });

  it("has one folded block for each attempt and counts every candidate", () => {
    const lines = journalFixture("healed-two-faults");
    const attempts = lines.filter(({ event }) => event.type === "attempt-started").length;
    const block = report.slice(report.indexOf("## Reflection log"), report.indexOf("## ", report.indexOf("## Reflection log") + 4));
    expect(block.match(/<summary>Attempt/g)).toHaveLength(attempts);
    const counted = [...block.matchAll(/, (\d+) candidates?<\/summary>/g)].reduce((sum, [, count]) => sum + Number(count), 0);
    expect(counted).toBe(lines.filter(({ event }) => event.type === "candidate-tried").length);
  });
});

describe("the report of a run with two checks", () => {
  const green = (line: JournalLine): JournalLine => {
    if (line.event.type !== "check-ran") throw new Error("a run of a check is wanted");
    const { check, reading, end } = line.event;
    const passed = { ...reading, cases: [], counts: { ...reading.counts, failing: 0 } };
    return {
      ...line,
      event: { ...line.event, check: { ...check, name: "check-2", command: "npm run lint" }, reading: passed, end: { ...end, kind: "exited", exitCode: 0 } },
    };
  };
  const lines = journalFixture("healed-two-faults").flatMap((line) =>
    line.event.type === "check-ran" && line.event.phase === "baseline" ? [line, green(line)] : [line],
  );

  it("says that the red one failed, and not the green one", () => {
    expect(renderReport(lines)).toMatch(/^2 cases of `npm test` failed/m);
  });

  it("says which one stays red with the fix, and nothing where all are green", () => {
    const red = journalFixture("healed-two-faults").map((line) =>
      line.event.type === "check-ran" && line.event.phase === "whole-suite"
        ? { ...line, event: { ...line.event, end: { kind: "exited", exitCode: 1 } as const } }
        : line,
    );
    expect(renderReport(red)).toContain("**Still red with the fix: `npm test`.**");
    expect(renderReport(lines)).not.toContain("Still red");
  });

  it("says which command each name stands for", () => {
    expect(renderReport(lines)).toContain("check-1 is `npm test`; check-2 is `npm run lint`.");
  });
});

describe("the report of a run that found no patch", () => {
  it("says why, with the red case and its message", () => {
    const report = renderReport(journalFixture("gave-up"));
    expect(report).toContain("(no-progress)");
    expect(report).toContain("the fee of c comes from a table of seven steps");
    expect(report).not.toContain("## Proof");
  });

  it("labels the best partial patch as unproven", () => {
    const lines = journalFixture("healed-two-faults");
    const first = lines.findIndex(({ event }) => event.type === "attempt-ended");
    const report = renderReport(lines.slice(0, first + 1));
    expect(report).toMatch(/\*\*Best partial patch, unproven:\*\* candidate \d+ leaves 1 of 2 cases red and breaks none\./);
  });

  it("names the flaky cases of a flaky run, and the service that is missing", () => {
    expect(renderReport(journalFixture("flaky"))).toMatch(
      /Flaky: failed in one run, passed in another \(\d\):\n- `node:test:test\/a\.test\.js::depends on chance/,
    );
    expect(renderReport(journalFixture("missing-service"))).toContain("127.0.0.1:5432");
  });
});

describe("partial data", () => {
  it("is never told as no regression", () => {
    const lines = journalFixture("healed-two-faults").map((line) =>
      line.event.type === "check-ran" && line.event.phase === "whole-suite"
        ? { ...line, event: { ...line.event, end: { kind: "timed-out", afterMs: 300_000 } as const } }
        : line,
    );
    const report = renderReport(lines);
    expect(report).toContain("**Incomplete:**");
    expect(report).not.toContain("Every other case is as it was before.");
  });
});
