import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, test } from "vitest";

const cli = resolve("dist/cli.cjs");
const folder = mkdtempSync(join(tmpdir(), "heal-bundle-"));
afterAll(() => rmSync(folder, { recursive: true }));

function node(...args: readonly string[]) {
  return spawnSync(process.execPath, args, { encoding: "utf8", cwd: folder });
}

function milliseconds(...args: readonly string[]): number {
  const started = performance.now();
  const { status } = node(...args);
  return status === 0 ? performance.now() - started : Number.NaN;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

describe("dist/cli.cjs", () => {
  test("prints the version of the package and nothing else", () => {
    const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
    expect(node(cli, "--version")).toMatchObject({ status: 0, stdout: `${version}\n`, stderr: "" });
  });

  test("can be started by its name", () => {
    expect(statSync(cli).mode & 0o111).toBe(0o111);
    expect(readFileSync(cli, "utf8").split("\n")[0]).toBe("#!/usr/bin/env node");
  });

  test("answers --version in at most three times the time of an empty script", () => {
    const rounds = Array.from({ length: 9 }, () => ({ own: milliseconds(cli, "--version"), empty: milliseconds("-e", "0") }));
    expect(median(rounds.map((round) => round.own / round.empty))).toBeLessThanOrEqual(3);
  });

  test("tells the user of an older Node what to do, in one sentence", () => {
    const pretence = join(folder, "older.cjs");
    writeFileSync(
      pretence,
      'Object.defineProperty(process.versions, "node", { value: "20.1.0" }); Object.defineProperty(process, "version", { value: "v20.1.0" });',
    );
    const result = node("--require", pretence, cli, "--version");
    expect(result).toMatchObject({ status: 2, stdout: "", stderr: "heal needs Node 24 or newer, but this is v20.1.0: put a newer node first on the PATH.\n" });
  });

  test("loads everything it needs from the folder it lies in", () => {
    const result = node(cli, "--help");
    expect(result.stderr).toBe("");
    expect(result.status).toBe(0);
    expect(result.stdout).toContain("heal");
  });
});
