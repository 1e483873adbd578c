import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSandbox } from "../../../src/adapters/sandbox/create.js";
import { defaultBoxLimits } from "../../../src/domain/limits.js";
import { emptyPatch } from "../../../src/domain/patch.js";
import type { Box, BoxCommand, Sandbox } from "../../../src/ports/sandbox.js";

let root: string;
let sandbox: Sandbox;
let box: Box;

function command(text: string, more: Partial<BoxCommand> = {}): BoxCommand {
  return { command: text, directory: "", environment: {}, tools: {}, collect: [], writes: "discard", ...more };
}

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "heal-none-"));
  mkdirSync(join(root, ".git"));
  writeFileSync(join(root, "a.txt"), "a\n");
  writeFileSync(join(root, "b.txt"), "b\n");
  const choice = await createSandbox({ choice: "none", limits: defaultBoxLimits, root, hostEnvironment: { ...process.env, INPUT_API_KEY: "canary-key" } });
  if (choice.kind !== "ready") throw new Error(JSON.stringify(choice.tried));
  expect(choice.probe.assurance).toContain("No sandbox");
  expect(choice.probe.heldBy).toMatchObject({ network: "nothing", disk: "nothing" });
  sandbox = choice.sandbox;
  box = await sandbox.open({
    base: { root, overlays: [] },
    layers: [],
    patch: { changes: [{ kind: "delete", path: "b.txt", before: "b\n", encoding: "utf8" }] },
  });
});

afterAll(async () => {
  await sandbox.close();
  rmSync(root, { recursive: true, force: true });
});

describe("the engine none", () => {
  it("works on a copy without git, with the patch, and leaves the tree as it is", async () => {
    const result = await box.run(command("ls -A; echo changed >a.txt; touch new", { directory: "" }));
    expect(result).toMatchObject({ end: { kind: "exited", exitCode: 0 }, stdout: { head: "a.txt\n" } });
    expect(readdirSync(root).sort()).toEqual([".git", "a.txt", "b.txt"]);
    expect(readFileSync(join(root, "a.txt"), "utf8")).toBe("a\n");
    expect((await box.run(command("cat a.txt; ls"))).stdout.head).toBe("a\na.txt\n");
  });

  it("passes on nothing of Heal's environment", async () => {
    expect((await box.run(command("env"))).stdout.head).not.toContain("canary-key");
  });

  it("keeps what a command wrote as a layer", async () => {
    const kept = await box.run(command('rm a.txt; mkdir -p d/e; echo n >d/new; echo h >"$HOME/h"', { writes: "keep" }));
    if (kept.layer === undefined) throw new Error("no layer");
    const next = await sandbox.open({ base: { root, overlays: [] }, layers: [kept.layer], patch: emptyPatch });
    expect((await next.run(command('find . -mindepth 1 | sort; cat "$HOME/h"'))).stdout.head).toBe("./b.txt\n./d\n./d/e\n./d/new\nh\n");
    await next.close();
  });

  it("hands over tools and collects files", async () => {
    const script = 'cat "$TOOLS/t"; echo r >"$OUT/r"; ln -s /etc/passwd "$OUT/link"';
    const result = await box.run(command(script, { tools: { t: "tool\n" }, environment: { TOOLS: box.paths.tools, OUT: box.paths.out }, collect: ["*"] }));
    expect(result).toMatchObject({ stdout: { head: "tool\n" }, files: { r: "r\n" } });
    expect(Object.keys(result.files)).toEqual(["r"]);
  });

  it("ends daemons too, at the deadline and when the command is done", async () => {
    const late = await box.run(command("(setsid sleep 5431 &); sleep 5431", { limits: { timeoutMs: 400 } }));
    expect(late.end).toEqual({ kind: "timed-out", afterMs: 400 });
    await box.run(command("setsid sleep 5431 >/dev/null 2>&1 & echo"));
    const left = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && commandLine(name).startsWith("sleep\u00005431"));
    expect(left).toEqual([]);
  });
});

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "latin1");
  } catch {
    return "";
  }
}
