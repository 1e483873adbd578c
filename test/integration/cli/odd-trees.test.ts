import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { brokenFiles, writeProject } from "../../support/cli/broken-project.js";
import { heal, healRun, outcomeIn, runArguments } from "../../support/cli/heal-command.js";
import { testFolder } from "../../support/cli/test-folder.js";
import { faultsOf } from "../../support/cli/whole-bundle.js";
import { suiteRequires } from "../../support/requirements.js";

const patient = 240_000;
const grown = "export const isGrown = (age) => age >= 18;\n";

function git(cwd: string, ...args: string[]): string {
  return execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.invalid", "-c", "init.defaultBranch=main", ...args], { cwd, encoding: "utf8" });
}

function committed(folder: string): string {
  git(folder, "init", "-q");
  git(folder, "add", "-A");
  git(folder, "commit", "-q", "-m", "base");
  return folder;
}

/** Names the file: some releases of node stumble by themselves over what these trees hold when they look for tests. */
const namedCheck = "node --test grade.test.js";

/** Heals the project with --apply and expects the one right edit, and nothing else, in it. */
async function healsWhole(cwd: string): Promise<void> {
  const out = join(testFolder(), "out");
  const run = await healRun({ cwd, check: namedCheck, out, more: ["--apply"] });
  expect(run.status, run.stderr).toBe(0);
  expect(outcomeIn(out)).toMatchObject({ outcome: "healed", files: ["grade.js"] });
  expect(await faultsOf(out)).toEqual([]);
  expect(readFileSync(join(cwd, "grade.js"), "utf8")).toBe(grown);
}

suiteRequires("bubblewrap", "git")("a project is healed in place", () => {
  test("without git", () => healsWhole(writeProject(testFolder())), patient);

  test(
    "in a repository without a commit",
    async () => {
      const folder = writeProject(testFolder());
      git(folder, "init", "-q");
      await healsWhole(folder);
    },
    patient,
  );

  test(
    "with a dirty tree: what is changed, staged and new is kept as it was",
    async () => {
      const folder = committed(writeProject(testFolder(), { ...brokenFiles, "notes.txt": "old\n", "staged.txt": "old\n" }));
      writeProject(folder, { "notes.txt": "changed\n", "staged.txt": "staged\n", "new.txt": "new\n" });
      git(folder, "add", "staged.txt");
      await healsWhole(folder);
      expect(git(folder, "status", "--porcelain")).toBe(" M grade.js\n M notes.txt\nM  staged.txt\n?? new.txt\n");
    },
    patient,
  );

  test(
    "on a detached head, which stays where it was",
    async () => {
      const folder = committed(writeProject(testFolder()));
      git(folder, "checkout", "-q", "--detach");
      const head = git(folder, "rev-parse", "HEAD");
      await healsWhole(folder);
      expect(git(folder, "rev-parse", "HEAD")).toBe(head);
    },
    patient,
  );

  test.each(['it\'s "quoted" $(touch injected)', "comma,colon: -rf", "new\nline ünï-日本"])(
    "in a folder named %j",
    async (name) => {
      const above = testFolder();
      await healsWhole(writeProject(join(above, name)));
      expect(readdirSync(above)).toEqual([name]);
    },
    patient,
  );

  test(
    "with files of hostile names, names that are not UTF-8, pipes, sockets and links out of the tree",
    async () => {
      const folder = committed(writeProject(testFolder(), { ...brokenFiles, "a b'\"\n$(x).txt": "x", "-rf": "x" }));
      writeFileSync(Buffer.concat([Buffer.from(`${folder}/caf`), Buffer.from([0xe9]), Buffer.from(".txt")]), "latin");
      execFileSync("mkfifo", [join(folder, "pipe.js")]);
      symlinkSync("/etc/passwd", join(folder, "outside.js"));
      symlinkSync("missing", join(folder, "dangling.js"));
      symlinkSync(".", join(folder, "loop"));
      const server = createServer().listen(join(folder, "socket.js"));
      onTestFinished(() => void server.close());
      await healsWhole(folder);
      expect(readdirSync(folder, { encoding: "buffer" }).some((name) => name.includes(0xe9))).toBe(true);
    },
    patient,
  );
});

