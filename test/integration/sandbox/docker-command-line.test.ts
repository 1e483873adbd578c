import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { runTool } from "../../../src/adapters/sandbox/run-tool.js";
import type { JournalEvent } from "../../../src/domain/journal.js";
import { brokenCheck, brokenFiles, writeProject } from "../../support/cli/broken-project.js";
import { type CommandResult, heal, outcomeIn, startHeal } from "../../support/cli/heal-command.js";
import { testFolder } from "../../support/cli/test-folder.js";
import { eventSeen, eventually, faultsOf, leftovers } from "../../support/cli/whole-bundle.js";
import { suiteRequires } from "../../support/requirements.js";

const patient = 240_000;
const promisedMs = 5_000;

interface Run {
  readonly cwd: string;
  readonly check: string;
  readonly out: string;
}

function argumentsFor({ cwd, check, out }: Run): string[] {
  return ["run", "--cwd", cwd, "--check", check, "--sandbox", "docker", "--seed", "1", "--out", out];
}

/** Of a process of Heal, in whatever state. */
function containersOf(pid: number | undefined): string[] {
  const format = '{{.Names}} {{.Status}} {{.Label "heal.owner"}}';
  const listed = execFileSync("docker", ["ps", "--all", "--filter", "label=heal.run", "--format", format], { encoding: "utf8" });
  return listed.split("\n").filter((line) => line.includes(` ${pid}.`));
}

const seen = (type: string) => (event: JournalEvent) => event.type === type;

suiteRequires("docker")("a run in docker that is told to end", () => {
  test.each([
    ["while the box is made", "run-started"],
    ["at baseline", "box-ready"],
    ["in repair", "candidate-tried"],
    ["in the proof", "proof-step"],
  ])(
    "%s ends within five seconds, cancelled, with a whole bundle and neither process nor container left",
    async (_stage, moment) => {
      const folder = testFolder();
      const marker = `marked-${process.pid}-${Math.random().toString(36).slice(2)}`;
      const out = join(folder, "out");
      const cwd = writeProject(join(folder, "project"));
      const { child, ended } = startHeal(argumentsFor({ cwd, check: `: ${marker}; ${brokenCheck}`, out }), { group: "own" });
      expect(await eventSeen(out, seen(moment), () => child.exitCode !== null)).toBe(true);
      const before = performance.now();
      process.kill(-(child.pid ?? 0), "SIGINT");
      const { status, stderr } = await ended;
      expect(performance.now() - before, stderr).toBeLessThan(promisedMs);
      expect({ status, faults: await faultsOf(out) }, stderr).toEqual({ status: 130, faults: [] });
      expect(outcomeIn(out)).toMatchObject({ outcome: "cancelled", stopReason: "cancelled" });
      expect(await eventually(() => containersOf(child.pid).length === 0, 10_000), containersOf(child.pid).join("\n")).toBe(true);
      const left = (): readonly string[] => leftovers(child.pid, marker);
      expect(await eventually(() => !left().some((name) => name.startsWith("process")), 1_000), left().join("\n")).toBe(true);
      // On a machine too busy to close the boxes in time this is done behind the run's back.
      expect(await eventually(() => left().length === 0, 30_000), left().join("\n")).toBe(true);
    },
    patient,
  );
});

/** Names the file: some releases of node stumble by themselves over what these trees hold when they look for tests. */
const namedCheck = "node --test grade.test.js";

async function healsWhole(cwd: string): Promise<void> {
  const out = join(testFolder(), "out");
  const run = await heal([...argumentsFor({ cwd, check: namedCheck, out }), "--apply"]);
  expect(run.status, run.stderr).toBe(0);
  expect(outcomeIn(out)).toMatchObject({ outcome: "healed", files: ["grade.js"] });
  expect(readFileSync(join(cwd, "grade.js"), "utf8")).toBe("export const isGrown = (age) => age >= 18;\n");
}

suiteRequires("docker")("docker heals a project in place", () => {
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
    "with files of hostile names and names that are not UTF-8",
    async () => {
      const cwd = writeProject(testFolder(), { ...brokenFiles, "a b'\"\n$(x),=:.txt": "x", "-rf": "x", " ": "x" });
      writeFileSync(Buffer.concat([Buffer.from(`${cwd}/caf`), Buffer.from([0xe9]), Buffer.from(".txt")]), "latin");
      await healsWhole(cwd);
      expect(readdirSync(cwd, { encoding: "buffer" }).some((name) => name.includes(0xe9))).toBe(true);
    },
    patient,
  );
});

/** A disk that the daemon sees as well, for as long as the test lasts. */
async function hostDisk(kibibytes: number): Promise<string> {
  const disk = join(testFolder(), "disk");
  mkdirSync(disk);
  expect(await runTool("mount", ["-t", "tmpfs", "-o", `size=${kibibytes}k`, "none", disk])).toMatchObject({ exitCode: 0 });
  onTestFinished(async () => void (await runTool("umount", ["--lazy", disk])));
  return disk;
}

async function runOn(disk: string, holds: "bundle" | "boxes"): Promise<CommandResult> {
  const folder = testFolder();
  const out = holds === "bundle" ? join(disk, "out") : join(folder, "out");
  const environment: Record<string, string> = holds === "boxes" ? { TMPDIR: disk } : {};
  return heal(argumentsFor({ cwd: writeProject(join(folder, "project")), check: "touch RAN", out }), { environment });
}

suiteRequires("docker", "root")("a disk without room for docker's boxes", () => {
  test.each([
    ["nothing", 16],
    ["the small files of a run, but no disk of a box", 1024],
    ["a little less than the smallest disk of a box", 48 * 1024],
  ])(
    "that holds %s is named with the setting that moves them, and nothing runs unboxed",
    async (_holds, kibibytes) => {
      const disk = await hostDisk(kibibytes);
      const run = await runOn(disk, "boxes");
      expect(run.status, run.stderr).toBe(3);
      expect(run.stderr).toMatch(/ENOSPC|[Nn]o space left/);
      expect(run.stderr).toContain("TMPDIR");
      expect(readdirSync(disk)).toEqual([]);
    },
    patient,
  );

  test(
    "where the bundle goes is said before anything runs",
    async () => {
      const disk = await hostDisk(1024);
      const run = await runOn(disk, "bundle");
      expect(run.status, run.stderr).toBe(2);
      expect(run.stderr).toMatch(/no space is left on the disk \(ENOSPC\)\. Free some, or name another place: --out/);
      expect(readdirSync(disk)).toEqual([]);
    },
    patient,
  );
});
