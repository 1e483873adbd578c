import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { ControlGroups, findHierarchies } from "../../../src/adapters/sandbox/cgroups.js";
import { createBubblewrapSandbox } from "../../../src/adapters/sandbox/engines/bubblewrap/bubblewrap-sandbox.js";
import { groupName } from "../../../src/adapters/sandbox/engines/bubblewrap/ground.js";
import { familyPrefix } from "../../../src/adapters/sandbox/run-folder.js";
import { runTool, systemPath } from "../../../src/adapters/sandbox/run-tool.js";
import { defaultBoxLimits } from "../../../src/domain/limits.js";
import { emptyPatch, type Patch } from "../../../src/domain/patch.js";
import type { Box, BoxCommand, BoxResult, BoxSpec, Sandbox } from "../../../src/ports/sandbox.js";

const mib = 1024 ** 2;
/** No other run of Heal sweeps what these tests lay out. */
const family = `b${process.pid}`;
let scene: string;
let sandbox: Sandbox;
const opened: Box[] = [];

function tree(name = "project"): string {
  const root = join(scene, name);
  mkdirSync(join(root, "src"), { recursive: true });
  writeFileSync(join(root, "src/kept.txt"), "kept\n");
  writeFileSync(join(root, "src/old.txt"), "old\n");
  return root;
}

async function open(root: string, more: Partial<BoxSpec> = {}): Promise<Box> {
  const box = await sandbox.open({ base: { root, overlays: [] }, layers: [], patch: emptyPatch, ...more });
  opened.push(box);
  return box;
}

function command(text: string, more: Partial<BoxCommand> = {}): BoxCommand {
  return { command: text, directory: "", environment: {}, tools: {}, collect: [], writes: "discard", ...more };
}

async function linesOf(box: Box, text: string, more: Partial<BoxCommand> = {}): Promise<string[]> {
  const result = await box.run(command(text, more));
  expect(result.stderr.head).toBe("");
  return result.stdout.head.split("\n").filter(Boolean);
}

beforeAll(() => {
  scene = mkdtempSync(join(tmpdir(), "heal-test-"));
  chmodSync(scene, 0o755);
  sandbox = createBubblewrapSandbox({ limits: { ...defaultBoxLimits, timeoutMs: 30_000 }, hostEnvironment: process.env, family });
});

afterEach(async () => {
  for (const box of opened.splice(0)) await box.close();
});

afterAll(async () => {
  await sandbox.close();
  rmSync(scene, { recursive: true, force: true });
});

describe("probe of bubblewrap", () => {
  it("is usable here and says what holds each limit", async () => {
    const probe = await sandbox.probe(tree());
    expect(probe).toMatchObject({ kind: "usable", engine: "bubblewrap", heldBy: { network: "namespace", disk: "file-system" } });
  });

  it("names the missing program and how to get it", async () => {
    const folder = join(scene, "programs");
    mkdirSync(folder);
    for (const name of ["sh", "unshare", "setpriv", "prlimit", "mount", "timeout"])
      symlinkSync(execFileSync("which", [name], { encoding: "utf8" }).trim(), join(folder, name));
    const broken = createBubblewrapSandbox({ limits: defaultBoxLimits, hostEnvironment: process.env, programPath: folder });
    expect(await broken.probe(tree())).toEqual({
      kind: "unusable",
      engine: "bubblewrap",
      reason: "Not found on this machine: bwrap.",
      remedy: "Install it (Debian and Ubuntu: `sudo apt-get install bubblewrap`).",
    });
    await broken.close();
  });

  it("is unusable when namespaces are refused, with the kernel setting to change", async () => {
    const broken = await brokenBy("bwrap", "echo 'bwrap: setting up uid map: Permission denied' >&2; exit 1");
    expect(await broken.probe(tree())).toMatchObject({ kind: "unusable", reason: /setting up uid map/, remedy: /apparmor_restrict_unprivileged_userns=0/ });
    await broken.close();
  });

  it("is unusable when the sandbox runs commands without isolating them", async () => {
    const broken = await brokenBy("bwrap", 'while [ "$1" != -- ]; do shift; done; shift 3; cd "$1" && echo started >&8; shift 6; exec sh -c "$1"');
    expect(await broken.probe(tree())).toMatchObject({ kind: "unusable" });
    await broken.close();
  });
});

