import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** One wrong comparison and two cases, in a language that needs no package; the search over it is short. */
export const brokenFiles: Readonly<Record<string, string>> = {
  "package.json": '{"type":"module"}\n',
  "grade.js": "export const isGrown = (age) => age > 18;\n",
  "grade.test.js": [
    'import assert from "node:assert";',
    'import { test } from "node:test";',
    'import { isGrown } from "./grade.js";',
    'test("at the limit", () => assert.strictEqual(isGrown(18), true));',
    'test("just below", () => assert.strictEqual(isGrown(17.5), false));',
    "",
  ].join("\n"),
};

export const brokenCheck = "node --test";

export function writeProject(folder: string, files: Readonly<Record<string, string | Uint8Array>> = brokenFiles): string {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}
