import type { FileView } from "../../../domain/file-view.js";
import type { Invocation } from "../command/invocation.js";
import { joinPath, parentPath } from "../command/paths.js";
import type { CanaryFile } from "../runner.js";
import { matchesPattern, unittestArguments } from "./arguments.js";

/** A failing test beside a module that the command's discovery reaches; named modules leave no place for one. */
export function unittestCanary(
  own: readonly Invocation[],
  files: FileView,
  secret: { readonly token: string; readonly value: string },
): CanaryFile | undefined {
  for (const invocation of own) {
    const given = unittestArguments(invocation);
    const start = joinPath(invocation.directory, given.start);
    if (invocation.program !== "unittest" || !given.discovers || given.keyword !== undefined || start === undefined) continue;
    const path = canaryPath({ start, pattern: given.pattern, token: secret.token }, files);
    if (path !== undefined) return canaryFile(path, secret);
  }
  return undefined;
}

function canaryPath(place: { start: string; pattern: string; token: string }, files: FileView): string | undefined {
  const sibling = files.paths().find((path) => matchesPattern(path, place.pattern) && isReached(path, place.start, files));
  const stem = /[*]/.test(place.pattern) ? place.pattern.replace("*", `_heal_${place.token}`).replaceAll("*", "") : undefined;
  if (sibling === undefined || stem === undefined || !/^\w+\.py$/.test(stem)) return undefined;
  const folder = parentPath(sibling);
  return folder === "" ? stem : `${folder}/${stem}`;
}

/** Discovery goes down into packages only. */
function isReached(path: string, start: string, files: FileView): boolean {
  for (let folder = parentPath(path); folder !== start; folder = parentPath(folder)) {
    if (folder === "" || !files.has(`${folder}/__init__.py`)) return false;
  }
  return true;
}

function canaryFile(path: string, secret: { readonly token: string; readonly value: string }): CanaryFile {
  const title = `test_heal_${secret.token}`;
  const text = `import unittest\n\n\nclass HealCanary(unittest.TestCase):\n    def ${title}(self):\n        raise AssertionError(${JSON.stringify(secret.value)})\n`;
  return { path, text, name: { runner: "unittest", file: path, titlePath: ["HealCanary", title] } };
}
