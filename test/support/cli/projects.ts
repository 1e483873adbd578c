import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

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

/** A folder for one test, gone afterwards. Others may enter it, so that an ordinary user can work in it. */
export function testFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "heal-cli-")));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export function writeProject(folder: string, files: Readonly<Record<string, string | Uint8Array>> = brokenFiles): string {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}
