import { describe, expect, it } from "vitest";
import { considerateMinimisation } from "../../../src/acceptance/considerate-minimisation.js";
import type { FileChange, Patch } from "../../../src/domain/patch.js";

const modify = (path: string, before: string, after: string): FileChange => ({ kind: "modify", path, before, after, encoding: "utf8" });

function minimised(patch: Patch, isGood: (smaller: Patch) => boolean, runsLeft = 20) {
  const plan = considerateMinimisation(patch, { runsLeft });
  let step = plan.next();
  while (step.done !== true) step = plan.next(isGood(step.value));
  return step.value;
}

const text = (patch: Patch, path: string): string | undefined => {
  const change = patch.changes.find((one) => one.path === path);
  return change === undefined || change.kind === "delete" ? undefined : change.after;
};

const before = "a = 1\n# old\nb = 2\nc = 3\nd = 4\n";

describe("the minimisation of a model's patch", () => {
  it("keeps a part no test needs, and names it", () => {
    const patch = { changes: [modify("m.py", before, "a = 9\n# old\nb = 2\nc = 8\nd = 4\n")] };
    const result = minimised(patch, (smaller) => text(smaller, "m.py")?.includes("a = 9") === true);
    expect(result.patch).toEqual(patch);
    expect(result.unneeded).toEqual(["m.py line 4"]);
  });

  it("drops comments and formatting that no test needs", () => {
    const patch = { changes: [modify("m.py", before, "a = 9\n# old\nb = 2\n# new\nc = 3\nd  =  4\n")] };
    const result = minimised(patch, (smaller) => text(smaller, "m.py")?.includes("a = 9") === true);
    expect(text(result.patch, "m.py")).toBe("a = 9\n# old\nb = 2\nc = 3\nd = 4\n");
    expect(result).toMatchObject({ dropped: 2, kept: 1, unneeded: [] });
  });

  it("keeps blanks that the tests need", () => {
    const nested = "if x:\n    a = 1\nb = 2\nc = 3\n";
    const patch = { changes: [modify("m.py", nested, "if x:\n    a = 1\n    b = 2\nc = 3\n"), modify("n.py", "y = 1\n", "y = 2\n")] };
    const result = minimised(patch, (smaller) => text(smaller, "m.py")?.includes("    b = 2") === true && text(smaller, "n.py") === "y = 2\n");
    expect(result.patch).toEqual(patch);
  });

  it("drops a whole file that no test needs", () => {
    const patch: Patch = { changes: [modify("m.py", before, "a = 9\n"), { kind: "add", path: "notes.md", after: "hello\n", encoding: "utf8" }] };
    const result = minimised(patch, (smaller) => text(smaller, "m.py") === "a = 9\n");
    expect(result.patch.changes.map(({ path }) => path)).toEqual(["m.py"]);
  });

  it("says when the runs were used up", () => {
    const patch = { changes: [modify("m.py", before, "a = 9\n# old\nb = 7\nc = 3\nd = 8\n")] };
    expect(minimised(patch, () => false, 1)).toMatchObject({ runs: 1, finished: false, patch });
    expect(minimised(patch, () => false)).toMatchObject({ runs: 3, finished: true, patch });
  });

  it("asks nothing about a patch of one part", () => {
    const patch = { changes: [modify("m.py", before, "a = 9\n# old\nb = 2\nc = 3\nd = 4\n")] };
    expect(minimised(patch, () => true)).toMatchObject({ runs: 0, patch });
  });
});
