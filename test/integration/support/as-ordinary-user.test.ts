import { expect, test } from "vitest";
import { rerunAsOrdinaryUser } from "../../support/as-ordinary-user.js";
import { suiteRequires } from "../../support/requirements.js";

suiteRequires("root", "ordinary-user")("rerunAsOrdinaryUser", () => {
  test("runs a file's cases as somebody who is not root", () => {
    const rerun = rerunAsOrdinaryUser("test/integration/support/who-am-i.test.ts");
    expect(rerun, rerun.output).toMatchObject({ passed: 1, failed: 0, skipped: 0 });
  });

  test("counts a file that does not exist as a failure", () => {
    expect(rerunAsOrdinaryUser("test/integration/support/there-is-no-such.test.ts")).toMatchObject({ passed: 0, failed: 1 });
  });
});
