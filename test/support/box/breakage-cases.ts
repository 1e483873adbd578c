import { type ChildProcess, spawnSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect } from "vitest";
import { createSandbox } from "../../../src/adapters/sandbox/create.js";
import { lifetimeSeconds } from "../../../src/adapters/sandbox/policy.js";
import { familyPrefix } from "../../../src/adapters/sandbox/run-folder.js";
import { emptyPatch } from "../../../src/domain/patch.js";
import { type Bench, ownFamily, runnerEnvironment, smallLimits } from "./bench.js";
import type { BoxCase } from "./case.js";
import { firstWord, outputOf, startDriver } from "./drive.js";
import { eventually, ownMark, sleepers, withHostFolder } from "./host.js";
import { startRelay } from "./relay.js";

export const breakageCases: readonly BoxCase[] = [
  { name: "57: an engine that is missing or refused says so, with a remedy", holds: brokenEngineSaysSo },
  { name: "57: with every engine broken nothing runs", holds: nothingRunsUnboxed },
  { name: "58: an engine that breaks midway is no verdict on the code", holds: breakingMidwayIsNoVerdict },
  { name: "66: killing Heal leaves nothing, and the sweep names what it takes", holds: killedRunLeavesNothing },
  { name: "66: killing Heal while a box comes up leaves nothing", holds: killedStartLeavesNothing },
];

interface Unavailable {
  readonly unavailable: readonly { readonly engine: string; readonly reason: string; readonly remedy: string }[];
}

async function brokenEngineSaysSo(bench: Bench): Promise<void> {
  for (const breakage of bench.engine === "docker" ? dockerBreakages(bench.root) : bubblewrapBreakages()) {
    const child = startDriver(bench, { command: "echo RAN", hostEnvironment: breakage.environment }, { wrapper: breakage.wrapper });
    const text = await outputOf(child);
    expect(text, breakage.name).toContain("unavailable");
    for (const { reason, remedy } of (JSON.parse(text) as Unavailable).unavailable) {
      expect(reason.length, breakage.name).toBeGreaterThan(10);
      expect(remedy.length, breakage.name).toBeGreaterThan(10);
    }
  }
}

interface Breakage {
  readonly name: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly wrapper: readonly string[];
}

/** In a mount namespace of its own, where the given shell line has changed what the machine looks like. */
function machineWhere(change: string): readonly string[] {
  const spaces = process.getuid?.() === 0 ? ["--mount"] : ["--user", "--map-current-user", "--mount", "--keep-caps"];
  return ["unshare", ...spaces, "sh", "-c", `${change} || exit 1; exec "$@"`, "sh"];
}

function bubblewrapBreakages(): Breakage[] {
  const shim = (line: string): string =>
    `f=$(mktemp) && printf '#!/bin/sh\\n%s\\n' '${line}' >$f && chmod 755 $f && mount --bind $f "$(readlink -f /usr/bin/bwrap)"`;
  return [
    { name: "bwrap cannot be run", environment: {}, wrapper: machineWhere('mount --bind /dev/null "$(readlink -f /usr/bin/bwrap)"') },
    { name: "namespaces are refused", environment: {}, wrapper: machineWhere(shim('echo "bwrap: setting up uid map: Permission denied" >&2; exit 1')) },
    { name: "bwrap does nothing and says all is well", environment: {}, wrapper: machineWhere(shim("exit 0")) },
    { name: "unshare is refused", environment: {}, wrapper: machineWhere("mount --bind /bin/false /usr/bin/unshare") },
  ];
}

function dockerBreakages(root: string): Breakage[] {
  return [
    { name: "no daemon", environment: { DOCKER_HOST: "unix:///nonexistent/docker.sock" }, wrapper: [] },
    { name: "nothing listens", environment: { DOCKER_HOST: "tcp://127.0.0.1:1" }, wrapper: [] },
    // The tree is covered by other files here, which the daemon does not see.
    { name: "a daemon that sees other files", environment: {}, wrapper: machineWhere(`mount -t tmpfs none '${root}' && echo other >'${root}/readme.txt'`) },
    {
      name: "no client",
      environment: {},
      wrapper: machineWhere('for f in /usr/bin/docker /usr/local/bin/docker; do [ ! -e $f ] || mount --bind /dev/null "$(readlink -f $f)" || exit 1; done'),
    },
  ];
}

async function nothingRunsUnboxed(bench: Bench): Promise<void> {
  const wrapper = machineWhere('mount --bind /dev/null "$(readlink -f /usr/bin/bwrap)"');
  const request = { command: "touch RAN", hostEnvironment: { DOCKER_HOST: "unix:///nonexistent/docker.sock" } };
  const text = await outputOf(startDriver(bench, request, { wrapper, engine: "auto" }));
  expect((JSON.parse(text) as Unavailable).unavailable.map(({ engine }) => engine)).toEqual(["docker", "bubblewrap"]);
  expect(readdirSync(bench.root)).not.toContain("RAN");
}

async function breakingMidwayIsNoVerdict(bench: Bench): Promise<void> {
  if (bench.engine === "docker") await daemonDiesMidway(bench);
  else await folderVanishesMidway(bench);
}