async function brokenBy(program: string, script: string): Promise<Sandbox> {
  const folder = mkdtempSync(join(scene, "shims-"));
  writeFileSync(join(folder, program), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, program), 0o755);
  return createBubblewrapSandbox({ limits: defaultBoxLimits, hostEnvironment: process.env, programPath: `${folder}:${systemPath}` });
}

describe("files of a bubblewrap box", () => {
  it("shows base and patch at the tree's own path and leaves the tree as it is", async () => {
    const root = tree("patched");
    const patch: Patch = {
      changes: [
        { kind: "add", path: "src/deep/new.txt", after: "new\n", encoding: "utf8" },
        { kind: "modify", path: "src/kept.txt", before: "kept\n", after: "changed\n", encoding: "utf8" },
        { kind: "delete", path: "src/old.txt", before: "old\n", encoding: "utf8" },
      ],
    };
    const box = await open(root, { patch });
    expect(await linesOf(box, "pwd; find src -type f | sort; cat src/kept.txt; rm -r src; ls -A")).toEqual([
      root,
      "src/deep/new.txt",
      "src/kept.txt",
      "changed",
    ]);
    expect(readdirSync(join(root, "src")).sort()).toEqual(["kept.txt", "old.txt"]);
    expect(readFileSync(join(root, "src/kept.txt"), "utf8")).toBe("kept\n");
  });

  it("keeps the execute permission of a patched script", async () => {
    const root = tree("script");
    writeFileSync(join(root, "run.sh"), "#!/bin/sh\necho old\n", { mode: 0o755 });
    const box = await open(root, {
      patch: { changes: [{ kind: "modify", path: "run.sh", before: "#!/bin/sh\necho old\n", after: "#!/bin/sh\necho new\n", encoding: "utf8" }] },
    });
    expect(await linesOf(box, "./run.sh")).toEqual(["new"]);
  });

  it("forgets what a command wrote before the next one", async () => {
    const box = await open(tree("scratch"));
    await box.run(command('echo x >left.txt; echo x >/tmp/left; echo x >"$HOME/left"; echo x >/heal/out/left; echo x >/dev/shm/left'));
    expect(await linesOf(box, 'ls left.txt /tmp/left "$HOME/left" /heal/out/left /dev/shm/left 2>/dev/null')).toEqual([]);
  });

  it("lays kept layers over the base, the later over the earlier, with deletions and the home", async () => {
    const root = tree("layered");
    const first = await (await open(root)).run(
      command('rm -r src; mkdir src; echo 1 >src/made.txt; echo 1 >first.txt; echo h >"$HOME/setting"', { writes: "keep" }),
    );
    const second = await (await open(root, { layers: [layerOf(first)] })).run(
      command("rm first.txt; echo 2 >src/made.txt; mkfifo pipe; mkdir -m 0 closed", { writes: "keep" }),
    );
    const patch: Patch = { changes: [{ kind: "add", path: "src/patched.txt", after: "p\n", encoding: "utf8" }] };
    const box = await open(root, { layers: [layerOf(first), layerOf(second)], patch });
    expect(await linesOf(box, 'ls -A . src; cat src/made.txt "$HOME/setting"')).toEqual([
      ".:",
      "closed",
      "pipe",
      "src",
      "src:",
      "made.txt",
      "patched.txt",
      "2",
      "h",
    ]);
  });

  it("lays further folders of the base at their places", async () => {
    const root = tree("further");
    const modules = join(scene, "modules");
    mkdirSync(modules);
    writeFileSync(join(modules, "lib.js"), "lib\n");
    const box = await open(root, { base: { root, overlays: [{ from: modules, at: "node_modules" }] } });
    const kept = await box.run(command("cat node_modules/lib.js; echo c >node_modules/.cache; rm node_modules/lib.js", { writes: "keep" }));
    expect(kept.stdout.head).toBe("lib\n");
    const next = await open(root, { base: { root, overlays: [{ from: modules, at: "node_modules" }] }, layers: [layerOf(kept)] });
    expect(await linesOf(next, "ls -A node_modules")).toEqual([".cache"]);
    expect(readdirSync(modules)).toEqual(["lib.js"]);
  });

  it("takes the base from another folder when told to", async () => {
    const source = tree("source");
    const root = join(scene, "place");
    mkdirSync(root);
    const box = await open(root, { base: { root, from: source, overlays: [] } });
    expect(await linesOf(box, "pwd; ls src")).toEqual([root, "kept.txt", "old.txt"]);
  });

  it.each([["with space"], ["quote'and\"quote"], ["new\nline"], ["colon:comma,back\\slash"], ["$(echo no) `no`"], ["ümläut-木"]])(
    "stands at a path like %j",
    async (name) => {
      const root = tree(name);
      const box = await open(root, { patch: { changes: [{ kind: "add", path: `${name}/f`, after: "f\n", encoding: "utf8" }] } });
      const result = await box.run(command("pwd; cat */f", { collect: ["*"] }));
      expect(result.stdout.head).toBe(`${root}\nf\n`);
    },
  );

  it("sees files whose names are no UTF-8", async () => {
    const root = tree("bytes");
    writeFileSync(Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0xff, 0xfe])]), "x");
    expect(await linesOf(await open(root), "ls | wc -l")).toEqual(["2"]);
  });

  it("hides git folders and files of the root, of submodules and of checkouts below", async () => {
    const root = tree("git");
    for (const folder of [".git", "tools/inner/.git"]) {
      mkdirSync(join(root, folder), { recursive: true });
      writeFileSync(join(root, folder, "config"), "secret");
    }
    mkdirSync(join(root, "a/b/c/d/deep"), { recursive: true });
    writeFileSync(join(root, "a/b/c/d/deep/.git"), "gitdir: secret");
    writeFileSync(join(root, ".gitmodules"), '[submodule "deep"]\n\tpath = a/b/c/d/deep\n\turl = x\n');
    expect(await linesOf(await open(root), "find . -name .git; grep -r secret . ; git init -q . && ls -d .git")).toEqual([".git"]);
  });

  it("runs as the owner of the tree", async () => {
    const root = tree("owned");
    const owner = { uid: 12_345, gid: 23_456 };
    if (process.getuid?.() === 0) for (const path of ["", "src", "src/kept.txt"]) chownSync(join(root, path), owner.uid, owner.gid);
    const info = statSync(root);
    expect(await linesOf(await open(root), "id -u; id -g; echo more >>src/kept.txt && touch new && stat -c %u new src/kept.txt")).toEqual(
      [info.uid, info.gid, info.uid, info.uid].map(String),
    );
  });
});

