import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface BenchTree {
  readonly root: string;
  remove(): void;
}

const filesInFolder = 100;
/** Read by the command before it waits, so that a slow file system shows. */
const readByCommand = 300;

/** Reads files of the tree, then spins until nine tenths of a second more have passed, as a small test suite would. */
const work = `
const { readFileSync } = require("node:fs");
let sum = 0;
for (let i = 0; i < ${readByCommand}; i += 1) sum += readFileSync(\`d\${i % 20}/f\${i % ${filesInFolder}}\`).length;
const end = performance.now() + 900;
while (performance.now() < end) sum += 1;
`;

export const workCommand = "node work.cjs";

/** A tree of so many files, together about 200 MB, in folders of a hundred. */
export function makeTree(files: number): BenchTree {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "heal-overhead-")));
  chmodSync(root, 0o755);
  const text = "0123456789abcde\n".repeat(Math.round(200_000_000 / files / 16));
  for (let at = 0; at < files; at += 1) {
    const folder = join(root, `d${Math.floor(at / filesInFolder)}`);
    if (at % filesInFolder === 0) mkdirSync(folder);
    writeFileSync(join(folder, `f${at % filesInFolder}`), text);
  }
  writeFileSync(join(root, "work.cjs"), work);
  writeFileSync(join(root, "changed.txt"), "0\n");
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) };
}
