import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Owner } from "../../layers.js";
import { boxPaths } from "../../policy.js";
import { runTool } from "../../run-tool.js";

/** Mounted over by the daemon for every container; it cannot make the files in a folder that is shown read-only. */
const daemonsOwn = ["hosts", "hostname", "resolv.conf"];

/**
 * What boxes see as /etc: copies of the few settings that programs need, and accounts of our own. One folder, since a mount for each of its files would
 * cost every container some milliseconds.
 */
export class EtcFolders {
  private readonly folder: string;
  private readonly settings: readonly string[];
  private readonly made = new Map<string, Promise<string>>();

  /** @param settings absolute paths below /etc */
  constructor(folder: string, settings: readonly string[]) {
    this.folder = folder;
    this.settings = settings;
  }

  for(owner: Owner): Promise<string> {
    const name = `etc-${owner.uid}-${owner.gid}`;
    const known = this.made.get(name) ?? this.make(join(this.folder, name), owner);
    this.made.set(name, known);
    return known;
  }

  private async make(above: string, owner: Owner): Promise<string> {
    const etc = join(above, "etc");
    await mkdir(etc, { recursive: true });
    // What this user may not read is left out, and would not be readable in the box.
    if (this.settings.length > 0) await runTool("cp", ["-aH", "--parents", "--", ...this.settings, above]);
    const user = owner.uid === 0 ? "" : `heal:x:${owner.uid}:${owner.gid}:heal:${boxPaths.home}:/bin/sh\n`;
    const group = owner.gid === 0 ? "" : `heal:x:${owner.gid}:\n`;
    await writeFile(join(etc, "passwd"), `root:x:0:0:root:${boxPaths.home}:/bin/sh\n${user}nobody:x:65534:65534:nobody:/:/bin/false\n`);
    await writeFile(join(etc, "group"), `root:x:0:\n${group}nogroup:x:65534:\n`);
    for (const name of daemonsOwn) await writeFile(join(etc, name), "");
    return etc;
  }
}
