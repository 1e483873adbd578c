import type { FileView } from "../../../../domain/file-view.js";

/** What a module may be called in an import without it, or instead of it. */
export const scriptEndings = [
  ...["", ".js", ".mjs", ".cjs", ".ts", ".mts", ".cts", ".tsx", ".jsx"],
  ...["/index.js", "/index.mjs", "/index.cjs", "/index.ts", "/index.mts", "/index.cts", "/index.tsx"],
];

/** Where a relative specifier of JavaScript or TypeScript leads, its ending as it is written; undefined = out of the tree. */
export function scriptPath(from: string, specifier: string): string | undefined {
  const parts = from.split("/").slice(0, -1);
  for (const part of specifier.split("/")) {
    if (part === "..") {
      if (parts.length === 0) return undefined;
      parts.pop();
    } else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}

/** The file of the project a test loads under such a name; undefined = none, or one of several. */
export function moduleFile(from: string, source: string, files: FileView): string | undefined {
  return from.endsWith(".py") ? pythonFile(from, source, files) : scriptFile(from, source, files);
}

function scriptFile(from: string, source: string, files: FileView): string | undefined {
  const path = source.startsWith(".") ? scriptPath(from, source) : undefined;
  if (path === undefined) return undefined;
  // TypeScript names the file that will be there once it is compiled.
  const stems = [path, path.replace(/\.[cm]?js$/, "")];
  return stems
    .flatMap((stem) => scriptEndings.map((ending) => stem + ending))
    .map((one) => one.replace(/^\//, ""))
    .find((one) => files.has(one));
}

function pythonFile(from: string, source: string, files: FileView): string | undefined {
  const dots = /^\.*/.exec(source)?.[0].length ?? 0;
  const path = source.slice(dots).replaceAll(".", "/");
  const ends = path === "" ? ["__init__.py"] : [`${path}.py`, `${path}/__init__.py`];
  if (dots > 0) {
    const folder = from.split("/").slice(0, -dots);
    return ends.map((end) => [...folder, end].join("/")).find((one) => files.has(one));
  }
  const exact = ends.find((end) => files.has(end));
  if (exact !== undefined) return exact;
  const nested = files.paths().filter((one) => ends.some((end) => one.endsWith(`/${end}`)));
  return nested.length === 1 ? nested[0] : undefined;
}
