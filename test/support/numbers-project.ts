import type { Patch } from "../../src/domain/patch.js";

/** One wrong sum and one case that shows it; the failure says `5 !== 8`. */
export const broken = "exports.double = (n) => n + 1;\n";
export const right = "exports.double = (n) => n * 2;\n";

export const numbersProject: Readonly<Record<string, string>> = {
  "package.json": '{ "name": "numbers", "private": true }\n',
  "numbers.js": broken,
  "numbers.test.js": 'const { double } = require("./numbers.js");\nrequire("node:test")("doubles", () => require("node:assert").strictEqual(double(4), 8));\n',
};

/** The patch that leaves the file so. */
export function becomes(after: string): Patch {
  return { changes: [{ kind: "modify", path: "numbers.js", before: broken, after, encoding: "utf8" }] };
}
