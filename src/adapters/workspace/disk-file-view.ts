import { closeSync, constants, fstatSync, openSync, readSync, realpathSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import type { FileView, SourceText } from "../../domain/file-view.js";
import { decodeSource } from "./source-text.js";

/** Larger files are not read as sources: no coder edits them, and the tree still runs with them. */
const readCapBytes = 4 * 1024 * 1024;

/** A view of `paths` below `root`, read on demand and kept. Links are not followed and nothing outside the root is read. */
export function diskFileView(root: string, paths: readonly string[]): FileView {
  const known = new Set(paths);
  const texts = new Map<string, SourceText | undefined>();
  const realRoot = realpathSync(root);
  return {
    paths: () => paths,
    has: (path) => known.has(path),
    read(path) {
      if (!known.has(path)) return undefined;
      if (!texts.has(path)) texts.set(path, readSource(realRoot, path));
      return texts.get(path);
    },
  };
}

function readSource(realRoot: string, path: string): SourceText | undefined {
  const bytes = readRegularFile(realRoot, path);
  return bytes === undefined ? undefined : decodeSource(bytes);
}

/** Undefined for links, special files, files beyond the cap and files that cannot be read. */
export function readRegularFile(realRoot: string, path: string): Buffer | undefined {
  const absolute = join(realRoot, path);
  try {
    const folder = realpathSync(dirname(absolute));
    if (folder !== realRoot && !folder.startsWith(realRoot + sep)) return undefined;
    // Non-blocking, so that a pipe in the tree cannot hold us.
    const handle = openSync(absolute, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      return readOpened(handle);
    } finally {
      closeSync(handle);
    }
  } catch {
    return undefined;
  }
}

function readOpened(handle: number): Buffer | undefined {
  const stat = fstatSync(handle);
  if (!stat.isFile() || stat.size > readCapBytes) return undefined;
  const buffer = Buffer.alloc(stat.size);
  let filled = 0;
  while (filled < buffer.length) {
    const count = readSync(handle, buffer, filled, buffer.length - filled, filled);
    if (count === 0) break;
    filled += count;
  }
  return buffer.subarray(0, filled);
}