function layerOf(result: BoxResult): { readonly id: string } {
  if (result.layer === undefined) throw new Error(`no layer: ${JSON.stringify(result.end)} ${result.stderr.head}`);
  return result.layer;
}

describe("commands in a bubblewrap box", () => {
  it("find their tools and hand files back, but no link, pipe, device or huge file", async () => {
    writeFileSync(join(scene, "host-secret"), "secret");
    const script = `cat /heal/tools/plugin.txt; cd /heal/out; mkdir -p sub; echo r >sub/report.xml; ln -s /etc/passwd link; ln -s ${scene}/host-secret out-link; mkfifo pipe; truncate -s 1G huge; ln -s /etc etc; echo "odd" >"odd name"`;
    const result = await (await open(tree("collect"))).run(command(script, { tools: { "plugin.txt": "plugin\n" }, collect: ["*"] }));
    expect(result.stdout.head).toBe("plugin\n");
    expect(result.files).toEqual({ "sub/report.xml": "r\n", "odd name": "odd\n" });
  });

  it("may write into /dev/stdout and /dev/stderr by name", async () => {
    const result = await (await open(tree("streams"))).run(command("echo out >/dev/stdout; echo err >/dev/stderr"));
    expect([result.stdout.head, result.stderr.head]).toEqual(["out\n", "err\n"]);
  });

  it("run side by side without seeing each other", async () => {
    const box = await open(tree("parallel"));
    const results = await Promise.all(
      [1, 2, 3, 4, 5].map((number) => box.run(command(`echo ${number} >mine; sleep 0.3; cat mine; ls /proc | grep -c '^[0-9]'`))),
    );
    expect(results.map((result) => result.stdout.head.split("\n")[0])).toEqual(["1", "2", "3", "4", "5"]);
  });

  it("keep their own limits while the boxes of another tree come and go", async () => {
    const lasting = await open(tree("lasting"));
    const passing = await open(tree("passing"));
    const results = await Promise.all([
      ...[1, 2, 3, 4].map(() => lasting.run(command("sleep 0.3; echo out"))),
      ...[1, 2, 3, 4].map(() => passing.run(command("echo out"))),
    ]);
    expect(results.map(({ end, stdout, stderr }) => [end, stdout.head, stderr.head])).toEqual(
      results.map(() => [{ kind: "exited", exitCode: 0 }, "out\n", ""]),
    );
  });

  it("tell a missing folder from a failing command", async () => {
    const box = await open(tree("missing"));
    expect((await box.run(command("true", { directory: "not/here" }))).end).toEqual({
      kind: "not-started",
      reason: "The folder to run in does not exist in the box.",
    });
    expect((await box.run(command("exit 97"))).end).toEqual({ kind: "exited", exitCode: 97 });
    expect((await box.run(command("no-such-command"))).end).toEqual({ kind: "exited", exitCode: 127 });
    expect((await box.run(command("kill -SEGV $$"))).end).toEqual({ kind: "signalled", signal: "SIGSEGV", exitCode: 139 });
  });

  it("cannot reach system calls that lead out of a box", async () => {
    const script =
      "for c in 'unshare -U true' 'unshare -r true' 'mount -t tmpfs x /tmp' 'chroot / true' 'nsenter -t 1 -m true' 'dmesg' 'keyctl show'; do $c >/dev/null 2>&1 && echo \"open: $c\"; done; echo checked";
    expect(await linesOf(await open(tree("calls")), script)).toEqual(["checked"]);
  });

  it("are ended at the deadline together with daemons, and what they reported is read", async () => {
    const script =
      'echo r >/heal/out/r; (setsid sh -c "trap \\"\\" TERM HUP INT; while :; do sleep 1; done" &) ; (setsid sleep 4321 & kill -STOP $!) ; sleep 60';
    const result = await (await open(tree("deadline"))).run(command(script, { limits: { timeoutMs: 700 }, collect: ["r"] }));
    expect(result.end).toEqual({ kind: "timed-out", afterMs: 700 });
    expect(result.files).toEqual({ r: "r\n" });
    expect(result.durationMs).toBeLessThan(2_700);
    expect(processesNamed("sleep\0" + "4321")).toEqual([]);
  });

  it("end at once when they are cancelled", async () => {
    const cancel = new AbortController();
    const running = (await open(tree("cancel"))).run(command("sleep 4322", { signal: cancel.signal }));
    setTimeout(() => cancel.abort(), 300);
    const result = await running;
    expect(result.end).toEqual({ kind: "cancelled" });
    expect(result.durationMs).toBeLessThan(2_000);
    expect(processesNamed("sleep\0" + "4322")).toEqual([]);
  });

  it("leave background processes behind nowhere", async () => {
    const result = await (await open(tree("background"))).run(command("(setsid sleep 4323 >/dev/null 2>&1 &); echo done"));
    expect(result.stdout.head).toBe("done\n");
    expect(processesNamed("sleep\0" + "4323")).toEqual([]);
  });
});

