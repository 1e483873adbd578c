import { existsSync } from "node:fs";
import type { BuildOptions, Plugin } from "esbuild";
import { textEndings } from "./text-imports.ts";

export interface Bundle {
  readonly source: string;
  /** File name below dist/. */
  readonly output: string;
  readonly kind: "action" | "command" | "chunk";
}

/** The command line is two files: a few kilobytes that answer `--version`, and everything else, loaded when needed. */
const chunk: Bundle = { source: "src/shells/cli/main.ts", output: "heal.cjs", kind: "chunk" };

const wanted: readonly Bundle[] = [
  { source: "src/main.ts", output: "index.cjs", kind: "action" },
  { source: "src/post.ts", output: "post.cjs", kind: "action" },
  { source: "src/cli.ts", output: "cli.cjs", kind: "command" },
  chunk,
];

export function bundles(): readonly Bundle[] {
  return wanted.filter((bundle) => existsSync(bundle.source));
}

/** Laid beside the bundles; src/adapters/syntax looks for them there. */
export function grammarFiles(): readonly string[] {
  return [
    "node_modules/web-tree-sitter/web-tree-sitter.wasm",
    "node_modules/tree-sitter-python/tree-sitter-python.wasm",
    "node_modules/tree-sitter-javascript/tree-sitter-javascript.wasm",
    "node_modules/tree-sitter-typescript/tree-sitter-typescript.wasm",
    "node_modules/tree-sitter-typescript/tree-sitter-tsx.wasm",
    "node_modules/tree-sitter-go/tree-sitter-go.wasm",
    "node_modules/tree-sitter-rust/tree-sitter-rust.wasm",
    "node_modules/tree-sitter-java/tree-sitter-java.wasm",
  ];
}

export function settingsFor(bundle: Bundle): BuildOptions & { readonly metafile: true } {
  return {
    entryPoints: [bundle.source],
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node24",
    charset: "utf8",
    legalComments: "none",
    metafile: true,
    logLevel: "warning",
    // CommonJS has no import.meta; anything but `url`, which is defined here, would be undefined without a word.
    define: { "import.meta.url": "importMetaUrl" },
    logOverride: { "empty-import-meta": "error" },
    // In the small command a plain require starts faster than import(), which wakes Node's second module loader.
    // Not in the others: web-tree-sitter has a function with a variable named require.
    supported: { "dynamic-import": bundle.kind !== "command" },
    loader: Object.fromEntries(textEndings.map((ending) => [ending, "text"] as const)),
    banner: { js: banner(bundle) },
    plugins: bundle.kind === "command" ? [leaveChunkOutside] : [leaveOutUnzip],
  };
}

const importMetaUrl = `const importMetaUrl = require("node:url").pathToFileURL(__filename).href;`;

/** People start the command with any Node; a syntax error deep in a bundle would not tell them what to do. */
const nodeGuard = `if (Number(process.versions.node.split(".")[0]) < 24) {
  console.error("heal needs Node 24 or newer, but this is " + process.version + ": put a newer node first on the PATH.");
  process.exit(2);
}`;

function banner(bundle: Bundle): string {
  return bundle.kind === "command" ? `#!/usr/bin/env node\n${nodeGuard}` : importMetaUrl;
}

const leaveChunkOutside: Plugin = {
  name: "leave the heavy chunk outside",
  setup(build) {
    build.onResolve({ filter: /\/shells\/cli\/main\.js$/ }, () => ({ path: `./${chunk.output}`, external: true }));
  },
};

/**
 * @actions/artifact unpacks downloads with unzip-stream, which brings a package without any licence ("buffers"). Heal uploads artifacts
 * and never unpacks one, so the unpacking is replaced by a sentence (docs/decisions/0004).
 */
const leaveOutUnzip: Plugin = {
  name: "leave out unzip-stream",
  setup(build) {
    const contents = `exports.Extract = () => { throw new Error("This bundle uploads artifacts and does not unpack them."); };`;
    build.onResolve({ filter: /^unzip-stream$/ }, () => ({ path: "unzip-stream", namespace: "left-out" }));
    build.onLoad({ filter: /.*/, namespace: "left-out" }, () => ({ contents, loader: "js" }));
  },
};
