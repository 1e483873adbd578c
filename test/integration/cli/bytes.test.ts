import { execFileSync } from "node:child_process";
import { cpSync, openSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { brokenCheck, brokenFiles, writeProject } from "../../support/cli/broken-project.js";
import { heal, healRun, outcomeIn } from "../../support/cli/heal-command.js";
import { testFolder } from "../../support/cli/test-folder.js";
import { suiteRequires } from "../../support/requirements.js";

const patient = 240_000;

/** Heals with --apply; `git apply` of fix.patch on a copy must give the same bytes, and the proof must hold again on the copy of the base. */
async function healedBytes(source: Uint8Array): Promise<Buffer> {
  const folder = testFolder();
  const cwd = writeProject(join(folder, "project"), { ...brokenFiles, "grade.js": source });
  const copy = join(folder, "copy");
  cpSync(cwd, copy, { recursive: true });
  const out = join(folder, "out");
  const run = await healRun({ cwd, check: brokenCheck, out, more: ["--apply"] });
  expect(run.status, run.stderr).toBe(0);
  const replayed = await heal(["replay", out, "--cwd", copy, "--sandbox", "bubblewrap"]);
  expect(replayed.status, `${replayed.stdout}${replayed.stderr}`).toBe(0);
  execFileSync("git", ["apply", "-p1", join(out, "fix.patch")], { cwd: copy, env: { PATH: process.env.PATH, GIT_CEILING_DIRECTORIES: folder } });
  const applied = readFileSync(join(cwd, "grade.js"));
  expect(readFileSync(join(copy, "grade.js")).equals(applied)).toBe(true);
  return applied;
}

suiteRequires("bubblewrap", "git")("only the edited bytes change", () => {
  test.each([
    ["line ends of Windows", "// one\r\nexport const isGrown = (age) => age > 18;\r\n// end\r\n", "utf8"],
    ["mixed line ends and a missing last one", "// one\r\n// two\nexport const isGrown = (age) => age > 18;\n// end\r\n// last", "utf8"],
    ["a byte order mark", "\uFEFFexport const isGrown = (age) => age > 18;\n", "utf8"],
    ["Latin-1 letters", "// caf\u00e9 \u00fcber\nexport const isGrown = (age) => age > 18;\n// \u00e9nd\n", "latin1"],
    ["characters beyond the first plane", 'export const smile = "\u{1F600}e\u0301";\nexport const isGrown = (age) => age > 18; // \u{1F44D}\n', "utf8"],
  ] as const)(
    "in a file with %s",
    async (_name, text, encoding) => {
      const wanted = Buffer.from(text.replace("age > 18", "age >= 18"), encoding);
      expect((await healedBytes(Buffer.from(text, encoding))).toString("latin1")).toBe(wanted.toString("latin1"));
    },
    patient,
  );

  test(
    "beside a source file of 50 MB that the tests load",
    async () => {
      const folder = testFolder();
      const cwd = writeProject(join(folder, "project"), { ...brokenFiles, "grade.js": `import "./big.js";\n${brokenFiles["grade.js"]}` });
      const big = openSync(join(cwd, "big.js"), "w");
      const block = "// filler, filler, filler, filler, filler, filler, filler, filler\n".repeat(16_384);
      for (let written = 0; written < 50 * 1024 ** 2; written += block.length) writeSync(big, block);
      const out = join(folder, "out");
      const run = await healRun({ cwd, check: brokenCheck, out });
      expect(run.status, run.stderr).toBe(0);
      expect(outcomeIn(out).files).toEqual(["grade.js"]);
    },
    patient,
  );

  test(
    "and none when the only fault lies in a source file of 50 MB",
    async () => {
      const folder = testFolder();
      const filler = "// filler, filler, filler, filler, filler, filler, filler, filler\n".repeat(850_000);
      const cwd = writeProject(join(folder, "project"), { ...brokenFiles, "grade.js": `${brokenFiles["grade.js"]}${filler}` });
      const run = await healRun({ cwd, check: brokenCheck, out: join(folder, "out") });
      expect(run.status, run.stderr).toBe(1);
      expect(outcomeIn(join(folder, "out")).stopReason).toBe("no-progress");
    },
    patient,
  );
});
