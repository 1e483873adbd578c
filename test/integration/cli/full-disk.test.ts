import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { brokenCheck, writeProject } from "../../support/cli/broken-project.js";
import { type CommandResult, healRun } from "../../support/cli/heal-command.js";
import { testFolder } from "../../support/cli/test-folder.js";
import { suiteRequires } from "../../support/requirements.js";

const patient = 240_000;

interface SmallDisk {
  /** Kibibytes of the disk. */
  readonly size: number;
  /** Which folder lies on it. */
  readonly holds: "bundle" | "boxes";
  /** Shell line that runs beside Heal, with the disk's folder as $disk. */
  readonly meanwhile?: string;
}

interface SmallDiskRun extends CommandResult {
  /** What lay on the disk at the end: one line a file with its size, then outcome.json. */
  readonly disk: string;
  readonly project: string;
}

/** The disk is mounted where only this run sees it, and goes with it. */
async function runOn({ size, holds, meanwhile = ":" }: SmallDisk): Promise<SmallDiskRun> {
  const folder = testFolder();
  const disk = join(folder, "disk");
  mkdirSync(disk);
  const spaces = process.getuid?.() === 0 ? ["--mount"] : ["--user", "--map-root-user", "--mount"];
  const script = [
    `disk=${disk}`,
    `mount -t tmpfs -o size=${size}k none $disk || exit 99`,
    `(${meanwhile}) &`,
    '"$@"; status=$?; wait',
    "echo '--- disk'; find $disk -type f -printf '%P %s\\n'; cat $disk/out/outcome.json $disk/out/journal.jsonl 2>/dev/null",
    "exit $status",
  ].join("\n");
  const project = writeProject(join(folder, "project"));
  const run = await healRun({
    cwd: project,
    check: brokenCheck,
    out: holds === "bundle" ? join(disk, "out") : join(folder, "out"),
    wrapper: ["unshare", ...spaces, "sh", "-c", script, "sh"],
    ...(holds === "boxes" ? { environment: { TMPDIR: disk } } : {}),
  });
  const [stdout = "", after = ""] = run.stdout.split("--- disk\n");
  return { ...run, stdout, disk: after, project: readdirSync(project).join(" ") };
}

suiteRequires("bubblewrap")("a full disk", () => {
  test(
    "where the bundle goes is said before anything runs, and leaves no file",
    async () => {
      const run = await runOn({ size: 1024, holds: "bundle" });
      expect(run.status, run.stderr).toBe(2);
      expect(run.stderr).toMatch(/no space is left on the disk \(ENOSPC\)\. Free some, or name another place: --out/);
      expect(run.disk).toBe("");
    },
    patient,
  );

  test(
    "that fills up during the run ends it with a whole bundle that says why",
    async () => {
      const fill = "until grep -q box-ready $disk/out/journal.jsonl 2>/dev/null; do sleep 0.05; done; cat /dev/zero >$disk/filler 2>/dev/null";
      const run = await runOn({ size: 8192, holds: "bundle", meanwhile: fill });
      expect(run.status, run.stderr).toBe(2);
      expect(run.stderr).toContain("No space is left on the disk of");
      expect(run.disk).toContain('"stopReason": "invalid-setup"');
      expect(run.disk).toMatch(/out\/report\.md [1-9]/);
      const rows = run.disk.split("\n").filter((row) => row.startsWith('{"schema"'));
      expect((JSON.parse(rows.at(-1) ?? "") as { event: { type: string } }).event.type).toBe("stopped");
    },
    patient,
  );

  test(
    "where the boxes are made is said with the setting that moves them, and nothing runs unboxed",
    async () => {
      const run = await runOn({ size: 16, holds: "boxes" });
      expect([2, 3], run.stderr).toContain(run.status);
      expect(run.stderr).toMatch(/ENOSPC|[Nn]o space left/);
      expect(run.stderr).toContain("TMPDIR");
      expect(run.disk).not.toContain("heal-box");
    },
    patient,
  );
});
