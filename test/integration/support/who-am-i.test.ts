import { spawnSync } from "node:child_process";
import { userInfo } from "node:os";
import { expect, test } from "vitest";
import { asOrdinaryUser } from "../../support/as-ordinary-user.js";
import { suiteRequires } from "../../support/requirements.js";

suiteRequires("ordinary-user")("asOrdinaryUser", () => {
  test("starts a command as the ordinary user, with that user's home and nothing else of ours", () => {
    const [program, ...args] = asOrdinaryUser(["sh", "-c", 'echo "$(id -u) $HOME $(printenv HEAL_TEST_USER || echo unset)"']);
    const [uid, home, leaked] = spawnSync(program, args, { encoding: "utf8" }).stdout.trim().split(" ");
    const own = userInfo();
    expect(Number(uid)).toBeGreaterThan(0);
    expect(home).toBe(own.uid === 0 ? `/home/${process.env.HEAL_TEST_USER}` : own.homedir);
    expect(leaked).toBe("unset");
  });
});
