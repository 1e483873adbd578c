import { expect } from "vitest";
import { type Bench, canary } from "./bench.js";
import type { BoxCase } from "./case.js";
import { withHostFolder, writeHostFile } from "./host.js";

export const fileCases: readonly BoxCase[] = [
  { name: "43: collected files are never read through links", holds: linksAreNotFollowed },
  { name: "43: swapping a file for a link while it is collected reads nothing of the host", holds: swappingReadsNothing },
  { name: "43: links in a kept layer lead nowhere on the host", holds: keptLinksLeadNowhere },
  { name: "44: pipes, sockets, sparse and locked files neither block nor are collected", holds: specialFilesAreSkipped },
  { name: "collected files keep their bytes and folders", holds: filesAreCollected },
];

async function linksAreNotFollowed(bench: Bench): Promise<void> {
  await withHostFolder(async (folder) => {
    const secret = writeHostFile(folder, canary);
    const result = await bench.run(
      `cd /heal/out; ln -s '${secret}' a; ln -s a b; ln -s '${folder}' dir; ln -s /proc/self/environ env; ln -s ../../../../../../../../../etc/shadow up; ln -s / root; echo plain >plain`,
      { collect: ["a", "b", "dir/file", "env", "up", "root/etc/hostname", "plain", `../../${secret}`, secret] },
    );
    expect(result.end).toEqual({ kind: "exited", exitCode: 0 });
    expect(result.files).toEqual({ plain: "plain\n" });
  });
}

async function swappingReadsNothing(bench: Bench): Promise<void> {
  await withHostFolder(async (folder) => {
    const secret = writeHostFile(folder, canary);
    const swapper = `(while :; do ln -sf '${secret}' n; mv -f n report; echo mine >m; mv -f m report; mkdir -p d; rm -rf d; ln -sfn '${folder}' d; rm -f d; done) &`;
    for (let round = 0; round < 4; round += 1) {
      const result = await bench.run(`cd /heal/out; ${swapper} sleep 0.4`, { collect: ["report", "d/file", "*"] });
      expect(JSON.stringify(result.files)).not.toContain(canary);
    }
  });
}

async function keptLinksLeadNowhere(bench: Bench): Promise<void> {
  await withHostFolder(async (folder) => {
    const secret = writeHostFile(folder, canary);
    const kept = await bench.run(`ln -s '${secret}' leak; ln -s '${folder}' leaks; ln -sf '${secret}' src/code.py; ln -s /proc/1/root proc`, {
      writes: "keep",
    });
    if (kept.layer === undefined) throw new Error(`no layer: ${JSON.stringify(kept)}`);
    const seen = await bench.say("readlink leak; cat leak leaks/file src/code.py proc/etc/shadow 2>&1", { layers: [kept.layer] });
    expect(seen).toContain(secret);
    expect(seen).not.toContain(canary);
  });
}

async function specialFilesAreSkipped(bench: Bench): Promise<void> {
  const started = performance.now();
  const result = await bench.python(
    `import os, socket, subprocess
os.chdir("/heal/out")
os.mkfifo("pipe")
socket.socket(socket.AF_UNIX).bind("socket")
try:
    with open("sparse", "w") as f: f.truncate(1 << 40)
except OSError: os.remove("sparse")
os.mkdir("locked"); open("locked/inside", "w").write("x"); os.chmod("locked", 0)
open("suid", "w").write("suid"); os.chmod("suid", 0o4755)
open("unreadable", "w").write("u"); os.chmod("unreadable", 0)
print("device", subprocess.run(["mknod", "device", "c", "1", "3"]).returncode != 0)
`,
    { collect: ["*", "pipe", "socket", "sparse", "device"] },
  );
  expect(result.stdout.head).toBe("device True\n");
  expect(Object.keys(result.files).filter((name) => ["pipe", "socket", "sparse", "device"].includes(name))).toEqual([]);
  expect(result.files.suid).toBe("suid");
  expect(performance.now() - started).toBeLessThan(15_000);
}

async function filesAreCollected(bench: Bench): Promise<void> {
  const result = await bench.run("cd /heal/out; mkdir -p 'a b/c'; printf 'no newline' >'a b/c/x'; printf 'ü\\n' >y; echo no >z", {
    collect: ["a b/c/x", "y", "missing"],
  });
  expect(result.files).toEqual({ "a b/c/x": "no newline", y: "ü\n" });
  const all = await bench.run("cd /heal/out; mkdir -p 'a b/c'; printf 'no newline' >'a b/c/x'; printf 'ü\\n' >y", { collect: ["*"] });
  expect(all.files).toEqual({ "a b/c/x": "no newline", y: "ü\n" });
}
