import type { FileView } from "../../../domain/file-view.js";
import type { Invocation } from "../command/invocation.js";
import { fileName, joinPath, parentPath } from "../command/paths.js";
import type { CanaryFile } from "../runner.js";
import { pytestArguments } from "./arguments.js";
import { isTestModule } from "./material.js";

/** A failing test beside an existing test module that the command's own selection reaches. */
export function pytestCanary(own: readonly Invocation[], files: FileView, secret: { readonly token: string; readonly value: string }): CanaryFile | undefined {
  for (const invocation of own) {
    const found = canaryFor(invocation, files, secret);
    if (found !== undefined) return found;
  }
  return undefined;
}

function canaryFor(invocation: Invocation, files: FileView, secret: { readonly token: string; readonly value: string }): CanaryFile | undefined {
  const given = pytestArguments(invocation, files);
  const word = /^[A-Za-z_]\w*$/;
  if ((given.keyword !== undefined && !word.test(given.keyword)) || (given.marker !== undefined && !word.test(given.marker))) return undefined;
  const sibling = siblingIn(folders(invocation, given.selection), files);
  if (sibling === undefined) return undefined;
  const stem = fileName(sibling).startsWith("test") ? `test_heal_${secret.token}` : `heal_${secret.token}_test`;
  const folder = parentPath(sibling);
  const path = folder === "" ? `${stem}.py` : `${folder}/${stem}.py`;
  const title = given.keyword === undefined ? `test_heal_${secret.token}` : `test_heal_${secret.token}_${given.keyword}`;
  const mark = given.marker === undefined ? "" : `import pytest\n\n\n@pytest.mark.${given.marker}\n`;
  return {
    path,
    text: `${mark}def ${title}():\n    raise AssertionError(${JSON.stringify(secret.value)})\n`,
    name: { runner: "pytest", file: path, titlePath: [title] },
  };
}

/** Folders the command selects; a selection of single files leaves none. No selection = `testpaths`, else everything below. */
function folders(invocation: Invocation, selection: readonly string[]): string[] {
  const named = selection.filter((word) => !word.includes("::") && !word.endsWith(".py"));
  if (selection.length > 0) return named.map((word) => joinPath(invocation.directory, word)).filter((path) => path !== undefined);
  return [invocation.directory];
}

function siblingIn(places: readonly string[], files: FileView): string | undefined {
  const below = (path: string) => places.some((place) => place === "" || path.startsWith(`${place}/`));
  const modules = files
    .paths()
    .filter((path) => isTestModule(fileName(path), files) && below(path) && !/(?:^|\/)(?:node_modules|\.venv|venv|site-packages)\//.test(path));
  const inTestPaths = modules.filter((path) => testPaths(files).some((folder) => path.startsWith(folder)));
  const candidates = inTestPaths.length > 0 ? inTestPaths : modules;
  return candidates.find((path) => /^\s*(?:async )?def test/m.test(files.read(path)?.text ?? ""));
}

/** `testpaths` of the configuration, each with a trailing "/"; empty when it is not set. */
function testPaths(files: FileView): string[] {
  for (const path of ["pytest.ini", "pyproject.toml", "tox.ini", "setup.cfg"]) {
    const value = /^\s*testpaths\s*=\s*(.+(?:\n[ \t]+.+)*)/m.exec(files.read(path)?.text ?? "")?.[1];
    const found = value?.match(/[\w./-]+/g);
    if (found !== undefined && found !== null) return found.map((folder) => `${folder.replace(/^\.\/|\/$/g, "")}/`);
  }
  return [];
}
