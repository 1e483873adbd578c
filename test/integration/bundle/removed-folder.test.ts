import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FolderBundle } from "../../../src/adapters/bundle/folder-bundle.js";
import { SetupError } from "../../../src/domain/errors.js";
import { systemClock } from "../../../src/shells/compose/system-clock.js";

test("a bundle whose folder was removed meanwhile says so, and what to do", async () => {
  const folder = join(realpathSync(mkdtempSync(join(tmpdir(), "heal-gone-"))), "bundle");
  const bundle = await FolderBundle.create(folder, systemClock);
  rmSync(folder, { recursive: true });
  const refused = await bundle.write("report.md", "# Heal").catch((error: unknown) => error);
  await bundle.close();
  expect(refused).toBeInstanceOf(SetupError);
  expect(String(refused)).toContain(`The bundle's folder ${folder} was removed while the run went on. Run heal again`);
});
