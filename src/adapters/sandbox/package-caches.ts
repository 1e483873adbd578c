import { stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { FolderBind } from "./folder-bind.js";

interface CacheRow {
  /** Where the host keeps it: a variable that names a parent folder, else below the home. */
  readonly variable?: string;
  readonly belowVariable?: string;
  readonly belowHome: string;
  /** Below the box's home, where its tool looks; or absolute, when a variable tells the tool. */
  readonly at: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** Caches by allow-list. Each is the part with packages only: the settings beside it (tokens, passwords) stay outside. */
const cacheRows: readonly CacheRow[] = [
  { variable: "CARGO_HOME", belowVariable: "registry", belowHome: ".cargo/registry", at: ".cargo/registry", environment: { CARGO_NET_OFFLINE: "true" } },
  { variable: "CARGO_HOME", belowVariable: "git", belowHome: ".cargo/git", at: ".cargo/git", environment: {} },
  { variable: "GOMODCACHE", belowVariable: "", belowHome: "go/pkg/mod", at: "/heal/caches/go", environment: { GOMODCACHE: "@", GOPROXY: "off" } },
  { belowHome: ".m2/repository", at: ".m2/repository", environment: {} },
  { belowHome: ".gradle/caches", at: ".gradle-shared", environment: { GRADLE_RO_DEP_CACHE: "@" } },
  { belowHome: ".npm/_cacache", at: ".npm/_cacache", environment: {} },
  { belowHome: ".cache/ms-playwright", at: ".cache/ms-playwright", environment: {} },
];

export async function cacheFolders(
  host: Readonly<Record<string, string | undefined>>,
  boxHome: string,
): Promise<{ readonly binds: readonly FolderBind[]; readonly environment: Readonly<Record<string, string>> }> {
  const binds: FolderBind[] = [];
  const environment: Record<string, string> = {};
  for (const row of cacheRows) {
    const from = placeOf(row, host);
    if (from === null || (await stat(from).catch(() => null))?.isDirectory() !== true) continue;
    const at = resolve(boxHome, row.at);
    binds.push({ from, at });
    for (const [name, value] of Object.entries(row.environment)) environment[name] = value === "@" ? at : value;
  }
  return { binds, environment };
}

function placeOf(row: CacheRow, host: Readonly<Record<string, string | undefined>>): string | null {
  const parent = row.variable === undefined ? undefined : host[row.variable];
  if (parent?.startsWith("/")) return join(parent, row.belowVariable ?? "");
  const home = host.HOME;
  return home?.startsWith("/") === true ? join(home, row.belowHome) : null;
}
