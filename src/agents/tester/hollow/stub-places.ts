import { posix } from "node:path";
import type { FileView } from "../../../domain/file-view.js";
import type { WrittenFiles } from "../suite-reply.js";

export interface PlaceRequest {
  readonly files: FileView;
  readonly written: WrittenFiles;
  readonly directory: string;
  /** The test file. */
  readonly path: string;
}

export interface PythonPlaces {
  readonly standing: readonly string[];
  /** Where the module may be looked for; more of them than one do no harm in a box that is thrown away. */
  readonly missing: readonly string[];
}

/** Files a Python module of the project stands in, or could. */
export function pythonPlaces(module: string, request: PlaceRequest): PythonPlaces {
  const { files, written, directory, path } = request;
  const tail = module.replace(/^\.+/, "").replaceAll(".", "/");
  const dots = /^\.*/.exec(module)?.[0].length ?? 0;
  const roots = dots > 0 ? [upFrom(path, dots)] : [directory, posix.dirname(path), "", "src"];
  const modules = [...new Set(roots)].map((root) => posix.join(root, tail)).map((place) => place.replace(/^\.\/?|\/$/g, ""));
  const exact = modules.flatMap((place) => [`${place}.py`, posix.join(place, "__init__.py")]).filter((place) => files.has(place));
  if (exact.length > 0) return { standing: [...new Set(exact)], missing: [] };
  const elsewhere = dots > 0 ? [] : files.paths().filter((known) => isModuleFile(known, tail));
  if (elsewhere.length > 0) return { standing: elsewhere.slice(0, 3), missing: [] };
  const { code } = written;
  const named = code !== null && `/${code}`.endsWith(`/${tail}.py`) ? [code] : [];
  return { standing: [], missing: [...new Set([...named, ...modules.filter((place) => place !== "").map((place) => `${place}.py`)])] };
}

function isModuleFile(known: string, tail: string): boolean {
  return !/(?:^|\/)(?:site-packages|\.?venv)\//.test(known) && (`/${known}`.endsWith(`/${tail}.py`) || `/${known}`.endsWith(`/${tail}/__init__.py`));
}

/** One dot = the folder of the file itself. */
function upFrom(path: string, dots: number): string {
  let folder = posix.dirname(path);
  for (let level = 1; level < dots; level += 1) folder = posix.dirname(folder);
  return folder;
}

const endings = ["", ".js", ".ts", ".mjs", ".cjs", ".mts", ".cts", ".jsx", ".tsx", "/index.js", "/index.ts"];

/** The file a script's import means, there or not; undefined = no file of the project. */
export function scriptPlace(source: string, { files, written, path }: PlaceRequest): string | undefined {
  if (source.startsWith(".")) return standingOrNew(posix.normalize(posix.join(posix.dirname(path), source)), files, path);
  const alias = /^(?:@\/|~\/|#\/?)(.+)$/.exec(source)?.[1];
  if (alias === undefined) return undefined;
  const stem = alias.replace(/\.\w+$/, "");
  const known = [...files.paths(), ...(written.code === null ? [] : [written.code])];
  return known.find((one) => `/${one}`.replace(/\.\w+$/, "").endsWith(`/${stem}`) && /\.[cm]?[jt]sx?$/.test(one) && one !== path);
}

function standingOrNew(place: string, files: FileView, path: string): string | undefined {
  if (place.startsWith("..")) return undefined;
  const asSource = place.replace(/\.([cm]?)js(x?)$/, ".$1ts$2");
  const found = [...endings.map((ending) => place + ending), asSource].find((known) => files.has(known));
  if (found !== undefined) return found;
  const ending = /\.([cm]?[jt]sx?)$/.exec(path)?.[1] ?? "js";
  if (/\.\w+$/.test(place) && !/\.[cm]?[jt]sx?$/.test(place)) return undefined;
  return /\.[cm]?[jt]sx?$/.test(place) ? place : `${place}.${ending}`;
}
