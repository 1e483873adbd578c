import { createHash } from "node:crypto";
import { lstat, readdir, readlink, stat } from "node:fs/promises";
import { settingsShown } from "../../system-settings.js";
import type { DockerCli } from "./docker-cli.js";
import { type TarEntry, tarArchive } from "./tar.js";

/** What a box needs of the host's own system, seen read-only at the same places. */
export interface SystemView {
  readonly image: string;
  readonly binds: readonly string[];
  /** Files and folders below /etc. */
  readonly settings: readonly string[];
}

const emptyFolders = ["dev", "proc", "sys", "run", "etc", "home", "root", "opt", "mnt", "srv", "work", "heal", "var", "var/lib"];
const openFolders = ["tmp", "var/tmp"];
const systemFolders = ["usr", "bin", "sbin", "lib", "lib32", "lib64", "libx32"];

/** Settings of a language's own interpreter, by the beginning of their name. */
const interpreterSettings = /^(?:java|python|perl|php|ruby)/;

/**
 * An image that is nothing but empty folders: programs and libraries are the host's, bound read-only. Nothing is pulled. The image is made once
 * for each layout of a host (`/bin` a link or a folder) and found again by the digest of its content.
 */
export async function describeSystem(): Promise<{ readonly archive: Buffer; readonly view: SystemView }> {
  const entries: TarEntry[] = [
    ...emptyFolders.map((name) => ({ kind: "folder", name: `${name}/`, mode: 0o755 }) as const),
    ...openFolders.map((name) => ({ kind: "folder", name: `${name}/`, mode: 0o1777 }) as const),
  ];
  const binds: string[] = [];
  for (const name of systemFolders) {
    const info = await lstat(`/${name}`).catch(() => null);
    if (info === null) continue;
    if (info.isSymbolicLink()) entries.push({ kind: "link", name, target: await readlink(`/${name}`) });
    else {
      entries.push({ kind: "folder", name: `${name}/`, mode: 0o755 });
      binds.push(`/${name}`);
    }
  }
  const archive = tarArchive(entries);
  const digest = createHash("sha256").update(archive).digest("hex").slice(0, 16);
  return { archive, view: { image: `heal-box:${digest}`, binds, settings: await presentSettings() } };
}

async function presentSettings(): Promise<string[]> {
  const more = (await readdir("/etc").catch(() => [])).filter((name) => interpreterSettings.test(name));
  const present: string[] = [];
  for (const name of new Set([...settingsShown, ...more])) if ((await stat(`/etc/${name}`).catch(() => null)) !== null) present.push(`/etc/${name}`);
  return present;
}

/** Makes the image unless the daemon has it. */
export async function ensureBaseImage(docker: DockerCli): Promise<SystemView> {
  const { archive, view } = await describeSystem();
  const look = ["image", "inspect", "--format", "{{.Id}}", view.image];
  const known = await docker.run(look);
  if (known.overdue) throw docker.failure(look, known);
  if (known.exitCode !== 0) await docker.must(["import", "--change", "LABEL heal.image=1", "-", view.image], archive);
  return view;
}
