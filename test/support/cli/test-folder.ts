import { mkdtempSync, realpathSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A folder for one test, gone afterwards. */
export function testFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "heal-cli-")));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
