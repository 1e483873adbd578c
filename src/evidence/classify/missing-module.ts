import type { FileView } from "../../domain/file-view.js";

export interface MissingModule {
  readonly name: string;
  readonly language: "python" | "javascript";
}

/** The module a load error could not find. Relative JavaScript paths are the project's own and not meant here. */
export function missingModuleIn(text: string): MissingModule | undefined {
  const python = /No module named '?([\w.]+)'?/.exec(text)?.[1];
  if (python !== undefined) return { name: python, language: "python" };
  const script = /Cannot find (?:module|package) '([^']+)'|Failed to resolve import "([^"]+)"|Could not resolve "([^"]+)"/.exec(text);
  const name = script?.[1] ?? script?.[2] ?? script?.[3];
  return name === undefined ? undefined : { name, language: "javascript" };
}

/**
 * Is the name the project's own, or a slip of a name that exists? Then code can be healed.
 * Otherwise a package is missing. Undefined view = only relative paths count as the project's.
 */
export function isProjectModule(missing: MissingModule, files: FileView | undefined): boolean {
  if (missing.language === "javascript" && /^[./~@#]?\/|^\.\.?$|^[./]/.test(missing.name)) return true;
  if (files === undefined) return false;
  const top = missing.name.split(missing.language === "python" ? "." : "/")[0] ?? "";
  const known = missing.language === "python" ? [...pythonModules(files), ...STANDARD_PYTHON] : [...scriptPackages(files), ...STANDARD_NODE];
  if (missing.language === "python" && missing.name.includes(".") && known.includes(top)) return true;
  return known.some((candidate) => candidate === top || isNear(candidate, top));
}

function pythonModules(files: FileView): string[] {
  const names = new Set<string>();
  for (const path of files.paths()) {
    if (!path.endsWith(".py") || /(?:site-packages|node_modules)\//.test(path)) continue;
    for (const part of path.replace(/\.py$/, "").split("/")) names.add(part);
  }
  return [...names];
}

function scriptPackages(files: FileView): string[] {
  const source = files.read("package.json")?.text ?? "{}";
  try {
    const manifest = JSON.parse(source) as Record<string, unknown>;
    const names = ["name", "dependencies", "devDependencies", "peerDependencies"].flatMap((key) => {
      const value = manifest[key];
      return typeof value === "string" ? [value] : Object.keys((value ?? {}) as Record<string, unknown>);
    });
    return names;
  } catch {
    return [];
  }
}

const STANDARD_PYTHON =
  "abc argparse array ast asyncio base64 bisect builtins bz2 calendar cmath codecs collections configparser contextlib copy csv ctypes dataclasses datetime decimal difflib email enum errno functools gc getpass glob gzip hashlib heapq hmac html http importlib inspect io itertools json keyword linecache locale logging lzma math mimetypes multiprocessing numbers operator os pathlib pickle pkgutil platform pprint queue random re sched secrets select shelve shlex shutil signal socket sqlite3 ssl stat statistics string struct subprocess sys tempfile textwrap threading time timeit tokenize traceback types typing unicodedata unittest urllib uuid warnings weakref xml zipfile zlib zoneinfo".split(
    " ",
  );
const STANDARD_NODE =
  "assert buffer child_process crypto dns events fs http http2 https net os path perf_hooks process querystring readline stream string_decoder timers tls url util v8 vm worker_threads zlib".split(
    " ",
  );

/** One slip away (two for longer names): a letter too many, too few, wrong, or two swapped. */
export function isNear(known: string, written: string): boolean {
  if (known.length < 3 || written.length < 3) return false;
  if (known.toLowerCase() === written.toLowerCase()) return true;
  return slips(known, written) <= (Math.min(known.length, written.length) >= 7 ? 2 : 1);
}

/** Optimal string alignment distance (Damerau-Levenshtein without repeated edits of a place). */
function slips(left: string, right: string): number {
  const rows = Array.from({ length: left.length + 1 }, (_, row) =>
    Array.from({ length: right.length + 1 }, (_, column) => (row === 0 ? column : column === 0 ? row : 0)),
  );
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= left.length; row += 1) {
    for (let column = 1; column <= right.length; column += 1) {
      const same = left[row - 1] === right[column - 1] ? 0 : 1;
      let best = Math.min(at(row - 1, column) + 1, at(row, column - 1) + 1, at(row - 1, column - 1) + same);
      const swapped = row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      if (swapped) best = Math.min(best, at(row - 2, column - 2) + 1);
      const line = rows[row];
      if (line !== undefined) line[column] = best;
    }
  }
  return at(left.length, right.length);
}
