import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { tarArchive } from "../../../src/adapters/sandbox/engines/docker/tar.js";

test("the system's tar reads folders, files and links with their modes", () => {
  const archive = tarArchive([
    { kind: "folder", name: "tmp/", mode: 0o1777 },
    { kind: "file", name: "tmp/file", mode: 0o640, content: Buffer.from("text") },
    { kind: "link", name: "bin", target: "usr/bin" },
  ]);
  const listed = spawnSync("tar", ["-tvf", "-"], { input: archive, encoding: "utf8" });
  expect(listed.stdout.split("\n").map((line) => line.replace(/\s+.*\d{4}-\d\d-\d\d \d\d:\d\d/, ""))).toEqual([
    "drwxrwxrwt tmp/",
    "-rw-r----- tmp/file",
    "lrwxrwxrwx bin -> usr/bin",
    "",
  ]);
  expect(listed.stderr).toBe("");
});

test("equal entries give equal bytes", () => {
  const make = (): Buffer => tarArchive([{ kind: "file", name: "a", mode: 0o644, content: Buffer.from("1") }]);
  expect(make().equals(make())).toBe(true);
});

test("a name that does not fit is refused", () => {
  expect(() => tarArchive([{ kind: "folder", name: "x".repeat(101), mode: 0o755 }])).toThrow("Too long a name");
});
