import { describe, expect, it } from "vitest";
import { coverageProbe } from "../../../../src/evidence/probes/coverage-probe.js";
import { readCoverage, readStuck } from "../../../../src/evidence/probes/read-coverage.js";
import { caseResult } from "../../../../src/evidence/readers/case-results.js";

const PLACE = { root: "/srv/app", tools: "/box/tools", out: "/box/out" };

function jestCase(title: string) {
  return caseResult({ name: { runner: "jest", file: "a.test.js", titlePath: [title] }, reportedId: title, status: "passed" });
}

describe("coverage that the probes left", () => {
  const source = "function a() {\n  if (x) {\n    y();\n  }\n}\n";
  const script = JSON.stringify({ script: "7", path: "/srv/app/src/a.js", source });
  const head = '{"heal":"coverage/1","kind":"v8"}';

  it("takes the innermost range around a line, so that a branch that was not taken is left out", () => {
    const end = source.lastIndexOf("}") + 1;
    const ranges = [
      [0, end, 1],
      [source.indexOf("{\n    y"), source.indexOf("  }\n}") + 3, 0],
    ];
    const text = [head, script, JSON.stringify({ titles: ["t"], file: "/srv/app/a.test.js", scripts: { 7: ranges } })].join("\n");
    expect(readCoverage({ "coverage-1-0.jsonl": text }, "/srv/app").of(jestCase("t"))).toEqual(new Map([["src/a.js", new Set([1, 2])]]));
  });

  it("joins what several processes saw of one case and leaves other files alone", () => {
    const one = `${head}\n{"case":"tests/test_a.py::test_a","lines":{"src/a.py":[1]}}\n`;
    const two = `${head}\n{"case":"tests/test_a.py::test_a","lines":{"src/a.py":[2]}}\n`;
    const coverage = readCoverage({ one, two, "report.xml": "<testsuites/>" }, "/srv/app");
    expect(coverage.union()).toEqual(new Map([["src/a.py", new Set([1, 2])]]));
  });

  it("reads a file whose last line was cut", () => {
    const text = `${head}\n{"case":"x","lines":{"src/a.py":[1]}}\n{"case":"y","lines":{"src/`;
    expect(readCoverage({ text }, "/srv/app").union()).toEqual(new Map([["src/a.py", new Set([1])]]));
  });

  it("takes no stacks that a probe would not write", () => {
    const head = '{"heal": "coverage/1", "kind": "lines"}\n';
    const stuck = (name: string): string => `${head}${JSON.stringify({ stuck: { case: "" }, stacks: [[["a.py", 3, name]]] })}\n`;
    expect(readStuck({ "coverage-1.jsonl": stuck("f") }, "/srv/app")).toEqual([[{ file: "a.py", line: 3, function: "f" }]]);
    expect(readStuck({ "coverage-1.jsonl": stuck("f".repeat(100_000)) }, "/srv/app")).toEqual([]);
  });

  it("is empty when no probe ran", () => {
    expect(readCoverage({ "vitest-1.jsonl": '{"heal":"cases/1"}' }, "/srv/app").isEmpty).toBe(true);
  });
});

describe("the coverage probe", () => {
  const scripts = ["heal-coverage.cjs", "stuck.probe.cjs"];
  it.each([
    ["pytest", ["heal_coverage.py"]],
    ["unittest", ["heal_coverage.py"]],
    ["node:test", scripts],
    ["vitest", scripts],
    ["jest", scripts],
    ["mocha", scripts],
  ] as const)("is injected from outside for %s", (runner, tools) => {
    const probe = coverageProbe(runner, PLACE);
    expect(probe?.environment.HEAL_COVERAGE_OUT).toBe("/box/out");
    expect(Object.keys(probe?.tools ?? {})).toEqual(tools);
  });

  it("cannot watch a command of an unknown runner", () => {
    expect(coverageProbe("unknown", PLACE)).toBeUndefined();
  });
});
