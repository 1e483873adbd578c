import type { FileView } from "../../../domain/file-view.js";
import { joinPath } from "./paths.js";

/** A package script a command starts. */
export interface ScriptCall {
  /** Folder of the package.json, relative to the root. */
  readonly directory: string;
  /** Commands in order: pre, the script itself, post. */
  readonly before: string | undefined;
  readonly script: string;
  readonly after: string | undefined;
  /** Arguments handed on to the script. */
  readonly handedOn: readonly string[];
}

const MANAGERS = new Set(["npm", "yarn", "pnpm", "bun"]);
const DIRECTORY_OPTIONS = new Set(["--prefix", "-C", "--dir", "--cwd"]);
const PACKAGE_OPTIONS = new Set(["-w", "--workspace", "--filter", "-F"]);
const SHORT_NAMES: Readonly<Record<string, string>> = { t: "test", tst: "test", "run-script": "run", rum: "run", urn: "run" };
/** Words of yarn, pnpm and bun that are never a script. */
const OWN_WORDS = new Set(["install", "add", "ci", "exec", "dlx", "x", "build-ignored", "publish", "audit", "init", "link"]);

/** `npm test`, `yarn run unit`, `pnpm --filter pkg test` … → the script behind it. */
export function scriptCall(program: string, args: readonly string[], place: { directory: string; files: FileView }): ScriptCall | undefined {
  if (!MANAGERS.has(program)) return undefined;
  const words = readWords(args);
  const name = scriptName(program, words.plain);
  if (name === undefined) return undefined;
  const directory = scriptDirectory(words, place);
  if (directory === undefined) return undefined;
  const scripts = scriptsOf(directory, place.files);
  const script = scripts?.[name.script];
  if (scripts === undefined || script === undefined) return undefined;
  const handedOn = [...name.rest, ...words.afterDashes];
  return { directory, before: scripts[`pre${name.script}`], script, after: scripts[`post${name.script}`], handedOn };
}

interface ManagerWords {
  readonly plain: string[];
  readonly afterDashes: string[];
  folder: string | undefined;
  workspace: string | undefined;
}

function readWords(args: readonly string[]): ManagerWords {
  const words: ManagerWords = { plain: [], afterDashes: [], folder: undefined, workspace: undefined };
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at] ?? "";
    const [option = "", inline] = word.startsWith("-") ? splitOption(word) : [word, undefined];
    if (word === "--") {
      words.afterDashes.push(...args.slice(at + 1));
      break;
    }
    if (DIRECTORY_OPTIONS.has(option)) words.folder = inline ?? args[++at];
    else if (PACKAGE_OPTIONS.has(option)) words.workspace = inline ?? args[++at];
    else if (!word.startsWith("-") || words.plain.length > 0) words.plain.push(word);
  }
  return words;
}

function splitOption(word: string): [string, string | undefined] {
  const equals = word.indexOf("=");
  return equals < 0 ? [word, undefined] : [word.slice(0, equals), word.slice(equals + 1)];
}

function scriptName(program: string, plain: readonly string[]): { script: string; rest: readonly string[] } | undefined {
  const [first = "", second, ...others] = plain;
  const verb = SHORT_NAMES[first] ?? first;
  if (verb === "run") return second === undefined ? undefined : { script: second, rest: program === "npm" ? [] : others };
  if (program === "yarn" && verb === "workspace") return undefined;
  if (verb === "test" || verb === "start") return { script: verb, rest: program === "npm" ? [] : plain.slice(1) };
  if (program === "npm" || program === "bun" || verb === "" || OWN_WORDS.has(verb)) return undefined;
  return { script: verb, rest: plain.slice(1) };
}

function scriptDirectory(words: ManagerWords, place: { directory: string; files: FileView }): string | undefined {
  const base = words.folder === undefined ? place.directory : joinPath(place.directory, words.folder);
  if (base === undefined || words.workspace === undefined) return base;
  const wanted = words.workspace;
  const manifests = place.files.paths().filter((path) => /(?:^|\/)package\.json$/.test(path) && !path.includes("node_modules/"));
  const found = manifests.find((path) => folderOf(path) === joinPath(base, wanted) || manifestAt(folderOf(path), place.files)?.["name"] === wanted);
  return found === undefined ? undefined : folderOf(found);
}

function folderOf(manifest: string): string {
  return manifest.replace(/\/?package\.json$/, "");
}

/** The parsed package.json of a folder; undefined when there is none or it is broken. */
export function manifestAt(directory: string, files: FileView): Readonly<Record<string, unknown>> | undefined {
  const source = files.read(directory === "" ? "package.json" : `${directory}/package.json`);
  if (source === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(source.text.replace(/^\uFEFF/, ""));
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function scriptsOf(directory: string, files: FileView): Readonly<Record<string, string>> | undefined {
  const scripts = manifestAt(directory, files)?.["scripts"];
  if (typeof scripts !== "object" || scripts === null) return undefined;
  return Object.fromEntries(Object.entries(scripts).filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}
