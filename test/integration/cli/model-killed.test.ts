import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { brokenCheck, writeProject } from "../../support/cli/broken-project.js";
import { heal, runArguments, startHeal } from "../../support/cli/heal-command.js";
import { modelServer } from "../../support/cli/model-run.js";
import { testFolder } from "../../support/cli/test-folder.js";
import { testKey } from "../../support/model-server/client.js";
import { suiteRequires } from "../../support/requirements.js";

suiteRequires("bubblewrap")("a run that is killed while the model answers", () => {
  test("leaves the call in its journal, and the report counts the most it may have taken", async () => {
    const folder = testFolder();
    const out = join(folder, "out");
    const { promise: asked, resolve: tellAsked } = Promise.withResolvers<void>();
    const server = await modelServer((exchange) => {
      tellAsked();
      return exchange.hungUp;
    });
    const more = ["--coder", "model", "--model", "test-model", "--profile", "small", "--base-url", server.baseUrl];
    const run = startHeal(runArguments({ cwd: writeProject(join(folder, "project")), check: brokenCheck, out, more }), {
      environment: { HEAL_API_KEY: testKey },
    });
    await Promise.race([asked, run.ended.then(({ stderr }) => Promise.reject(new Error(stderr)))]);
    run.child.kill("SIGKILL");
    await run.ended;
    const markdown = join(folder, "report.md");
    const report = await heal(["report", out, "--markdown", markdown]);
    expect(report.status, report.stderr).toBe(0);
    expect(readFileSync(markdown, "utf8")).toMatch(
      /- What it took: [\d,]{3,} tokens in, [\d,]{3,} out, in 1 call; .*The end of 1 call is not in the journal: it counts with the most it may have taken/,
    );
  });
});
