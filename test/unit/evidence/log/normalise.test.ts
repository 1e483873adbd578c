import { describe, expect, it } from "vitest";
import { normaliseLog } from "../../../../src/evidence/readers/log/normalise.js";
import { failedStep } from "../../../../src/evidence/readers/log/steps.js";

const STAMP = "2026-03-18T09:12:30.0002896Z ";

describe("a job log", () => {
  it("loses stamps, byte order marks inside the text, colours, cursor movement and progress", () => {
    const log = normaliseLog(
      `\uFEFF${STAMP}one\n\uFEFF${STAMP}\u001b[31mtwo\u001b[0m\r\n${STAMP}10%\r50%\rdone\r\n\u001b]0;title\u0007three\u001b[2K\u001b[1A\n`,
    );
    expect(log.text).toBe("one\ntwo\ndone\nthree\n");
    expect(log.lines.map((line) => line.stamped)).toEqual([true, true, true, false, false]);
  });

  it("keeps a line that a problem matcher replaced, and drops group marks", () => {
    const log = normaliseLog(`${STAMP}##[group]Run x\n${STAMP}##[endgroup]\n${STAMP}##[error]src/a.ts(2,61): error TS2339: no\n`);
    expect(log.text).toBe("src/a.ts(2,61): error TS2339: no\n");
  });

  it("is the same when it is normalised twice", () => {
    const once = normaliseLog(`${STAMP}##[error]\u001b[1mx\u001b[0m`).text;
    expect(normaliseLog(once).text).toBe(once);
  });

  it("has a failed step with its own text and exit code", () => {
    const text = [
      "##[group]Run pip install x",
      "pip install x",
      "##[endgroup]",
      "ok",
      "##[group]Run pytest",
      "pytest",
      "shell: bash",
      "##[endgroup]",
      "1 failed",
      "##[error]Process completed with exit code 1.",
      "Post job cleanup.",
    ];
    expect(failedStep(normaliseLog(text.map((line) => STAMP + line).join("\n")))).toMatchObject({ text: "1 failed", exitCode: 1, platformError: "" });
  });

  it("tells what the platform said itself", () => {
    const text = `${STAMP}##[error]The runner has received a shutdown signal.\n${STAMP}##[error]Process completed with exit code 137.`;
    expect(failedStep(normaliseLog(text))).toMatchObject({ exitCode: 137, platformError: "The runner has received a shutdown signal." });
  });
});
