import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const files = readdirSync("dist").sort();
const bundles = files.filter((name) => name.endsWith(".cjs"));
const licences = readFileSync("dist/licenses.txt", "utf8");

describe("dist/", () => {
  test("holds the entries of package and action, the grammars and the licences, and nothing else", () => {
    expect(files).toEqual([
      "cli.cjs",
      "heal.cjs",
      "index.cjs",
      "licenses.txt",
      "post.cjs",
      "tree-sitter-go.wasm",
      "tree-sitter-java.wasm",
      "tree-sitter-javascript.wasm",
      "tree-sitter-python.wasm",
      "tree-sitter-rust.wasm",
      "tree-sitter-tsx.wasm",
      "tree-sitter-typescript.wasm",
      "web-tree-sitter.wasm",
    ]);
  });

  test.each(bundles)("%s is a script this Node can read", (name) => {
    expect(spawnSync(process.execPath, ["--check", join("dist", name)], { encoding: "utf8" }).stderr).toBe("");
  });

  test.each(bundles)("%s names no folder of the machine that built it", (name) => {
    expect(readFileSync(join("dist", name), "utf8")).not.toContain(process.cwd());
  });

  test.each(["web-tree-sitter", "tree-sitter-python", "tree-sitter-javascript", "tree-sitter-typescript"])("carries the licence of %s", (name) => {
    const section = licences.split(/^={80}$/m).find((text) => text.trimStart().startsWith(`${name} `));
    expect(section).toContain("Permission is hereby granted");
  });

  test("carries the licence of every package that a bundle names as a source", () => {
    const sources = bundles.flatMap((name) => [...readFileSync(join("dist", name), "utf8").matchAll(/^\s*\/\/ node_modules\/.*$/gm)].map((match) => match[0]));
    const packages = new Set(sources.map((line) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(line)?.[1] ?? line));
    const missing = [...packages].filter((name) => !licences.includes(`\n${name} `));
    expect(missing).toEqual([]);
    expect(packages.size).toBeGreaterThan(0);
  });
});
