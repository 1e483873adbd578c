import type { FileView } from "../../../domain/file-view.js";
import type { ChangedFile } from "../changed-file.js";
import { importedModules } from "../import-names.js";
import type { Hit, ReviewRule } from "../rule.js";
import { isPythonLibrary, nodeModules } from "./standard-modules.js";

/** Declared packages and imports that the project did not have. */
export const newDependency: ReviewRule = { id: "new-dependency", severity: "advice", find: (file) => [...declared(file), ...imported(file)] };

const manifestLine: readonly { readonly file: RegExp; readonly line: RegExp }[] = [
  { file: /(?:^|\/)(?:requirements|constraints)[^/]*\.txt$|(?:^|\/)requirements\/[^/]+\.txt$/, line: /^\s*(?:[A-Za-z0-9]|-e\s|--(?:extra-)?index-url|git\+)/ },
  { file: /(?:^|\/)go\.mod$/, line: /^\s*(?:require\s+)?[\w.-]+\.[a-z]+\/\S+\s+v\d/ },
  { file: /(?:^|\/)Gemfile$/, line: /^\s*gem\s/ },
  {
    file: /(?:^|\/)(?:pyproject\.toml|Pipfile|Cargo\.toml|setup\.cfg)$/,
    line: /^\s*(?:"[A-Za-z][\w.-]*(?:\[[\w,]+\])?\s*(?:[<>=~!]=?[^"]*)?",?\s*$|(?!version|python|requires-python|edition|name|license|description)[A-Za-z][\w-]*\s*=\s*(?:"[\^~<>=*\d]|\{\s*(?:version|git|path)))/,
  },
];

function declared(file: ChangedFile): Hit[] {
  if (/(?:^|\/)package\.json$/.test(file.path)) return declaredPackages(file);
  const manifest = manifestLine.find(({ file: name }) => name.test(file.path));
  if (manifest === undefined) return [];
  return file.addedLines
    .filter(({ text }) => manifest.line.test(text))
    .map(({ line, text }) => ({ line, claim: `The patch declares a dependency: ${text.trim().slice(0, 80)}` }));
}

const dependencyKeys = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies", "overrides", "resolutions"];

function declaredPackages(file: ChangedFile): Hit[] {
  const [old, now] = versions(file);
  return dependencyKeys.flatMap((key) =>
    Object.entries(section(now, key))
      .filter(([name, range]) => section(old, key)[name] !== range)
      .map(([name, range]) => ({ line: lineOf(file, `"${name}"`), claim: `The patch declares a dependency: ${name} ${String(range)}` })),
  );
}

const lifecycle = /^(?:pre|post)?(?:install|prepare|prepack|publish|publishOnly|test|build|start)$|^(?:dependencies|prepublishOnly)$/;

/** Scripts that package managers and test commands start by themselves, and files that interpreters run unasked. */
export const installScript: ReviewRule = {
  id: "install-script",
  severity: "advice",
  find: (file) => {
    if (file.change.kind === "delete") return [];
    const own = file.path.slice(file.path.lastIndexOf("/") + 1);
    if (/^(?:sitecustomize\.py|usercustomize\.py|.*\.pth|\.npmrc|\.yarnrc(?:\.yml)?|\.pnpmfile\.cjs|binding\.gyp|conftest\.py)$/.test(own)) {
      return [{ line: null, claim: `${file.path} is run or read by tools without being asked for` }];
    }
    if (own === "setup.py") return hits(file, /cmdclass|class\s+\w+\((?:install|develop|build_py|egg_info)\)/);
    return own === "package.json" ? changedScripts(file) : [];
  },
};

function changedScripts(file: ChangedFile): Hit[] {
  const [old, now] = versions(file);
  return Object.entries(section(now, "scripts"))
    .filter(([name, command]) => lifecycle.test(name) && section(old, "scripts")[name] !== command)
    .map(([name, command]) => ({ line: lineOf(file, `"${name}"`), claim: `The script "${name}" now runs: ${String(command).slice(0, 80)}` }));
}

function hits(file: ChangedFile, pattern: RegExp): Hit[] {
  return file.addedLines
    .filter(({ text }) => pattern.test(text))
    .map(({ line, text }) => ({ line, claim: `Installing the project now runs: ${text.trim().slice(0, 80)}` }));
}

function lineOf(file: ChangedFile, text: string): number | null {
  return file.addedLines.find((added) => added.text.includes(text))?.line ?? null;
}

type Data = Readonly<Record<string, unknown>>;

function versions({ change }: ChangedFile): readonly [Data, Data] {
  return [parsed(change.kind === "add" ? "{}" : change.before), parsed(change.kind === "delete" ? "{}" : change.after)];
}

function parsed(text: string): Data {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Data) : {};
  } catch {
    return {};
  }
}

function section(data: Data, key: string): Data {
  const value = data[key];
  return typeof value === "object" && value !== null ? (value as Data) : {};
}

function imported(file: ChangedFile): Hit[] {
  if (file.after.root === undefined || file.language === undefined) return [];
  const before = new Set(file.before.root === undefined ? [] : importedModules(file.before.root).map(({ module }) => module));
  const isKnown = file.language === "python" ? isKnownPython : isKnownScript;
  return importedModules(file.after.root)
    .filter(({ module }) => !before.has(module) && !isKnown(module, file.files))
    .map(({ module, row }) => ({ line: row + 1, claim: `The patch imports ${module}, which the project does not have` }));
}

function isKnownScript(module: string, files: FileView): boolean {
  if (/^(?:\.|\/|#|@\/|~|node:|data:)/.test(module)) return true;
  const name = module
    .split("/")
    .slice(0, module.startsWith("@") ? 2 : 1)
    .join("/");
  if (nodeModules.has(name)) return true;
  const manifests = files.paths().filter((path) => /(?:^|\/)package\.json$/.test(path));
  const known = manifests.map((path) => parsed(files.read(path)?.text ?? ""));
  return (
    known.some((data) => data.name === name || dependencyKeys.some((key) => name in section(data, key))) || isImportedAnywhere(name, files, /\.[cm]?[jt]sx?$/)
  );
}

function isKnownPython(module: string, files: FileView): boolean {
  const first = module.split(".")[0] ?? module;
  if (first === "" || isPythonLibrary(first)) return true;
  if (files.paths().some((path) => `/${path}`.includes(`/${first}.py`) || `/${path}`.includes(`/${first}/`))) return true;
  const name = first.toLowerCase().replaceAll("_", "-");
  const manifests = files.paths().filter((path) => /(?:^|\/)(?:requirements[^/]*\.txt|pyproject\.toml|setup\.(?:py|cfg)|Pipfile)$/.test(path));
  const isDeclared = manifests.some((path) => (files.read(path)?.text ?? "").toLowerCase().replaceAll("_", "-").includes(name));
  return isDeclared || isImportedAnywhere(first, files, /\.pyi?$/);
}

/** Files looked through for an import of the same package; more would make a review slow. */
const mostFiles = 2_000;

function isImportedAnywhere(name: string, files: FileView, kind: RegExp): boolean {
  const quoted = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const pattern = kind.source.includes("py")
    ? new RegExp(`^\\s*(?:import|from)\\s+${quoted}\\b`, "m")
    : new RegExp(`(?:from|require\\(|import\\(?)\\s*["'\`]${quoted}(?:["'\`]|/)`);
  return files
    .paths()
    .filter((path) => kind.test(path))
    .slice(0, mostFiles)
    .some((path) => pattern.test(files.read(path)?.text ?? ""));
}
