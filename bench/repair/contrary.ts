import { type Project, projectOf } from "./project.ts";
import { type Language, languageOf, type Row } from "./row.ts";

/**
 * How a second test contradicts the first: `plain` = two tests that say so on their faces;
 * `hidden` = the first is written in a way that reading alone does not show, so that the loop has to come to its end.
 */
export type Contrariness = "plain" | "hidden";

interface Demand {
  readonly call: string;
  readonly wanted: string;
}

/** The row's project with a test beside its own that demands another value of the same call; undefined = no test of the row is a plain comparison. */
export function contraryProject(row: Row, how: Contrariness): Project | undefined {
  const project = projectOf(row);
  const demand = firstDemand(row);
  if (demand === undefined) return undefined;
  const demands = [...(how === "plain" ? [demand] : []), { ...demand, wanted: otherThan(demand.wanted) }];
  return { ...project, files: { ...project.files, ...testsOf(languageOf(row), row.entry_point, demands) } };
}

const literal = String.raw`([Tt]rue|[Ff]alse|-?\d+|'[^'\\]*'|"[^"\\]*")(?![\w.])`;

function firstDemand(row: Row): Demand | undefined {
  const comparison = { python: `assert (${row.entry_point}\\(.*\\)) ?== ?${literal}`, javascript: `assert\\((${row.entry_point}\\(.*\\)) === ${literal}\\)` };
  const found = new RegExp(`^\\s*(?:console\\.)?${comparison[languageOf(row)]}`, "m").exec(row.example_test);
  return found === null ? undefined : { call: found[1] as string, wanted: found[2] as string };
}

const opposite: Readonly<Record<string, string>> = { True: "False", False: "True", true: "false", false: "true" };

function otherThan(wanted: string): string {
  if (/^-?\d+$/.test(wanted)) return String(Number(wanted) + 1);
  return opposite[wanted] ?? `${wanted.slice(0, -1)}x${wanted.slice(-1)}`;
}

function testsOf(language: Language, name: string, demands: readonly Demand[]): Record<string, string> {
  if (language === "python") {
    const tests = demands.map(({ call, wanted }, at) => `\n\ndef test_value_${at + 1}():\n    assert ${call} == ${wanted}\n`);
    return { "test_value.py": `from solution import ${name}\n${tests.join("")}` };
  }
  const tests = demands.map(({ call, wanted }, at) => `\ntest("value ${at + 1}", () => {\n  assert.strictEqual(${call}, ${wanted});\n});\n`);
  return {
    "value.test.js": `const { test } = require("node:test");\nconst assert = require("node:assert");\nconst { ${name} } = require("./solution.js");\n${tests.join("")}`,
  };
}
