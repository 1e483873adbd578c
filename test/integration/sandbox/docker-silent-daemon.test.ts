import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createSandbox, type SandboxChoice } from "../../../src/adapters/sandbox/create.js";
import type { Patience } from "../../../src/adapters/sandbox/patience.js";
import { familyPrefix } from "../../../src/adapters/sandbox/run-folder.js";
import { emptyPatch } from "../../../src/domain/patch.js";
import type { BoxCommand, BoxResult } from "../../../src/ports/sandbox.js";
import { makeTree, runnerEnvironment, smallLimits } from "../../support/box/bench.js";
import { eventually, processesWith } from "../../support/box/host.js";
import { type Relay, startRelay } from "../../support/box/relay.js";
import { suiteRequires } from "../../support/requirements.js";

/** Long enough for the containers that shall come up, on a machine with other work. */
const patience: Patience = { startMs: 5_000, killMs: 1_000, endMs: 2_000, workMs: 5_000 };
/** All of them together, and what the daemon is asked besides; far from the minute that a user waits. */
const promisedMs = 20_000;
const startRequest = /^POST \S+\/containers\/[0-9a-f]+\/start /;
const anyRequest = /^(?:GET|POST|HEAD|DELETE) /;

interface Daemon {
  readonly relay: Relay;
  readonly family: string;
  readonly root: string;
  sandbox(): Promise<SandboxChoice>;
}

let families = 0;

/** The real one, behind a relay that the test can make silent. */
async function daemonBehindRelay(): Promise<Daemon> {
  families += 1;
  const family = `q${process.pid}n${families}`;
  const folder = mkdtempSync(join(tmpdir(), "heal-host-"));
  const root = makeTree();
  const relay = await startRelay(join(folder, "docker.sock"));
  onTestFinished(() => {
    relay.die();
    for (const path of [folder, join(root, "..")]) rmSync(path, { recursive: true, force: true });
  });
  const hostEnvironment = { ...runnerEnvironment, DOCKER_HOST: `unix://${folder}/docker.sock` };
  const request = { choice: "docker", limits: smallLimits, root, hostEnvironment, family, patience, ahead: "none" } as const;
  return { relay, family, root, sandbox: () => createSandbox(request) };
}

interface Opened {
  run(command: string, writes?: BoxCommand["writes"]): Promise<BoxResult>;
  close(): Promise<void>;
}

async function readySandbox(daemon: Daemon): Promise<Opened> {
  const choice = await daemon.sandbox();
  if (choice.kind !== "ready") throw new Error(JSON.stringify(choice.tried));
  const { sandbox } = choice;
  const box = await sandbox.open({ base: { root: daemon.root, overlays: [] }, layers: [], patch: emptyPatch });
  return {
    run: (command, writes = "discard") => box.run({ command, directory: "", environment: {}, tools: {}, collect: [], writes }),
    close: () => sandbox.close(),
  };
}

function reasonOf({ end }: BoxResult): string {
  return end.kind === "not-started" ? end.reason : `It was started: ${end.kind}`;
}

/** Clients and the guard, containers, volumes (a disk and its device are behind one), folders. */
function leftOf(family: string): string[] {
  const docker = (...args: string[]): string[] => execFileSync("docker", args, { encoding: "utf8" }).split("\n").filter(Boolean);
  const ours = ["--filter", `label=heal.family=${family}`];
  return [
    ...processesWith(`heal.family=${family}`),
    ...processesWith(familyPrefix(family)),
    ...docker("ps", "--all", ...ours, "--format", "container {{.Names}} {{.Status}} {{.Command}}"),
    ...docker("volume", "ls", ...ours, "--format", "volume {{.Name}}"),
    ...readdirSync(tmpdir()).filter((name) => name.startsWith(familyPrefix(family))),
  ];
}

/** What the daemon does behind a client's back, and the guard after the last client, takes some seconds. */
async function nothingIsLeft(family: string): Promise<void> {
  expect(await eventually(() => leftOf(family).length === 0, 40_000), leftOf(family).join("\n")).toBe(true);
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  const before = performance.now();
  const value = await work;
  expect(performance.now() - before).toBeLessThan(promisedMs);
  return value;
}

