import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { createSandbox } from "../../../src/adapters/sandbox/create.js";
import { emptyPatch, type Patch } from "../../../src/domain/patch.js";
import type { BoxResult, Layer } from "../../../src/ports/sandbox.js";
import { type Bench, copyTree, giveTo, makeTree, runnerEnvironment, smallLimits } from "./bench.js";
import type { BoxCase } from "./case.js";
import { treeDigest } from "./host.js";

export const layerCases: readonly BoxCase[] = [
  { name: "what a command writes is gone for the next, in tree, home and /tmp", holds: scratchIsGone },
  { name: "a kept layer is seen by later boxes, in tree and home, deletions too", holds: layersAreKept },
  { name: "layers lie over each other in their order, below the patch", holds: layersAreOrdered },
  { name: "a layer kept beside a patch holds the command's writing only", holds: layersAreFreeOfThePatch },
  { name: "a patch modifies, adds and deletes, and its files keep their modes", holds: patchIsSeen },
  { name: "the tree on the host is untouched to the byte", holds: hostTreeIsUntouched },
  { name: "commands run side by side do not see each other", holds: concurrentRunsAreApart },
  { name: "the box runs as the tree's owner, with a name for it", holds: runsAsOwner },
  { name: "a path with spaces, quotes, a comma, a colon and a newline works", holds: oddPathsWork },
  { name: "folders of earlier steps lie over the tree and take writes", holds: overlaysLieOver },
  { name: "the tree stands at its own path and other files may stand in for it", holds: treeKeepsItsPath },
];

function layerOf(result: BoxResult): Layer {
  if (result.layer === undefined) throw new Error(`no layer came back: ${JSON.stringify(result)}`);
  return result.layer;
}

const samplePatch: Patch = {
  changes: [
    { kind: "modify", path: "src/code.py", before: "value = 1\n", after: "value = 2\n", encoding: "utf8" },
    { kind: "add", path: "src/new folder/né'w.py", after: "new = '\n'\n", encoding: "utf8" },
    { kind: "delete", path: "src/old.py", before: "gone = True\n", encoding: "utf8" },
  ],
};

async function scratchIsGone(bench: Bench): Promise<void> {
  const first = await bench.say("echo x >new; echo y >>readme.txt; rm src/old.py; echo z >~/mine; echo t >/tmp/mine; touch /var/tmp/mine; cat new readme.txt");
  expect(first).toBe("x\nas committed\ny\n");
  expect(await bench.say("ls new ~/mine /tmp/mine /var/tmp/mine 2>/dev/null; cat readme.txt; ls src; ls -A /tmp /heal/out")).not.toMatch(/new|mine|\ny\n/);
  expect(await bench.say("ls src")).toBe("code.py\nold.py\n");
}

async function layersAreKept(bench: Bench): Promise<void> {
  const layer = layerOf(
    await bench.run("mkdir build; echo built >build/out; echo home >~/.tool; rm src/old.py; echo more >>readme.txt; echo t >/tmp/t", { writes: "keep" }),
  );
  const seen = await bench.say("cat build/out ~/.tool readme.txt; ls src; ls /tmp/t 2>/dev/null", { layers: [layer] });
  expect(seen).toBe("built\nhome\nas committed\nmore\ncode.py\n");
  await bench.run("rm -r build ~/.tool", { layers: [layer] });
  expect(await bench.say("cat build/out", { layers: [layer] })).toBe("built\n");
  expect(await bench.say("ls build ~/.tool 2>/dev/null")).toBe("");
}

async function layersAreOrdered(bench: Bench): Promise<void> {
  const lower = layerOf(await bench.run("echo lower >a; echo lower >b; echo lower >c; mkdir d; echo lower >d/l", { writes: "keep" }));
  const upper = layerOf(await bench.run("echo upper >b; echo upper >c; rm a; echo upper >d/u", { layers: [lower], writes: "keep" }));
  const patch: Patch = { changes: [{ kind: "modify", path: "c", before: "", after: "patch\n", encoding: "utf8" }] };
  expect(await bench.say("ls a 2>/dev/null; cat b c d/l d/u", { layers: [lower, upper], patch })).toBe("upper\npatch\nlower\nupper\n");
}

async function layersAreFreeOfThePatch(bench: Bench): Promise<void> {
  const layer = layerOf(await bench.run("cat src/code.py >copy", { patch: samplePatch, writes: "keep" }));
  expect(await bench.say("cat copy src/code.py; ls src", { layers: [layer] })).toMatch(/^value = 2\nvalue = 1\ncode.py\n(?:new folder\n)?old.py\n$/);
}

async function patchIsSeen(bench: Bench): Promise<void> {
  const seen = await bench.say("cat src/code.py 'src/new folder/né'\\''w.py'; ls src; stat -c %a src/code.py; stat -c %U src src/code.py", {
    patch: samplePatch,
  });
  const user = (await bench.say("id -un")).trim();
  expect(seen).toBe(`value = 2\nnew = '\n'\ncode.py\nnew folder\n644\n${user}\n${user}\n`);
  const latin: Patch = { changes: [{ kind: "modify", path: "readme.txt", before: "", after: "\u{e9}\r\n", encoding: "latin1" }] };
  expect(await bench.say("od -An -tx1 readme.txt", { patch: latin })).toBe(" e9 0d 0a\n");
}