function processesNamed(commandLine: string): string[] {
  return readdirSync("/proc").filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      return readFileSync(`/proc/${name}/cmdline`, "latin1").startsWith(commandLine);
    } catch {
      return false;
    }
  });
}

describe("limits of a bubblewrap box", () => {
  it("hold the disk and say so", async () => {
    const result = await (await open(tree("disk"))).run(
      command("dd if=/dev/zero of=big bs=1M count=64 2>/dev/null", { limits: { diskBytes: 32 * mib, inodes: 2_000 } }),
    );
    expect(result.end).toEqual({ kind: "exited", exitCode: 1 });
    expect(result.limitsReached).toEqual([{ limit: "disk", heldBy: "file-system" }]);
  });

  it("notice a full disk that was cleaned up", async () => {
    const fill = "dd if=/dev/zero of=big bs=1M count=64 2>/dev/null; sleep 0.8; rm big";
    const result = await (await open(tree("cleaned"))).run(command(fill, { limits: { diskBytes: 32 * mib, inodes: 2_000 } }));
    expect(result.limitsReached).toEqual([{ limit: "disk", heldBy: "file-system" }]);
  });

  it("hold the number of files and say so", async () => {
    const result = await (await open(tree("inodes"))).run(
      command("i=0; while [ $i -lt 3000 ]; do : >/tmp/$i || exit 5; i=$((i+1)); done", { limits: { diskBytes: 64 * mib, inodes: 1_000 } }),
    );
    expect(result.end).toEqual({ kind: "exited", exitCode: 2 });
    expect(result.limitsReached).toEqual([{ limit: "inodes", heldBy: "file-system" }]);
  });

  it("hold memory, which files in scratch do not count towards", async () => {
    const box = await open(tree("memory"));
    const limits = { memoryBytes: 96 * mib, diskBytes: 400 * mib };
    expect((await box.run(command("dd if=/dev/zero of=/tmp/big bs=1M count=200 2>/dev/null && stat -c %s /tmp/big", { limits }))).stdout.head).toBe(
      `${200 * mib}\n`,
    );
    const greedy = await box.run(command("dd if=/dev/zero of=/dev/null bs=150M count=60", { limits }));
    expect(greedy.end).toMatchObject({ kind: "limit-reached", limit: "memory" });
    expect(greedy.limitsReached).toMatchObject([{ limit: "memory" }]);
  });

  it("hold a fork bomb, and the machine is as before afterwards", async () => {
    const result = await (await open(tree("forks"))).run(command("bomb() { bomb | bomb & }; bomb; sleep 1", { limits: { processes: 64, timeoutMs: 4_000 } }));
    expect(result.limitsReached.map((hit) => hit.limit)).toContain("processes");
    expect(result.durationMs).toBeLessThan(6_500);
  });

  it("keep head and tail of a flood", async () => {
    const result = await (await open(tree("flood"))).run(command("echo first; yes | head -c 50000000; echo last", { limits: { outputBytes: mib } }));
    expect(result.stdout.head.startsWith("first\n")).toBe(true);
    expect(result.stdout.tail.endsWith("last\n")).toBe(true);
    expect(result.stdout.totalBytes).toBe(50_000_011);
    expect(result.stdout.omittedBytes).toBe(50_000_011 - mib);
    expect(result.limitsReached).toEqual([{ limit: "output", heldBy: "watchdog" }]);
  });
});

