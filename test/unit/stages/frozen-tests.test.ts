import { describe, expect, it } from "vitest";
import { protectedPaths } from "../../../src/acceptance/protected-paths.js";
import { type CaseResult, caseId } from "../../../src/domain/case.js";
import type { FileChange, Patch } from "../../../src/domain/patch.js";
import type { Reading } from "../../../src/domain/reading.js";
import { onTopOf, readingOf, withProtectedTests } from "../../../src/stages/frozen-tests.js";

const add = (path: string, after = `${path}\n`): FileChange => ({ kind: "add", path, after, encoding: "utf8" });
const tests: Patch = { changes: [add("test_a.py"), add("test_b.py")] };
const suite = { tests, digest: "d" };

describe("a patch on top of frozen tests", () => {
  it("is one patch of both against the files on disk, in order", () => {
    expect(onTopOf(tests, { changes: [add("slug.py")] }).changes.map(({ path }) => path)).toEqual(["slug.py", "test_a.py", "test_b.py"]);
    expect(onTopOf(tests, { changes: [] })).toEqual(tests);
  });

  it("that changes or deletes one of them speaks of a file that is not on disk", () => {
    const change: FileChange = { kind: "modify", path: "test_a.py", before: "test_a.py\n", after: "other\n", encoding: "utf8" };
    expect(onTopOf(tests, { changes: [change] }).changes).toEqual([add("test_a.py", "other\n"), add("test_b.py")]);
    expect(onTopOf(tests, { changes: [{ kind: "delete", path: "test_b.py", before: "test_b.py\n", encoding: "utf8" }] }).changes).toEqual([add("test_a.py")]);
  });
});

describe("frozen tests", () => {
  it("are protected in any spelling, whatever the settings allow", () => {
    const guarded = protectedPaths({ isTestMaterial: () => false, protect: [], allow: ["**"] });
    expect(guarded.isProtected("test_a.py")).toBe(false);
    const frozen = withProtectedTests(guarded, suite);
    expect(frozen.reasonFor("Test_A.py")).toBe("one of the tests the task is judged by");
    expect(frozen.isProtected("slug.py")).toBe(false);
    expect(withProtectedTests(guarded, undefined)).toBe(guarded);
  });

  const red = (file: string): CaseResult => {
    const name = { runner: "pytest" as const, file, titlePath: [] };
    const failure = { type: "ModuleNotFoundError", message: "No module named 'slug'", frames: [], excerpt: "" };
    return { id: caseId(name), reportedId: file, name, kind: "load", status: "failed", failure };
  };
  const reading = (file: string): Reading => ({
    runner: "pytest",
    exitCode: 2,
    class: "dependency",
    classReason: "the module slug is not installed",
    complete: true,
    counts: { failing: 1, passed: 0, skipped: 0 },
    cases: [red(file)],
    notes: [],
  });

  it("that miss their module are work to do; other files that miss one stay what they are", () => {
    expect(readingOf(suite, reading("test_a.py"))).toMatchObject({ class: "healable-code", classReason: "" });
    expect(readingOf(suite, reading("test_old.py")).class).toBe("dependency");
    expect(readingOf(undefined, reading("test_a.py")).class).toBe("dependency");
  });
});