/** A relay stands for the daemon, so that it can die without harm to others. */
async function daemonDiesMidway(bench: Bench): Promise<void> {
  await withHostFolder(async (folder) => {
    const relay = await startRelay(join(folder, "docker.sock"));
    const hostEnvironment = { ...runnerEnvironment, DOCKER_HOST: `unix://${folder}/docker.sock` };
    const choice = await createSandbox({ choice: "docker", limits: smallLimits, root: bench.root, hostEnvironment });
    if (choice.kind !== "ready") throw new Error(JSON.stringify(choice.tried));
    const box = await choice.sandbox.open({ base: { root: bench.root, overlays: [] }, layers: [], patch: emptyPatch });
    const run = (command: string): ReturnType<typeof box.run> =>
      box.run({ command, directory: "", environment: {}, tools: {}, collect: [], writes: "discard" });
    expect((await run("exit 3")).end).toEqual({ kind: "exited", exitCode: 3 });
    const running = run(`sleep ${ownMark(58)}`);
    await eventually(() => sleepers(ownMark(58)).length > 0, 10_000);
    relay.die();
    expect((await running).end.kind).toBe("not-started");
    const after = await run("true");
    expect(after.end.kind).toBe("not-started");
    await choice.sandbox.close();
    expect(await eventually(() => sleepers(ownMark(58)).length === 0, 10_000)).toBe(true);
  });
}

async function folderVanishesMidway(bench: Bench): Promise<void> {
  const known = new Set(runFolders());
  const choice = await createSandbox({ choice: "bubblewrap", limits: smallLimits, root: bench.root, hostEnvironment: runnerEnvironment });
  if (choice.kind !== "ready") throw new Error(JSON.stringify(choice.tried));
  const box = await choice.sandbox.open({ base: { root: bench.root, overlays: [] }, layers: [], patch: emptyPatch });
  for (const folder of runFolders()) if (!known.has(folder)) rmSync(folder, { recursive: true, force: true });
  const result = await box.run({ command: "true", directory: "", environment: {}, tools: {}, collect: [], writes: "discard" });
  expect(result.end.kind).toBe("not-started");
  await choice.sandbox.close();
}

/** Folders of boxes that belong to this process. */
function runFolders(): string[] {
  return readdirSync(tmpdir())
    .filter((name) => name.startsWith(`heal-box-${process.pid}-`))
    .map((name) => join(tmpdir(), name));
}

async function killedRunLeavesNothing(bench: Bench): Promise<void> {
  const mark = ownMark(66);
  const driver = startDriver(bench, { command: `setsid sleep ${mark} & trap '' TERM; sleep ${mark}` });
  expect(await eventually(() => sleepers(mark).length >= 2, 30_000)).toBe(true);
  for (const pid of guardsOf(driver)) process.kill(pid, "SIGKILL");
  await killAndLookAround({ driver, mark, patienceMs: 5_000 });
  if (bench.engine === "docker") expect(await eventually(() => containersOf(driver, "running") === "", 5_000), containersOf(driver, "any")).toBe(true);
  const swept = await bench.sandbox.sweep();
  expect([foldersOf(driver), bench.engine === "docker" ? containersOf(driver, "any") : ""]).toEqual([[], ""]);
  expect(swept.filter((name) => name.includes(`${familyPrefix(ownFamily)}${driver.pid}-`))).not.toEqual([]);
}

/** Whoever kills all of Heal's processes kills those that would clean up after it, too. */
function guardsOf(driver: ChildProcess): number[] {
  const listed = spawnSync("ps", ["--ppid", String(driver.pid), "-o", "pid=,args="], { encoding: "utf8" }).stdout;
  return listed
    .split("\n")
    .filter((line) => line.includes("heal-guard"))
    .map((line) => Number.parseInt(line, 10));
}

/** At any moment between the first process and the standing box. Whatever the daemon is making then is gone with the box's lifetime, unswept. */
async function killedStartLeavesNothing(bench: Bench): Promise<void> {
  const limits = { timeoutMs: 5_000 };
  const patienceMs = bench.engine === "docker" ? lifetimeSeconds({ ...smallLimits, ...limits }) * 1_000 : 2_000;
  const killAt = async (moment: number): Promise<void> => {
    const mark = `66.1${moment}${process.pid}`;
    const driver = startDriver(bench, { command: `sleep ${mark}`, limits, tellsStart: true });
    await firstWord(driver);
    await delay(moment);
    await killAndLookAround({ driver, mark, patienceMs });
    if (bench.engine !== "docker") return;
    expect(await eventually(() => containersOf(driver, "any") === "", patienceMs), containersOf(driver, "any")).toBe(true);
    expect(await eventually(() => foldersOf(driver).length === 0, patienceMs)).toBe(true);
  };
  for (const moments of bench.engine === "docker" ? dockerMoments : bubblewrapMoments) await Promise.all(moments.map(killAt));
  await bench.sandbox.sweep();
}

/** Milliseconds after the start; few at a time, so that the machine does not stretch them. */
const dockerMoments: readonly (readonly number[])[] = [[0, 15, 30], [45, 70, 120], [1_500]];
const bubblewrapMoments: readonly (readonly number[])[] = [
  [0, 5, 10, 15],
  [20, 30, 45, 60],
  [90, 120],
];

interface Killing {
  readonly driver: ChildProcess;
  readonly mark: string;
  readonly patienceMs: number;
}

async function killAndLookAround({ driver, mark, patienceMs }: Killing): Promise<void> {
  driver.kill("SIGKILL");
  await delay(100);
  expect(await eventually(() => sleepers(mark).length === 0, patienceMs)).toBe(true);
}

function foldersOf(driver: ChildProcess): string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith(`${familyPrefix(ownFamily)}${driver.pid}-`));
}

/** "any": also those that never ran. */
function containersOf(driver: ChildProcess, state: "running" | "any"): string {
  const format = '{{.Names}} {{.Status}} {{.Label "heal.owner"}}';
  const filters = ["--filter", `label=heal.family=${ownFamily}`, ...(state === "any" ? [] : ["--filter", "status=running"])];
  const listed = spawnSync("docker", ["ps", "--all", ...filters, "--format", format], { encoding: "utf8" }).stdout;
  return listed
    .split("\n")
    .filter((line) => line.includes(` ${driver.pid}.`))
    .join("\n");
}
