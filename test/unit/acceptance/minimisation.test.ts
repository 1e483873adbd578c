import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyHunks, lineHunks } from "../../../src/acceptance/line-hunks.js";
import { type MinimisationResult, minimisationPlan } from "../../../src/acceptance/minimisation.js";
import type { FileChange, Patch } from "../../../src/domain/patch.js";

const modify = (path: string, before: string, after: string): FileChange => ({ kind: "modify", path, before, after, encoding: "utf8" });

function minimised(
  patch: Patch,
  isGood: (candidate: Patch) => boolean,
  runsLeft = 20,
  granularity: "hunk" | "file" = "hunk",
): MinimisationResult & { asked: Patch[] } {
  const asked: Patch[] = [];
  const plan = minimisationPlan(patch, { runsLeft, granularity });
  let step = plan.next();
  while (!step.done) {
    asked.push(step.value);
    step = plan.next(isGood(step.value));
  }
  return { ...step.value, asked };
}

const textOf = (patch: Patch, path: string) => patch.changes.flatMap((change) => (change.path === path && change.kind !== "delete" ? [change.after] : []))[0];
const ten = Array.from({ length: 10 }, (_, index) => `line ${index}\n`);
const edited = (...rows: number[]) => ten.map((line, index) => (rows.includes(index) ? `LINE ${index}\n` : line)).join("");

describe("hunks", () => {
  test("give the new text back when all are applied, and the old one when none is", () => {
    const text = fc.array(fc.constantFrom("a\n", "b\r\n", "\n", "\uFEFFx\n", "ÿ\n", "end"), { maxLength: 12 }).map((lines) => lines.join(""));
    fc.assert(
      fc.property(text, text, (before, after) => {
        expect(applyHunks(before, lineHunks(before, after))).toBe(after);
        expect(applyHunks(before, [])).toBe(before);
      }),
    );
  });

  test("leave every other byte alone: line ends, a byte order mark, a missing last line end", () => {
    const before = "\uFEFFone\r\ntwo\r\nthree\r\nfour";
    const after = "\uFEFFONE\r\ntwo\r\nthree\r\nFOUR";
    const [first] = lineHunks(before, after);
    expect(first === undefined ? "" : applyHunks(before, [first])).toBe("\uFEFFONE\r\ntwo\r\nthree\r\nfour");
  });
});

describe("minimisation", () => {
  test("keeps just the hunks without which it is red", () => {
    const patch: Patch = { changes: [modify("a", edited(), edited(1, 4, 8))] };
    const result = minimised(patch, (candidate) => textOf(candidate, "a")?.includes("LINE 4") === true);
    expect(textOf(result.patch, "a")).toBe(edited(4));
    expect(result).toMatchObject({ dropped: 2, kept: 1, finished: true });
  });

  test("starts over after each success, because a hunk may be needless only without another", () => {
    const patch: Patch = { changes: [modify("a", edited(), edited(1, 4, 8))] };
    const result = minimised(patch, (candidate) => {
      const text = textOf(candidate, "a") ?? "";
      return text.includes("LINE 1") && (text.includes("LINE 8") ? text.includes("LINE 4") : true);
    });
    expect(textOf(result.patch, "a")).toBe(edited(1));
  });

  test("leaves out a file none of whose hunks is needed", () => {
    const patch: Patch = { changes: [modify("a", edited(), edited(1)), modify("b", edited(), edited(2))] };
    const result = minimised(patch, (candidate) => textOf(candidate, "b") !== undefined);
    expect(result.patch.changes.map((change) => change.path)).toEqual(["b"]);
  });

  test("never asks more often than it may, and says that it is not finished", () => {
    const patch: Patch = { changes: [modify("a", edited(), edited(0, 2, 4, 6, 8))] };
    const result = minimised(patch, () => false, 2);
    expect(result).toMatchObject({ runs: 2, finished: false, kept: 5, patch });
  });

  test("asks nothing about a patch of a single part", () => {
    const patch: Patch = { changes: [modify("a", edited(), edited(3))] };
    expect(minimised(patch, () => true)).toMatchObject({ runs: 0, finished: true, patch });
  });

  test("drops whole files when told to", () => {
    const patch: Patch = { changes: [modify("a", edited(), edited(1, 5)), modify("b", edited(), edited(2, 6))] };
    const result = minimised(patch, (candidate) => textOf(candidate, "b") !== undefined, 20, "file");
    expect(result.patch.changes).toEqual([patch.changes[1]]);
    expect(result.asked).toHaveLength(2);
  });

  test("an added and a deleted file are kept or dropped whole", () => {
    const patch: Patch = {
      changes: [
        { kind: "add", path: "a", after: "x\ny\n", encoding: "utf8" },
        { kind: "delete", path: "b", before: "x\n", encoding: "utf8" },
      ],
    };
    expect(minimised(patch, (candidate) => candidate.changes.some((change) => change.path === "a")).patch.changes).toEqual([patch.changes[0]]);
  });
});