describe("what killed runs leave", () => {
  /** Of a process that cannot be: numbers end below it. */
  const deadName = `${familyPrefix(family)}999999999-1-test`;

  it("is swept at a later start, and what lives is left alone", async () => {
    const dead = join(tmpdir(), deadName);
    mkdirSync(join(dead, "closed"), { recursive: true });
    await open(tree("alive"));
    expect(await sandbox.sweep()).toEqual([dead]);
    expect(existsSync(dead)).toBe(false);
    expect((await (await open(tree("alive"))).run(command("true"))).end).toEqual({ kind: "exited", exitCode: 0 });
  });

  it("is left to its own family", async () => {
    const others = join(tmpdir(), `${familyPrefix(`${family}b`)}999999999-1-test`);
    mkdirSync(others);
    expect(await sandbox.sweep()).toEqual([]);
    expect(existsSync(others)).toBe(true);
    rmSync(others, { recursive: true });
  });

  it.runIf(process.getuid?.() === 0)("includes loop devices and control groups", async () => {
    const dead = join(tmpdir(), deadName);
    mkdirSync(dead);
    writeFileSync(join(dead, "scratch.img"), Buffer.alloc(mib));
    const device = (await runTool("losetup", ["--find", "--show", join(dead, "scratch.img")])).stdout.trim();
    expect(device).toMatch(/^\/dev\/loop\d+$/);
    const groups = new ControlGroups(await findHierarchies(), groupName(deadName, "c1"));
    await groups.create(defaultBoxLimits);
    const folders = [...new Set(groups.joins.map((file) => dirname(file)))];
    expect([...(await sandbox.sweep())].sort()).toEqual([device, dead, ...folders].sort());
    expect([dead, ...folders].filter((path) => existsSync(path))).toEqual([]);
    expect((await runTool("losetup", ["--associated", join(dead, "scratch.img")])).stdout).toBe("");
  });
});
