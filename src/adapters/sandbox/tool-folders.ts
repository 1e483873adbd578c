import { readFile, realpath, stat } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import type { FolderBind } from "./folder-bind.js";
import { cacheFolders } from "./package-caches.js";
import { toolLayouts } from "./tool-layouts.js";

export interface ToolFolders {
  /** To be bound read-only, parents before children. The system's own folders are not among them. */
  readonly binds: readonly FolderBind[];
  /** PATH inside the box, in the order of the host's. */
  readonly path: readonly string[];
  /** Variables by which tool managers find their folder. */
  readonly environment: Readonly<Record<string, string>>;
  /** PATH entries that a box does not get, because nothing says what else lies there. */
  readonly leftOut: readonly string[];
}

export interface ToolRequest {
  readonly hostEnvironment: Readonly<Record<string, string | undefined>>;
  /** The tree; PATH entries below it are seen without a bind. */
  readonly root: string;
  /** Home folder inside the box; caches are placed where a tool looks for them there. */
  readonly boxHome: string;
}

const systemFolders = ["/usr/local", "/usr", "/bin", "/sbin", "/lib", "/lib64"];
const fallbackPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/** Finds the folders that the tools on PATH live in. Cost follows the length of PATH. */
export async function findToolFolders(request: ToolRequest): Promise<ToolFolders> {
  const found = new Found(request);
  const entries = (request.hostEnvironment.PATH ?? fallbackPath).split(":");
  for (const entry of new Set(entries)) await found.addPathEntry(entry);
  await found.addInterpreterOf(join(request.root, ".venv"));
  await found.addInterpreterOf(join(request.root, "venv"));
  const caches = await cacheFolders(request.hostEnvironment, request.boxHome);
  return {
    binds: withoutNested([...found.binds, ...caches.binds]),
    path: found.path,
    environment: { ...caches.environment, ...found.environment },
    leftOut: found.leftOut,
  };
}

class Found {
  readonly binds: FolderBind[] = [];
  readonly path: string[] = [];
  readonly environment: Record<string, string> = {};
  readonly leftOut: string[] = [];
  private readonly request: ToolRequest;

  constructor(request: ToolRequest) {
    this.request = request;
  }

  async addPathEntry(entry: string): Promise<void> {
    if (!entry.startsWith(sep) || !(await isFolder(entry))) return;
    if (isBelowAny(entry, [...systemFolders, this.request.root]) || (await this.addRootOf(entry))) this.path.push(entry);
    else this.leftOut.push(entry);
  }

  /** A virtual environment in the tree runs an interpreter that lies elsewhere. */
  async addInterpreterOf(virtualEnvironment: string): Promise<void> {
    const home = await interpreterHome(virtualEnvironment);
    if (home !== null && !isBelowAny(home, [...systemFolders, this.request.root])) await this.addRootOf(home);
  }

  private async addRootOf(entry: string): Promise<boolean> {
    const match = await this.match(entry);
    if (match === null) return false;
    const folders = [...match.folders, ...(await realFolders(match.folders))];
    for (const folder of folders) if (await this.mustStayOutside(folder)) return false;
    for (const folder of folders) if (await isFolder(folder)) this.binds.push({ from: folder, at: folder });
    Object.assign(this.environment, match.environment);
    return true;
  }

  /** A home, what contains one or the tree, and the runner's own folder are never shown, whatever their names look like. */
  private async mustStayOutside(folder: string): Promise<boolean> {
    const { hostEnvironment, root } = this.request;
    const inner = [hostEnvironment.HOME, hostEnvironment.RUNNER_TEMP, hostEnvironment.GITHUB_WORKSPACE, root].filter(
      (path) => path !== undefined && path !== "",
    );
    if (inner.some((path) => isBelowAny(String(path), [folder]))) return true;
    return (await exists(join(folder, ".credentials"))) || (await exists(join(folder, ".runner")));
  }

  private async match(entry: string): Promise<{ folders: readonly string[]; environment: Readonly<Record<string, string>> } | null> {
    for (const layout of toolLayouts) {
      const match = layout.match(entry, this.request.hostEnvironment);
      if (match !== null) return match;
    }
    return this.matchVirtualEnvironment(entry);
  }

  private async matchVirtualEnvironment(entry: string): ReturnType<Found["match"]> {
    const root = dirname(entry);
    const home = await interpreterHome(root);
    if (home === null) return null;
    if (!isBelowAny(home, systemFolders)) await this.addRootOf(home);
    return { folders: [root], environment: { VIRTUAL_ENV: root } };
  }
}

/** Folders whose real place is another one (a version named by a link) are needed at both. */
async function realFolders(folders: readonly string[]): Promise<string[]> {
  const real: string[] = [];
  for (const folder of folders) {
    const path = await realpath(folder).catch(() => folder);
    if (path !== folder && !isBelowAny(path, systemFolders)) real.push(path);
  }
  return real;
}

async function interpreterHome(virtualEnvironment: string): Promise<string | null> {
  const text = await readFile(join(virtualEnvironment, "pyvenv.cfg"), "utf8").catch(() => null);
  const home = text === null ? null : /^home\s*=\s*(\/.+?)\s*$/m.exec(text);
  if (home === null) return null;
  return realpath(String(home[1])).catch(() => null);
}

function withoutNested(binds: readonly FolderBind[]): FolderBind[] {
  const sorted = [...binds].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  const kept: FolderBind[] = [];
  for (const bind of sorted) {
    const covered = kept.some((other) => isBelowAny(bind.at, [other.at]) && bind.from === other.from + bind.at.slice(other.at.length));
    if (!covered) kept.push(bind);
  }
  return kept;
}

export function isBelowAny(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => path === folder || path.startsWith(folder + sep));
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null;
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isDirectory() === true;
}
