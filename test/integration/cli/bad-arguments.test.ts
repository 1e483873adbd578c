import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { eventsOf } from "../../../src/render/journal-view.js";
import { brokenCheck, writeProject } from "../../support/cli/broken-project.js";
import { heal, healRun, outcomeIn } from "../../support/cli/heal-command.js";
import { testFolder } from "../../support/cli/test-folder.js";
import { faultsOf, journalSoFar } from "../../support/cli/whole-bundle.js";
import { suiteRequires } from "../../support/requirements.js";

/** Every refusal: exit 2 and one short message. */
async function refused(args: readonly string[]): Promise<string> {
  const run = await heal(args);
  expect(run.status, run.stderr).toBe(2);
  expect(run.stderr.trim().split("\n").length, run.stderr).toBeLessThanOrEqual(3);
  expect(run.stderr).not.toMatch(/\n\s+at /);
  return run.stderr;
}

test("a folder that does not exist is named, with the option that sets it", async () => {
  const missing = join(testFolder(), "nowhere");
  expect(await refused(["run", "--cwd", missing, "--check", "true"])).toBe(
    `heal: The folder ${missing} does not exist. Name the project's folder with --cwd.\n`,
  );
});

test("a file given as folder is named", async () => {
  const folder = writeProject(testFolder());
  expect(await refused(["run", "--cwd", join(folder, "grade.js"), "--check", "true"])).toContain("is a file, not a folder. Name the project's folder");
});

test("an empty folder has nothing to check", async () => {
  expect(await refused(["run", "--cwd", testFolder(), "--check", "true"])).toContain("holds no files, so there is nothing to check.");
});

test("no check is an error that says where one can be named, on the terminal, as JSON and in the bundle", async () => {
  const folder = testFolder();
  const out = join(folder, "out");
  const run = await heal(["run", "--cwd", writeProject(join(folder, "project")), "--out", out, "--json"]);
  const summary =
    "No check is given, so Heal does not know what has to be green. Name one with --check (or the `checks` input, or `checks:` in .github/heal.yml), for example `npm test`.";
  expect(run.status).toBe(2);
  expect(run.stderr).toBe(`heal: ${summary}\n`);
  expect(JSON.parse(run.stdout)).toMatchObject({ outcome: "setup-error", stopReason: "invalid-setup", summary });
  expect(JSON.parse(run.stdout)).toEqual(outcomeIn(out));
  expect(await faultsOf(out)).toEqual([]);
});

test("an empty check is refused: it would be green whatever the code does", async () => {
  expect(await refused(["run", "--cwd", writeProject(testFolder()), "--check", " "])).toContain("A check is empty");
});

test.each([
  ["--max-minutes", "0", "above 0"],
  ["--max-minutes", "soon", "above 0"],
  ["--max-minutes", "99999999", "at most"],
  ["--seed", "-1", "whole number"],
  ["--seed", "1.5", "whole number"],
  ["--sandbox", "vm", "Allowed choices are auto, docker, bubblewrap, none"],
  ["--coder", "oracle", "Allowed choices are"],
])("%s %s is refused with what is allowed", async (option, value, says) => {
  const text = await refused(["run", "--cwd", writeProject(testFolder()), "--check", "true", option, value]);
  expect(text).toContain(says);
  expect(text).toContain("--help");
});

test.each(["run --bogus", "run extra", "mend", "read", "report"])("heal %s is refused in a few lines, without the whole help", async (line) => {
  await refused(line.split(" "));
});

test("a bundle is never overwritten", async () => {
  const folder = writeProject(testFolder());
  const out = join(folder, "out");
  mkdirSync(out);
  writeFileSync(join(out, "journal.jsonl"), "");
  expect(await refused(["run", "--cwd", folder, "--check", "true", "--out", out])).toContain(
    "already holds a bundle (journal.jsonl). Name another folder with --out",
  );
  expect(await refused(["run", "--cwd", folder, "--out", out])).toContain("already holds a bundle (journal.jsonl)");
  expect(readdirSync(out)).toEqual(["journal.jsonl"]);
  expect(readFileSync(join(out, "journal.jsonl"), "utf8")).toBe("");
});

