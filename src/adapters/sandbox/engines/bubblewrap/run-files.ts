import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { BoxLimits } from "../../../../domain/limits.js";
import type { Patch } from "../../../../domain/patch.js";
import { hiddenGitPaths } from "../../hidden-git.js";
import { insideScript } from "../../inside.js";
import { LayerWriter, writePatchFiles } from "../../layers.js";
import { boxPaths } from "../../policy.js";
import { runTool } from "../../run-tool.js";
import { makeScratchTemplate } from "./host.js";
import { seccompFilter } from "./seccomp.js";

/** The files of one run that all its boxes share. Names are counted, so no name of the user's gets into a path. */
export class RunFiles {
  readonly folder: string;
  private count = 0;
  private readonly masks = new Map<string, Promise<string>>();
  private readonly templates = new Map<string, Promise<string>>();

  constructor(folder: string) {
    this.folder = folder;
  }

  async writeShared(user: { readonly uid: number; readonly gid: number }): Promise<void> {
    const filter = seccompFilter(process.arch);
    if (filter === null) throw new Error(`no system call filter for ${process.arch}`);
    await this.makeFolder("etc");
    await this.writeShown("seccomp", filter);
    await this.writeShown("inside.sh", insideScript);
    await this.writeShown("etc/passwd", passwd(user));
    await this.writeShown("etc/group", `root:x:0:\nheal:x:${user.gid}:\nnogroup:x:65534:\n`);
    await this.writeShown("etc/hosts", "127.0.0.1 localhost heal\n::1 localhost\n");
    await this.writeShown("etc/nsswitch.conf", "passwd: files\ngroup: files\nhosts: files\n");
  }

  /** A new folder with a short name that starts with `kind`. */
  async newFolder(kind: string): Promise<string> {
    this.count += 1;
    const name = `${kind}${this.count}`;
    await this.makeFolder(name);
    return name;
  }

  async makeFolder(name: string): Promise<void> {
    const path = join(this.folder, name);
    await mkdir(path, { recursive: true });
    await chmod(path, 0o755);
  }

  async writeShown(name: string, content: string | Buffer): Promise<void> {
    const path = join(this.folder, name);
    await writeFile(path, content);
    await chmod(path, 0o644);
  }

  /** A folder that, laid over the base, makes its git folders vanish. Made once for a base. */
  maskOf(base: string): Promise<string> {
    const known = this.masks.get(base) ?? this.makeMask(base);
    this.masks.set(base, known);
    return known;
  }

  /** @returns the name of the folder, or null for an empty patch. */
  async patchFolder(patch: Patch, base: string): Promise<string | null> {
    if (patch.changes.length === 0) return null;
    const name = await this.newFolder("p");
    const files = await writePatchFiles(patch, base, join(this.folder, name));
    await this.markDeleted(name, base, files.deletions);
    return name;
  }

  scratchTemplate(limits: BoxLimits): Promise<string> {
    const key = `${limits.diskBytes}-${limits.inodes}`;
    const known = this.templates.get(key) ?? this.makeTemplate(`scratch-${key}.img`, limits);
    this.templates.set(key, known);
    return known;
  }

  private async makeTemplate(name: string, limits: BoxLimits): Promise<string> {
    await makeScratchTemplate(join(this.folder, name), limits);
    return name;
  }

  private async makeMask(base: string): Promise<string> {
    const name = await this.newFolder("m");
    await new LayerWriter(base, join(this.folder, name)).matchFolder("");
    await this.markDeleted(name, base, await hiddenGitPaths(base));
    return name;
  }

  /** The overlay file system says "deleted" with a character device 0:0, which an ordinary user may make too. */
  private async markDeleted(name: string, base: string, paths: readonly string[]): Promise<void> {
    if (paths.length === 0) return;
    const folder = join(this.folder, name);
    const writer = new LayerWriter(base, folder);
    for (const path of paths) await writer.matchParents(path);
    const result = await runTool("sh", ["-c", 'cd "$1" && shift && for path do mknod "./$path" c 0 0 || exit 1; done', "sh", folder, ...paths]);
    if (result.exitCode !== 0) throw new Error(`Marking deleted files failed: ${result.stderr.trim()}`);
  }
}

function passwd(user: { readonly uid: number; readonly gid: number }): string {
  const own = `heal:x:${user.uid}:${user.gid}:Heal box:${boxPaths.home}:/bin/sh\n`;
  const root = `root:x:0:0:root:${boxPaths.home}:/bin/sh\n`;
  return user.uid === 0 ? root : `${own + root}nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin\n`;
}
