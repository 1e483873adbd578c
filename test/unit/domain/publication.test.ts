import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CaseId } from "../../../src/domain/case.js";
import { commitMessage, failureFingerprint, healBranch, isOwnBranch, isOwnCommit } from "../../../src/domain/publication.js";

const ids = (...names: string[]) => names as CaseId[];

describe("the fingerprint of a failure", () => {
  it("does not depend on order, repetition or the command, and differs for other cases", () => {
    const one = failureFingerprint({ cases: ids("pytest:a.py::x", "pytest:a.py::y"), commands: ["pytest"] });
    expect(failureFingerprint({ cases: ids("pytest:a.py::y", "pytest:a.py::x", "pytest:a.py::y"), commands: ["pytest -q"] })).toBe(one);
    expect(failureFingerprint({ cases: ids("pytest:a.py::x"), commands: ["pytest"] })).not.toBe(one);
    expect(one).toMatch(/^[0-9a-f]{12}$/);
  });

  it("takes the command where only an exit status speaks", () => {
    const make = failureFingerprint({ cases: ids("unknown:"), commands: ["make test"] });
    expect(failureFingerprint({ cases: ids("unknown:"), commands: ["make lint"] })).not.toBe(make);
  });
});

describe("the branch of a fix", () => {
  it("is heal/<base>/<fingerprint> for an ordinary base", () => {
    expect(healBranch("release/1.x", "ab12")).toBe("heal/release/1.x/ab12");
    expect(isOwnBranch(healBranch("main", "ab12"))).toBe(true);
  });

  it("is a legal git branch name whatever the base is called", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", minLength: 1, maxLength: 300 }), (base) => {
        const branch = healBranch(base, "ab12");
        expect(branch.length).toBeLessThanOrEqual(160);
        expect(branch).toMatch(/^heal\/[A-Za-z0-9._/-]+\/ab12$/);
        expect(branch).not.toMatch(/\.\.|\/\/|\/\.|\.lock(\/|$)|\.\/|\/-/);
      }),
      { numRuns: 2000 },
    );
  });

  it("tells bases apart that look alike once cleaned", () => {
    expect(healBranch("fix#1", "ab12")).not.toBe(healBranch("fix%1", "ab12"));
    expect(healBranch(`${"x".repeat(200)}1`, "ab12")).not.toBe(healBranch(`${"x".repeat(200)}2`, "ab12"));
  });
});

describe("a commit of Heal's own", () => {
  it("is known by its last line and the failure it is for", () => {
    const message = commitMessage("Mend the parser", "ab12");
    expect(isOwnCommit(message, "ab12")).toBe(true);
    expect(isOwnCommit(message, "cd34")).toBe(false);
    expect(isOwnCommit(`${message}\nAnd a person's words`, "ab12")).toBe(false);
  });
});
