import type { ReadContext } from "../readers/reader.js";

/** Roots under which hosted runners, containers and Windows runners keep the checkout. */
const WORKSPACE_PREFIXES = [
  /^(?:file:\/\/)?\/home\/[^/]+\/work\/[^/]+\/[^/]+\//,
  /^(?:file:\/\/)?\/Users\/[^/]+\/work\/[^/]+\/[^/]+\//,
  /^(?:file:\/\/)?\/__w\/[^/]+\/[^/]+\//,
  /^(?:file:\/\/)?\/github\/workspace\//,
  /^(?:file:\/\/\/?)?[A-Za-z]:\/a\/[^/]+\/[^/]+\//,
];

/** Folders that hold other people's code even inside a checkout. */
const LIBRARY_PATH = /(?:^|\/)(?:node_modules|site-packages|dist-packages|vendor|third_party|\.venv|venv|\.tox|\.nox|\.yarn|bower_components)\//;

/**
 * A path as a runner printed it → the project's file, relative to the root with "/" separators.
 * Undefined = not a file of the project. Without a file view any relative path counts, and of the absolute ones
 * those under a known workspace folder.
 */
export function projectPath(raw: string, context: ReadContext): string | undefined {
  const path = relativeToRoot(raw.trim(), context.root);
  if (path === undefined || path === "" || LIBRARY_PATH.test(path)) return undefined;
  if (context.files === undefined) return path;
  if (context.files.has(path)) return path;
  return uniqueSuffix(path, context.files.paths());
}

/** The same, but a path outside the project comes back as it was printed. For identities, which must not get lost. */
export function shownPath(raw: string, context: ReadContext): string {
  return projectPath(raw, context) ?? relativeToRoot(raw.trim(), context.root) ?? raw.trim();
}

function relativeToRoot(raw: string, root: string): string | undefined {
  let path = raw.replaceAll("\\", "/").replace(/\?(?:v|t)=[^:]*$/, "");
  const prefix = root.replaceAll("\\", "/").replace(/\/$/, "");
  const bare = path.replace(/^file:\/\//, "");
  if (prefix !== "" && (bare === prefix || bare.startsWith(`${prefix}/`))) return normalise(bare.slice(prefix.length + 1));
  for (const workspace of WORKSPACE_PREFIXES) {
    const match = workspace.exec(path);
    if (match !== null) return normalise(path.slice(match[0].length));
  }
  if (/^[a-z][a-z+.-]+:/i.test(path) && !path.startsWith("file:")) return undefined;
  path = bare;
  if (path.startsWith("/") || path.startsWith("<") || /^[A-Za-z]:\//.test(path)) return undefined;
  return normalise(path);
}

/** Folds "." and ".."; a path that leaves the root is undefined. */
function normalise(path: string): string | undefined {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join("/");
}

/** A base name, or a path seen from a subfolder, that only one file of the tree ends with. */
function uniqueSuffix(path: string, paths: readonly string[]): string | undefined {
  const matches = paths.filter((candidate) => candidate.endsWith(`/${path}`) && !LIBRARY_PATH.test(candidate));
  return matches.length === 1 ? matches[0] : undefined;
}
