import type { FileView } from "../../../domain/file-view.js";

/** Folders whose content belongs to tests, whatever the runner. */
const TEST_FOLDER = /(?:^|\/)(?:__tests__|__snapshots__|__fixtures__|__mocks__|__image_snapshots__|tests?|specs?|fixtures|testdata|test-data|e2e|cypress)\//;
const TEST_FILE = /(?:^|\/)(?:[^/]+[._-](?:test|spec)|test|spec|test-[^/]+)\.[cm]?[jt]sx?$/;
/** What a runner, a transpiler or a package manager reads before the first test. */
const CONFIGURATION =
  /(?:^|\/)(?:package\.json|[jt]sconfig(?:\.[^/]+)?\.json|(?:vitest|vite|jest|babel|playwright|karma|ava|webpack|rollup|tsup)\.[^/]*\.?(?:config|workspace|setup|preset)?\.?[cm]?[jt]sx?|(?:vitest|vite|jest|babel)\.config\.[^/]+|vitest\.workspace\.[^/]+|jest[.-]setup\.[^/]+|setup-?[tT]ests?\.[^/]+|\.mocharc(?:\.[^/]+)?|\.babelrc(?:\.[^/]+)?|babel\.config\.[^/]+|\.swcrc|\.taprc|\.nycrc(?:\.[^/]+)?|\.c8rc(?:\.[^/]+)?|mocha\.opts|\.npmrc|\.nvmrc|\.node-version)$/;
const SNAPSHOT = /\.snap(?:shot)?$/;
const SCRIPT = /\.[cm]?[jt]sx?$/;

const IMPORTS_RUNNER = /(?:from\s*|import\s*\(?\s*|require\s*\(\s*)["'](?:node:test(?:\/[^"']*)?|vitest(?:\/[^"']*)?|@jest\/globals|mocha)["']/;
const DECLARES_CASES = /^[ \t]*(?:describe|it|test|suite)(?:\.\w+)*\s*\(\s*["'`]/m;

/** Test files, fixtures, snapshots, and whatever the runners are configured by. */
export function isJavascriptTestMaterial(path: string, files: FileView): boolean {
  if (TEST_FOLDER.test(path) || TEST_FILE.test(path) || CONFIGURATION.test(path) || SNAPSHOT.test(path)) return true;
  if (isNamedByConfiguration(path, files)) return true;
  return SCRIPT.test(path) && declaresTests(files.read(path)?.text ?? "");
}

/** A file of an unusual name is a test file when it imports a runner, or declares cases with the runner's globals. */
export function declaresTests(text: string): boolean {
  return IMPORTS_RUNNER.test(text) || DECLARES_CASES.test(text);
}

const CONFIGURATION_FILES =
  /(?:^|\/)(?:package\.json|(?:vitest|vite|jest)\.config\.[cm]?[jt]s(?:on)?|vitest\.workspace\.[cm]?[jt]s(?:on)?|\.mocharc(?:\.\w+)?)$/;
/** Keys and options whose values are scripts run before or around the tests. */
const SETUP_LIST =
  /(?:setupFiles(?:AfterEnv)?|globalSetup|globalTeardown|snapshotSerializers|testEnvironment|runner|transform|resolver|require|import|loader|file)\b["']?\s*[:= ]\s*(\[[^\]]*\]|\{[^}]*\}|["']?[^\s"',}]+["']?)/g;

/** A script that a configuration names as set-up code. */
function isNamedByConfiguration(path: string, files: FileView): boolean {
  if (!SCRIPT.test(path)) return false;
  const stem = path.replace(SCRIPT, "");
  return setupPaths(files).some((named) => named.replace(SCRIPT, "") === stem);
}

const cache = new WeakMap<FileView, readonly string[]>();

function setupPaths(files: FileView): readonly string[] {
  const known = cache.get(files);
  if (known !== undefined) return known;
  const found = files
    .paths()
    .filter((path) => CONFIGURATION_FILES.test(path) && !path.includes("node_modules/"))
    .flatMap((path) => namedIn(path, files.read(path)?.text ?? ""));
  cache.set(files, found);
  return found;
}

function namedIn(configuration: string, text: string): string[] {
  const folder = configuration.slice(0, configuration.lastIndexOf("/") + 1);
  return [...text.matchAll(SETUP_LIST)].flatMap((match) =>
    [...(match[1] ?? "").matchAll(/(?:<rootDir>\/|\.\/)([\w@./-]+)/g)].map((found) => `${folder}${found[1] ?? ""}`.replaceAll("/./", "/")),
  );
}