const ownFolder = "Name a folder of its own with --out, or leave --out out: the bundle then goes below .heal/ of the project.";

test.each([
  ["project", "is the project's folder itself, where the bundle would be taken for the project's files"],
  ["project/src/..", "is the project's folder itself, where the bundle would be taken for the project's files"],
  ["linked", "is the project's folder itself, where the bundle would be taken for the project's files"],
  ["project/.git", "lies in a .git folder, which belongs to git"],
  ["project/.git/info/new", "lies in a .git folder, which belongs to git"],
  ["linked/.git/new", "lies in a .git folder, which belongs to git"],
  ["hooks", "lies in a .git folder, which belongs to git"],
])("a bundle at %s is refused, and nothing is written", async (out, says) => {
  const folder = testFolder();
  writeProject(join(folder, "project"), { "src/a.js": "", ".git/hooks/a": "" });
  symlinkSync("project", join(folder, "linked"));
  symlinkSync("project/.git/hooks", join(folder, "hooks"));
  const before = readdirSync(folder, { recursive: true });
  const run = await heal(["run", "--cwd", "project", "--check", "true", "--out", out], { folder });
  expect({ status: run.status, stderr: run.stderr }).toEqual({ status: 2, stderr: `heal: --out ${out} ${says}. ${ownFolder}\n` });
  expect(readdirSync(folder, { recursive: true })).toEqual(before);
});

test.each(["/proc/heal-bundle", "/dev/null/bundle", "/proc/self/mem"])(
  "a bundle that cannot be at %s is refused with the option that moves it",
  async (out) => {
    expect(await refused(["run", "--cwd", writeProject(testFolder()), "--check", "true", "--out", out])).toContain("--out");
  },
);

test.each([
  ["checks: [", 1, "not valid YAML"],
  ["checks:\n  - true\n", 2, "`checks.0` has a wrong value"],
  ["sandbox: none\nsandbx: none\n", 2, "unknown key `sandbx`"],
  ["limits:\n  memory-mib: 0\n", 2, "`limits.memory-mib` has a wrong value"],
  ["limits:\n  timeout-seconds: 3000000\n", 2, "`limits.timeout-seconds` has a wrong value"],
  ["limits:\n  memory: 4\n", 2, "unknown key `limits.memory`"],
  ["checks: *a\n", 1, "alias"],
  ["- checks\n", 1, "the file has a wrong value"],
])("heal.yml %j is refused with line %i, key and remedy, and the bundle says so", async (text, line, says) => {
  const folder = writeProject(testFolder(), { "a.js": "", ".github/heal.yml": text });
  const message = await refused(["run", "--cwd", folder]);
  const [bundle = ""] = readdirSync(join(folder, ".heal")).filter((name) => name !== ".gitignore");
  expect(await faultsOf(join(folder, ".heal", bundle))).toEqual([]);
  const outcome = outcomeIn(join(folder, ".heal", bundle));
  expect(outcome).toMatchObject({ outcome: "setup-error", stopReason: "invalid-setup" });
  expect(message).toBe(`heal: ${outcome.summary}\n`);
  expect(message).toContain(says);
  expect(message).toMatch(new RegExp(`\\.github/heal\\.yml(?:, line ${line})?: .*(?:Correct|Remove|Write)`));
});

test("a heal.yml that is no file of the project is refused, not passed over", async () => {
  const folder = writeProject(testFolder(), { "a.js": "", ".github/README": "" });
  symlinkSync("/etc/hostname", join(folder, ".github/heal.yml"));
  expect(await refused(["run", "--cwd", folder, "--check", "true"])).toContain(".github/heal.yml is there but could not be read");
  const latin = writeProject(testFolder(), { "a.js": "", ".github/heal.yml": Buffer.from("checks: [caf\xe9]\n", "latin1") });
  expect(await refused(["run", "--cwd", latin])).toContain("is not UTF-8. Save it as UTF-8.");
});