test("a folder whose name is not UTF-8 is refused with what to do", async () => {
  const folder = Buffer.concat([Buffer.from(`${testFolder()}/caf`), Buffer.from([0xe9])]);
  mkdirSync(folder);
  writeFileSync(Buffer.concat([folder, Buffer.from("/a.js")]), "");
  const above = folder.subarray(0, folder.lastIndexOf(0x2f)).toString();
  const run = await heal([], { wrapper: shellIn(above) });
  expect(run.status).toBe(2);
  expect(run.stderr).toMatch(/holds bytes that are not UTF-8, and Heal cannot name it\. Rename the folder/);
});

/** Enters the only folder below `above`, whose name no text can hold, and heals there. */
function shellIn(above: string): readonly string[] {
  return ["sh", "-c", `cd ${above}/* && exec "$@" run --check true`, "sh"];
}

suiteRequires("bubblewrap", "ordinary-user")("as an ordinary user", () => {
  test(
    "unreadable files and folders in the tree are left alone, and a tree that may not be written gets no half patch",
    async () => {
      const folder = testFolder();
      chmodSync(folder, 0o777);
      const cwd = writeProject(join(folder, "project"), { ...brokenFiles, "secret.js": "no\n", "closed/a.js": "no\n" });
      const run = await heal(["run", "--cwd", cwd, "--check", namedCheck, "--sandbox", "bubblewrap", "--out", join(folder, "out"), "--apply"], {
        user: "ordinary",
        wrapper: ["sh", "-c", `chmod 0 ${cwd}/secret.js ${cwd}/closed; exec "$@"`, "sh"],
      });
      expect(outcomeIn(join(folder, "out")).outcome, run.stderr).toBe("healed");
      expect(existsSync(join(cwd, "secret.js"))).toBe(true);
      expect({ status: run.status, healed: readFileSync(join(cwd, "grade.js"), "utf8") }).toEqual({ status: 2, healed: brokenFiles["grade.js"] });
      expect(run.stderr).toMatch(/The patch was not written: .*No file was changed\./);
    },
    patient,
  );
});

suiteRequires("bubblewrap")("a machine without the tools of a sandbox", () => {
  test("runs nothing and says how to get them, with exit 3", async () => {
    const folder = testFolder();
    const cwd = writeProject(join(folder, "project"));
    const wrapper = ["unshare", ...(process.getuid?.() === 0 ? [] : ["--user", "--map-current-user", "--keep-caps"]), "--mount", "sh", "-c"];
    const hide = 'mount --bind /dev/null "$(readlink -f /usr/bin/bwrap)" && exec "$@"';
    const run = await heal(["run", "--cwd", cwd, "--check", "touch RAN", "--out", join(folder, "out")], {
      wrapper: [...wrapper, hide, "sh"],
      environment: { DOCKER_HOST: "unix:///nonexistent/docker.sock" },
    });
    expect(run.status, run.stderr).toBe(3);
    expect(outcomeIn(join(folder, "out"))).toMatchObject({ outcome: "refused", stopReason: "sandbox-unavailable" });
    expect(outcomeIn(join(folder, "out")).summary).toMatch(/^No code was run, because no sandbox can be used here\. docker: .+ bubblewrap: .+/);
    expect(await faultsOf(join(folder, "out"))).toEqual([]);
    expect(existsSync(join(cwd, "RAN"))).toBe(false);
  });
});

test("a reader that goes away is no fault", async () => {
  const folder = testFolder();
  const run = await heal(runArguments({ cwd: writeProject(join(folder, "p")), check: " ", out: join(folder, "out"), more: ["--json"] }), {
    wrapper: ["bash", "-c", 'set -o pipefail; "$@" 2>&1 | true', "bash"],
  });
  expect(run.status, run.stderr).toBe(2);
});

test("a result that cannot be written is said, with exit 2", async () => {
  const folder = writeProject(testFolder(), { "run.log": "ok 1 - a\n" });
  const run = await heal(["read", join(folder, "run.log"), "--json"], { wrapper: ["sh", "-c", 'exec "$@" >/dev/full', "sh"] });
  expect(run.status, run.stderr).toBe(2);
  expect(run.stderr).toContain("could not be written");
});
