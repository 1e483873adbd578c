import { posix } from "node:path";
import type { FileView } from "./file-view.js";

const SCRIPT_ENDINGS = [".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs"];

/** The project's file behind an import, or undefined for libraries and the standard library. */
export function resolveImport(specifier: string, importer: string, files: FileView): string | undefined {
  return importer.endsWith(".py") ? resolvePython(specifier, importer, files) : resolveScript(specifier, importer, files);
}

function resolveScript(specifier: string, importer: string, files: FileView): string | undefined {
  const folder = posix.dirname(importer);
  if (/^\.{1,2}(?:\/|$)/.test(specifier)) return existingScript(posix.join(folder, specifier), files);
  if (/^[@~#]\//.test(specifier)) return bySuffix(specifier.slice(2), files);
  return workspacePackage(specifier, files);
}

/** TypeScript sources import "./a.js" and mean "./a.ts". */
function existingScript(path: string, files: FileView): string | undefined {
  const stem = path.replace(/\.[cm]?jsx?$/, "");
  const candidates = [
    path,
    ...SCRIPT_ENDINGS.flatMap((ending) => [`${path}${ending}`, `${stem}${ending}`]),
    ...SCRIPT_ENDINGS.map((ending) => posix.join(path, `index${ending}`)),
  ];
  return candidates.find((candidate) => files.has(candidate));
}

/** Path aliases are configured in many ways; nearly all of them end with the path below the source folder. */
function bySuffix(path: string, files: FileView): string | undefined {
  const roots = [...new Set(files.paths().flatMap((known) => prefixes(known)))].sort((left, right) => left.length - right.length);
  for (const root of roots) {
    const found = existingScript(posix.join(root, path), files);
    if (found !== undefined) return found;
  }
  return undefined;
}

function prefixes(path: string): string[] {
  const parts = posix.dirname(path).split("/");
  return ["", ...parts.slice(0, 3).map((_, index) => parts.slice(0, index + 1).join("/"))];
}

/** A package of the same repository, imported by its name. */
function workspacePackage(specifier: string, files: FileView): string | undefined {
  const parts = specifier.split("/");
  const name = specifier.startsWith("@") ? parts.slice(0, 2).join("/") : (parts[0] ?? "");
  const rest = parts.slice(specifier.startsWith("@") ? 2 : 1).join("/");
  for (const path of files.paths()) {
    if (posix.basename(path) !== "package.json" || path.includes("node_modules/")) continue;
    const manifest = manifestOf(files.read(path)?.text ?? "");
    if (manifest.name !== name) continue;
    const folder = posix.dirname(path);
    const entries = rest === "" ? [manifest.main ?? "index", "src/index", "index", "lib/index"] : [rest, `src/${rest}`];
    const found = entries.map((entry) => existingScript(posix.join(folder, entry), files)).find((entry) => entry !== undefined);
    if (found !== undefined) return found;
  }
  return undefined;
}

function manifestOf(text: string): { readonly name?: string; readonly main?: string } {
  const field = (name: string): string | undefined => new RegExp(`"${name}"\\s*:\\s*"([^"]+)"`).exec(text)?.[1];
  const name = field("name");
  const main = field("main");
  return { ...(name === undefined ? {} : { name }), ...(main === undefined ? {} : { main }) };
}

function resolvePython(specifier: string, importer: string, files: FileView): string | undefined {
  const dots = /^\.+/.exec(specifier)?.[0].length ?? 0;
  const path = specifier.slice(dots).replaceAll(".", "/");
  if (dots > 0) {
    let folder = posix.dirname(importer);
    for (let up = 1; up < dots; up += 1) folder = posix.dirname(folder);
    return existingModule(posix.join(folder, path), files);
  }
  const beside = existingModule(posix.join(posix.dirname(importer), path), files);
  if (beside !== undefined) return beside;
  const roots = ["", "src", "lib", ...parents(importer)];
  const found = roots.map((root) => existingModule(posix.join(root, path), files)).find((module) => module !== undefined);
  return found ?? nestedModule(path, files);
}

/** A source root somewhere below, e.g. `packages/core/src/core/parser.py` for "core.parser". */
function nestedModule(path: string, files: FileView): string | undefined {
  if (!path.includes("/")) return undefined;
  return files.paths().find((known) => known.endsWith(`/${path}.py`) || known.endsWith(`/${path}/__init__.py`));
}

function parents(path: string): string[] {
  const folders: string[] = [];
  for (let folder = posix.dirname(path); folder !== "."; folder = posix.dirname(folder)) folders.push(folder);
  return folders;
}

function existingModule(path: string, files: FileView): string | undefined {
  return [`${path}.py`, posix.join(path, "__init__.py")].find((candidate) => files.has(candidate));
}
