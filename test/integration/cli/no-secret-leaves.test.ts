import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { brokenFiles, writeProject } from "../../support/cli/broken-project.js";
import { type CommandResult, heal, healRun } from "../../support/cli/heal-command.js";
import { testFolder } from "../../support/cli/test-folder.js";
import { suiteRequires } from "../../support/requirements.js";
import { leaksIn, spellings, spelt } from "../../support/spelt-secret.js";

const environment = { DEPLOY_TOKEN: spelt };

function expectClean(result: CommandResult, status: number): void {
  const said = `${result.stdout}\n${result.stderr}`;
  expect(result.status, said).toBe(status);
  expect(said).toContain("[redacted");
  expect(leaksIn(said)).toEqual([]);
}

describe("a secret of the environment that a user's words hold", () => {
  test.each([
    ["a folder that is not there", ["run", "--cwd", `/nonexistent/${spelt}`, "--check", "true"]],
    ["the same with --json", ["run", "--json", "--cwd", `/nonexistent/${spelt}`, "--check", "true"]],
    ["an engine that is none", ["run", "--sandbox", spelt]],
    ["an option that is none", ["read", `--${spelt}`]],
    ["a bundle that is not there", ["report", `/nonexistent/${spelt}`]],
    ["a log that is not there", ["read", `/nonexistent/${spellings.hex}`]],
    ["a bundle to replay that is not there", ["replay", `/nonexistent/${spellings.base64}`]],
  ])("is in no message: %s", async (_name, args) => {
    expectClean(await heal(args, { environment }), 2);
  });
});

/** As the name of an error it has no hyphens. */
const bare = spelt.replaceAll("-", "");

test.each([[[]], [["--json"]]])("heal read %j - a report that tells it in every spelling, also as the name of an error", async (more) => {
  const report = join(testFolder(), "report.xml");
  const cases = Object.entries(spellings).map(
    ([name, form]) =>
      `<testcase classname="test_a" name="${name}"><failure type="${bare}" message="${form.replaceAll('"', "&quot;")}">E  ${bare}: told</failure></testcase>`,
  );
  writeFileSync(report, `<testsuites><testsuite name="pytest" tests="4" failures="4" errors="0" skipped="0">${cases.join("")}</testsuite></testsuites>`);
  const result = await heal(["read", report, ...more], { environment: { ...environment, OTHER_TOKEN: bare } });
  expectClean(result, 0);
  expect(result.stdout).toContain("test_a");
  expect(result.stdout).not.toContain(bare);
});

suiteRequires("bubblewrap")("a bundle of a run that did not know the secret", () => {
  test("is replayed and reported without it", async () => {
    const folder = testFolder();
    const { "grade.test.js": cases = "", ...others } = brokenFiles;
    const cwd = writeProject(join(folder, "project"), { ...others, [`${spelt}.test.js`]: cases });
    const out = join(folder, "out");
    const run = await healRun({ cwd, check: `node --test ${spelt}.test.js`, out });
    expect(run.status, run.stderr).toBe(0);
    expectClean(await heal(["replay", out, "--cwd", cwd, "--sandbox", "bubblewrap"], { environment }), 0);
    expectClean(await heal(["report", out], { environment }), 0);
  });
});