/** Of this family, by a word of its command. */
function containerThat(family: string, word: string): string {
  const listed = execFileSync("docker", ["ps", "--no-trunc", "--filter", `label=heal.family=${family}`, "--format", "{{.Names}} {{.Command}}"], {
    encoding: "utf8",
  });
  return (
    listed
      .split("\n")
      .find((line) => line.includes(word))
      ?.split(" ")[0] ?? ""
  );
}

async function standing(family: string, word: string): Promise<string> {
  expect(await eventually(() => containerThat(family, word) !== "", 10_000)).toBe(true);
  return containerThat(family, word);
}

suiteRequires("docker")("a daemon that takes what it is told and never answers", () => {
  test.each([
    ["anything", anyRequest, 1, "`docker \\w+` gave no answer"],
    ["the start of what attaches a disk", startRequest, 1, "The container that attaches the disk of a box did not come up"],
    ["the start of what holds a disk", startRequest, 2, "The container that holds the disk of a box did not come up"],
    ["the start of a box", startRequest, 3, "The container of a box did not come up"],
  ])("to %s is refused in time, with the thing and a remedy, and nothing is left", async (_what, requests, from, failure) => {
    const daemon = await daemonBehindRelay();
    daemon.relay.swallow(requests, from);
    const choice = await inTime(daemon.sandbox());
    if (choice.kind === "ready") throw new Error("The sandbox is ready.");
    const [tried] = choice.tried;
    expect(tried?.reason).toMatch(new RegExp(`^${failure} within 5 s: the Docker daemon hangs\\. Restart it, or use \`sandbox: bubblewrap\`\\.$`));
    expect(tried?.remedy).toContain("docker ps --all");
    await nothingIsLeft(daemon.family);
  });

  test("to the start of a box that keeps what it writes is no verdict, and its disk goes too", async () => {
    const daemon = await daemonBehindRelay();
    const sandbox = await readySandbox(daemon);
    daemon.relay.swallow(startRequest, 3);
    expect(reasonOf(await inTime(sandbox.run("true", "keep")))).toMatch(/^The container of a box did not come up within 5 s/);
    expect(reasonOf(await inTime(sandbox.run("exit 3")))).toMatch(/^The container of a box did not come up within 5 s/);
    await inTime(sandbox.close());
    await nothingIsLeft(daemon.family);
  });

  test("when the sandbox is closed holds nobody, and nothing is left", async () => {
    const daemon = await daemonBehindRelay();
    const sandbox = await readySandbox(daemon);
    expect((await sandbox.run("exit 3")).end).toEqual({ kind: "exited", exitCode: 3 });
    daemon.relay.mute();
    await inTime(sandbox.close());
    daemon.relay.die();
    await nothingIsLeft(daemon.family);
  });

  test("when it should end a box holds nobody, and nothing is left", async () => {
    const daemon = await daemonBehindRelay();
    const sandbox = await readySandbox(daemon);
    const running = sandbox.run("sleep 60");
    await standing(daemon.family, "tar -xf");
    daemon.relay.mute();
    await inTime(Promise.all([sandbox.close(), running]));
    expect((await running).end.kind).not.toBe("exited");
    daemon.relay.die();
    await nothingIsLeft(daemon.family);
  });
});

suiteRequires("docker")("a container that holds a disk and stands still", () => {
  test("while a command runs is no verdict on it, and the next command gets a disk of its own", async () => {
    const daemon = await daemonBehindRelay();
    const sandbox = await readySandbox(daemon);
    const running = sandbox.run("sleep 3");
    await standing(daemon.family, "tar -xf");
    execFileSync("docker", ["pause", await standing(daemon.family, "lost+found")]);
    expect(reasonOf(await inTime(running))).toMatch(/^The container that holds the disk of a box did not answer within 5 s/);
    expect((await sandbox.run("exit 3")).end).toEqual({ kind: "exited", exitCode: 3 });
    await inTime(sandbox.close());
    await nothingIsLeft(daemon.family);
  });

  test("when the sandbox is closed holds nobody, and nothing is left", async () => {
    const daemon = await daemonBehindRelay();
    const sandbox = await readySandbox(daemon);
    execFileSync("docker", ["pause", containerThat(daemon.family, "lost+found")]);
    await inTime(sandbox.close());
    await nothingIsLeft(daemon.family);
  });
});
