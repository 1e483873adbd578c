// Starts a TypeScript file of this repository: node scripts/run.cjs scripts/test.ts [arguments].
// Plain old syntax, because its first duty is to be understood by a Node that is too old.
"use strict";

const wanted = 24;
if (Number(process.versions.node.split(".")[0]) !== wanted) {
  console.error(
    `These scripts need Node ${wanted}, but this is ${process.version}: run "npm ci", which brings Node ${wanted} on Linux, or put a Node ${wanted} first on the PATH.`,
  );
  process.exit(2);
}

const { existsSync, readFileSync } = require("node:fs");
const { registerHooks } = require("node:module");
const { resolve } = require("node:path");
const { fileURLToPath, pathToFileURL } = require("node:url");

// Node strips types by itself, but it does not know two habits of the sources: "./name.js" written for name.ts, and files imported as text.
const isText = (url) => /\.(?:py|probe\.cjs|probe\.mjs|txt)$/.test(url);
registerHooks({
  resolve(specifier, context, next) {
    if (!/^\.{1,2}\/.*\.js$/.test(specifier) || context.parentURL === undefined) return next(specifier, context);
    const source = new URL(specifier.replace(/\.js$/, ".ts"), context.parentURL);
    return existsSync(fileURLToPath(source)) ? next(source.href, context) : next(specifier, context);
  },
  load(url, context, next) {
    if (!url.startsWith("file:") || !isText(url)) return next(url, context);
    return { format: "module", shortCircuit: true, source: `export default ${JSON.stringify(readFileSync(fileURLToPath(url), "utf8"))};` };
  },
});

const [file] = process.argv.splice(2, 1);
process.argv[1] = resolve(file);
import(pathToFileURL(process.argv[1]).href);
