import { describe, expect, it } from "vitest";
import { type CaseKind, type CaseResult, caseId } from "../../../../src/domain/case.js";
import type { Frame } from "../../../../src/domain/failure.js";
import type { FileView } from "../../../../src/domain/file-view.js";
import { classify, ofCase, type Verdict } from "../../../../src/evidence/classify/classify.js";
import { isNear } from "../../../../src/evidence/classify/missing-module.js";
import { shapeFailure } from "../../../../src/evidence/shape/failure.js";

const files: FileView = {
  paths: () => ["package.json", "shop/__init__.py", "shop/pricing.py", "tests/test_a.py"],
  has: (path) => files.paths().includes(path),
  read: (path) => (path === "package.json" ? { text: '{"dependencies":{"express":"4"}}', encoding: "utf8" } : undefined),
};

interface Told {
  readonly type: string;
  readonly message: string;
  readonly excerpt?: string;
  readonly kind?: CaseKind;
  readonly frames?: readonly Frame[];
}

function red(told: Told): CaseResult {
  const name = { runner: "pytest" as const, file: "tests/test_a.py", titlePath: ["test_a"] };
  const failure = shapeFailure({ type: told.type, message: told.message, frames: told.frames ?? [], excerpt: told.excerpt ?? "" });
  return { id: caseId(name), reportedId: "test_a", name, kind: told.kind ?? "test", status: "failed", failure };
}

function verdict(told: Told): Verdict {
  return ofCase(red(told), files);
}

describe("the class of a red case", () => {
  it("is healable for an assertion although only the test stands in the frames", () => {
    expect(verdict({ type: "AssertionError", message: "assert 2 == 1", frames: [{ file: "tests/test_a.py", line: 3 }] }).class).toBe("healable-code");
  });

  it("is healable for an assertion about a connection error: the code under test may be at fault", () => {
    expect(verdict({ type: "AssertionError", message: "assert 'Connection refused' == 'retry'" }).class).toBe("healable-code");
  });

  it.each([
    ["pricng", "healable-code"],
    ["shop.prising", "healable-code"],
    ["jsn", "healable-code"],
    ["sqlalchemy", "dependency"],
  ])("of a missing Python module %s is %s", (name, expected) => {
    expect(verdict({ type: "ModuleNotFoundError", message: `No module named '${name}'`, kind: "load" }).class).toBe(expected);
  });

  it.each([
    ["./prce.js", "healable-code"],
    ["expres", "healable-code"],
    ["left-pad", "dependency"],
  ])("of a missing JavaScript module %s is %s", (name, expected) => {
    expect(verdict({ type: "Error", message: `Cannot find module '${name}'`, kind: "load" }).class).toBe(expected);
  });

  it("names the service, also when the network error is only the cause of the headline", () => {
    const excerpt =
      "E   ConnectionRefusedError: [Errno 111] Connection refused\nThe above exception was the direct cause\n    redis.connect('cache', 6379)\nE   StoreError: cannot open";
    expect(verdict({ type: "shop.StoreError", message: "cannot open", excerpt })).toEqual({
      class: "infrastructure",
      reason: "cache:6379 is not reachable: the checks need this service",
    });
  });

  it("is a test bug for a syntax error in the test file, not for one in the product", () => {
    expect(verdict({ type: "SyntaxError", message: "invalid syntax", kind: "load", frames: [{ file: "tests/test_a.py", line: 1 }] }).class).toBe("test-bug");
    expect(verdict({ type: "SyntaxError", message: "invalid syntax", kind: "load", frames: [{ file: "shop/pricing.py", line: 1 }] }).class).toBe(
      "healable-code",
    );
  });

  it("is a test bug for a strict unexpected pass", () => {
    expect(verdict({ type: "XPASS(strict)", message: "[XPASS(strict)] known" }).class).toBe("test-bug");
  });
});

describe("the class of a run", () => {
  const run = { runner: "pytest", exitCode: 1, cutShort: undefined, runErrors: [], text: "", files };
  const refused = red({ type: "ConnectionRefusedError", message: "[Errno 111] Connection refused" });

  it("is healable as soon as one red case is", () => {
    expect(classify({ ...run, failing: [refused, red({ type: "AssertionError", message: "assert 1 == 2" })] }).class).toBe("healable-code");
    expect(classify({ ...run, failing: [refused] }).class).toBe("infrastructure");
  });

  it("never comes from words that a red test printed", () => {
    expect(
      classify({ ...run, failing: [red({ type: "AssertionError", message: "assert 1 == 2" })], text: "No space left on device\nnpm error code ERESOLVE" })
        .class,
    ).toBe("healable-code");
  });

  it.each([
    [137, "", "infrastructure"],
    [127, "sh: 1: pytst: not found", "config"],
    [5, "no tests ran", "config"],
    [1, "/usr/bin/python3: No module named pytest", "config"],
    [1, "src/a.ts(2,6): error TS2322: Type", "build-error"],
  ])("of exit status %i with %j and no red case is %s", (exitCode, text, expected) => {
    expect(classify({ ...run, exitCode, text, failing: [] }).class).toBe(expected);
  });

  it("is no failure for a green one, whatever it printed", () => {
    expect(classify({ ...run, exitCode: 0, failing: [], text: "ECONNREFUSED" })).toEqual({ class: "no-failure", reason: "" });
  });
});

describe("a slip of a name", () => {
  it.each([
    ["json", "jsn", true],
    ["pricing", "pirsing", true],
    ["price", "prize", true],
    ["price", "store", false],
    ["os", "so", false],
  ])("%s for %s: %s", (known, written, near) => {
    expect(isNear(known, written)).toBe(near);
  });
});