async function hostTreeIsUntouched(bench: Bench): Promise<void> {
  const before = treeDigest(bench.root);
  await bench.run("rm -rf src .git* ; echo x >readme.txt; mkdir .git; chmod -R 777 . ; touch -d 2001-01-01 vendor", { patch: samplePatch });
  await bench.run("rm -rf ./* ; echo x >readme.txt", { writes: "keep" });
  expect(treeDigest(bench.root)).toBe(before);
}

async function concurrentRunsAreApart(bench: Bench): Promise<void> {
  const box = await bench.box({ patch: emptyPatch, layers: [] });
  const run = (name: string): Promise<BoxResult> =>
    box.run({
      command: `echo ${name} >who; echo ${name} >/tmp/who; sleep 1; cat who /tmp/who; cp who /heal/out/who; exit 0`,
      ...{ directory: "", environment: {}, tools: {}, collect: ["who"], writes: "discard" },
    });
  const results = await Promise.all([run("one"), run("two"), run("three")]);
  expect(
    results.map(({ stdout }) => stdout.head),
    JSON.stringify(results.map(({ end }) => end)),
  ).toEqual(["one\none\n", "two\ntwo\n", "three\nthree\n"]);
  expect(results.map(({ files }) => files.who)).toEqual(["one\n", "two\n", "three\n"]);
}

async function runsAsOwner(bench: Bench): Promise<void> {
  const own = process.getuid?.() ?? 0;
  expect((await bench.say("id -u; id -un; stat -c %u readme.txt; touch written && stat -c %u written")).split("\n")).toEqual([
    String(own),
    expect.any(String),
    String(own),
    String(own),
    "",
  ]);
  if (own !== 0) return;
  const root = makeTree("of somebody else");
  giveTo(root, 12_345);
  await inTree(bench, root, async (say) => {
    expect(await say("id -u; id -g; id -un; echo x >>src/code.py && stat -c %u src/code.py; touch ~/x && echo home")).toBe("12345\n12345\nheal\n12345\nhome\n");
  });
}

async function oddPathsWork(bench: Bench): Promise<void> {
  const root = copyTree(bench.root, `it's "odd", 100%: a\\b\nnewline`);
  await inTree(bench, root, async (say) => {
    expect(await say('[ "$PWD" = "$WANTED" ] && cat readme.txt; echo x >y && cat y', { WANTED: root })).toBe("as committed\nx\n");
  });
}

async function inTree(
  bench: Bench,
  root: string,
  use: (say: (command: string, environment?: Record<string, string>) => Promise<string>) => Promise<void>,
): Promise<void> {
  const box = await bench.sandbox.open({ base: { root, overlays: [] }, layers: [], patch: emptyPatch });
  try {
    await use(async (command, environment = {}) => {
      const result = await box.run({ command, directory: "", environment, tools: {}, collect: [], writes: "discard" });
      return result.end.kind === "not-started" ? `not started: ${result.end.reason}` : result.stdout.head + result.stderr.head;
    });
  } finally {
    await box.close();
    rmSync(join(root, ".."), { recursive: true, force: true });
  }
}

async function overlaysLieOver(bench: Bench): Promise<void> {
  const modules = makeTree("modules");
  const base = { root: bench.root, overlays: [{ from: modules, at: "node_modules" }] };
  const run = async (layers: readonly Layer[], command: string, writes: "keep" | "discard"): Promise<BoxResult> => {
    const box = await bench.sandbox.open({ base, layers, patch: emptyPatch });
    const result = await box.run({ command, directory: "", environment: {}, tools: {}, collect: [], writes });
    await box.close();
    return result;
  };
  try {
    const kept = await run([], "cat readme.txt node_modules/readme.txt; echo cached >node_modules/.cache; echo x >>node_modules/readme.txt", "keep");
    expect(kept.stdout.head).toBe("as committed\nas committed\n");
    expect((await run([layerOf(kept)], "cat node_modules/.cache node_modules/readme.txt", "discard")).stdout.head).toBe("cached\nas committed\nx\n");
    expect((await run([], "ls -A node_modules", "discard")).stdout.head).not.toContain(".cache");
  } finally {
    rmSync(join(modules, ".."), { recursive: true, force: true });
  }
}

async function treeKeepsItsPath(bench: Bench): Promise<void> {
  expect(await bench.say("pwd")).toBe(`${bench.root}\n`);
  expect((await bench.run("pwd", { directory: "src" })).stdout.head).toBe(`${bench.root}/src\n`);
  expect((await bench.run("pwd", { directory: "not there" })).end.kind).toBe("not-started");
  const other = makeTree("pinned");
  const choice = await createSandbox({ choice: bench.engine, limits: smallLimits, root: bench.root, hostEnvironment: runnerEnvironment });
  if (choice.kind !== "ready") throw new Error("no second sandbox");
  try {
    const box = await choice.sandbox.open({ base: { root: bench.root, from: other, overlays: [] }, layers: [], patch: emptyPatch });
    const result = await box.run({ command: "pwd; cat readme.txt", directory: "", environment: {}, tools: {}, collect: [], writes: "discard" });
    expect(result.stdout.head).toBe(`${bench.root}\nas committed\n`);
  } finally {
    await choice.sandbox.close();
    rmSync(join(other, ".."), { recursive: true, force: true });
  }
}
