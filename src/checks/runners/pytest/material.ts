import type { FileView } from "../../../domain/file-view.js";
import { fileName } from "../command/paths.js";

const TEST_FOLDER = /(?:^|\/)(?:tests?|__tests__|testdata|test_data|__snapshots__|snapshots|cassettes|golden)\//;
const CONFIGURATION = new Set([
  "conftest.py",
  "pytest.ini",
  ".pytest.ini",
  "pytest.toml",
  ".pytest.toml",
  "pyproject.toml",
  "tox.ini",
  "setup.cfg",
  "noxfile.py",
  ".coveragerc",
]);
const DEFAULT_PATTERNS = ["test_*.py", "*_test.py"];

/** Test files, what lies in test folders, and the files that configure pytest. */
export function isPytestMaterial(path: string, files: FileView): boolean {
  const name = fileName(path);
  return TEST_FOLDER.test(path) || CONFIGURATION.has(name) || isTestModule(name, files) || name === "tests.py" || name === "test.py";
}

export function isTestModule(name: string, files: FileView): boolean {
  return testFilePatterns(files).some((pattern) => globToRegExp(pattern).test(name));
}

/** `python_files` of the project's configuration, else pytest's own default. */
export function testFilePatterns(files: FileView): readonly string[] {
  for (const path of ["pytest.ini", "pyproject.toml", "tox.ini", "setup.cfg"]) {
    const value = /^\s*python_files\s*=\s*(.+(?:\n[ \t]+.+)*)/m.exec(files.read(path)?.text ?? "")?.[1];
    const patterns = value?.match(/[\w*?.[\]/-]+\.py/g);
    if (patterns !== undefined && patterns !== null && patterns.length > 0) return patterns;
  }
  return DEFAULT_PATTERNS;
}

function globToRegExp(glob: string): RegExp {
  const source = fileName(glob)
    .replace(/[.+^${}()|\\]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  return new RegExp(`^${source}$`);
}