test("a log that does not exist and a bundle that is none are named", async () => {
  const folder = testFolder();
  expect(await refused(["read", join(folder, "no.log")])).toContain("could not be read (ENOENT)");
  expect(await refused(["report", folder])).toContain("Name the folder of a bundle");
  writeFileSync(join(folder, "journal.jsonl"), "{}\nnonsense\n");
  expect(await refused(["report", folder])).toContain("line 1");
  expect(await refused(["replay", folder, "--cwd", writeProject(testFolder())])).toContain("line 1");
});

suiteRequires("bubblewrap")("in a box", () => {
  test("a check that does not exist ends as invalid-setup with its name and status", async () => {
    const folder = testFolder();
    const out = join(folder, "out");
    const run = await healRun({ cwd: writeProject(join(folder, "project")), check: "no-such-command --all", out });
    expect(run.status, run.stderr).toBe(2);
    expect(outcomeIn(out)).toMatchObject({ outcome: "setup-error", stopReason: "invalid-setup" });
    expect(outcomeIn(out).summary).toMatch(/`no-such-command --all` could not be run: .*127.*Correct the check/);
  });
});

suiteRequires("bubblewrap")("settings of the project", () => {
  async function run(files: Readonly<Record<string, string>>, flags: readonly string[]) {
    const folder = testFolder();
    const cwd = writeProject(join(folder, "project"), { "a.js": "", ...files });
    const out = join(folder, "out");
    const { status, stderr } = await heal(["run", "--cwd", cwd, "--sandbox", "bubblewrap", "--out", out, ...flags]);
    expect(status, stderr).toBe(0);
    const notes = eventsOf(journalSoFar(out), "note").map(({ text }) => text);
    return { stderr, notes, report: readFileSync(join(out, "report.md"), "utf8") };
  }

  test("are those of the working tree, marked with a byte order mark or not, and it is said so", async () => {
    const { stderr, notes, report } = await run({ ".github/heal.yml": '\uFEFFchecks: ["true"]\r\n' }, []);
    const told = "The settings were read from .github/heal.yml of the working tree.";
    expect(notes).toContain(told);
    expect(stderr).toMatch(/^ *[\d.]+s {2}The settings were read from \.github\/heal\.yml of the working tree\.\n/);
    expect(report).toContain(`- ${told}\n`);
  });

  test("are not spoken of where there are none", async () => {
    const { stderr, notes, report } = await run({}, ["--check", "true"]);
    expect([...notes, stderr, report].join("\n")).not.toContain("The settings were read");
  });
});

suiteRequires("ordinary-user", "bubblewrap")("as an ordinary user", () => {
  test("a folder that may not be read and a bundle's place that may not be written are named", async () => {
    const folder = testFolder();
    chmodSync(folder, 0o755);
    const closed = writeProject(join(folder, "closed"));
    chmodSync(closed, process.getuid?.() === 0 ? 0o700 : 0o000);
    const unreadable = await heal(["run", "--cwd", closed, "--check", "true"], { user: "ordinary" });
    expect(unreadable.stderr).toBe(`heal: The folder ${closed} may not be read by this user. Change its permissions, or run heal as its owner.\n`);
    const open = writeProject(join(folder, "open"));
    chmodSync(open, 0o555);
    const unwritable = await heal(["run", "--cwd", open, "--check", brokenCheck], { user: "ordinary" });
    expect(unwritable.status).toBe(2);
    expect(unwritable.stderr).toMatch(/this user may not write there \(EACCES\)\. Name another place: --out/);
    expect(existsSync(join(open, ".heal"))).toBe(false);
  });
});
