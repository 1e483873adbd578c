import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readCollected } from "../../../../src/adapters/sandbox/collect.js";
import { runTool } from "../../../../src/adapters/sandbox/run-tool.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "heal-out-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("files that a box left", () => {
  it("are read by name or all", async () => {
    mkdirSync(join(folder, "sub"));
    writeFileSync(join(folder, "sub/a.xml"), "a");
    writeFileSync(join(folder, "b.json"), "b");
    expect(await readCollected(folder, ["b.json", "absent"])).toEqual({ "b.json": "b" });
    expect(await readCollected(folder, ["*"])).toEqual({ "b.json": "b", "sub/a.xml": "a" });
  });

  it("are not read through links, in the last step or before", async () => {
    symlinkSync("/etc/passwd", join(folder, "link"));
    symlinkSync("/etc", join(folder, "etc"));
    expect(await readCollected(folder, ["link", "etc/passwd", "*"])).toEqual({});
  });

  it("are not read outside the folder", async () => {
    writeFileSync(join(folder, "..", "heal-out-outside"), "x");
    expect(await readCollected(folder, ["../heal-out-outside", "/etc/passwd", "./x", ""])).toEqual({});
    rmSync(join(folder, "..", "heal-out-outside"));
  });

  it("neither block on a pipe nor fill the memory", async () => {
    await runTool("mkfifo", [join(folder, "pipe")]);
    writeFileSync(join(folder, "giant"), "");
    truncateSync(join(folder, "giant"), 1024 ** 4);
    expect(await readCollected(folder, ["pipe", "giant", "*"])).toEqual({});
  });
});
