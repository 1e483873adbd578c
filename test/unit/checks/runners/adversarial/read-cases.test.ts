import { describe, expect, it } from "vitest";
import { readCases } from "../../../../../src/checks/runners/adversarial/read-cases.js";

const line = (value: object): string => `${JSON.stringify(value)}\n`;

describe("what cases told", () => {
  it("keeps a case that began and did not come back", () => {
    const text = line({ case: 1, kind: "started" }) + line({ case: 1, kind: "value", text: "3" }) + line({ case: 2, kind: "started" });
    expect(readCases(text)).toEqual([
      { number: 1, outcome: { kind: "value", text: "3" } },
      { number: 2, outcome: undefined },
    ]);
  });

  it("passes over lines that no case writes, and caps what a case writes", () => {
    const odd = ["", "{", "null", "[1]", '{"case":"1","kind":"value"}', '{"case":3,"kind":"approved"}', "{}"].join("\n");
    expect(readCases(`${odd}\n${line({ case: 1, kind: "raised", text: "x".repeat(9_000) })}`)).toEqual([
      { number: 3, outcome: undefined },
      { number: 1, outcome: { kind: "raised", text: "x".repeat(2_000) } },
    ]);
  });
});
