import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Patch } from "../../../../domain/patch.js";
import type { BaseTree } from "../../../../ports/sandbox.js";
import { baseSource } from "../../base-source.js";
import { hiddenGitPaths } from "../../hidden-git.js";
import { writePatchFiles } from "../../layers.js";
import { removeTree } from "../../run-folder.js";
import { runTool } from "../../run-tool.js";

export interface CopyPlan {
  readonly base: BaseTree;
  /** Folders of kept layers, lowest first: `tree`, `home` and a NUL-separated list `deleted`. */
  readonly layers: readonly string[];
  readonly patch: Patch;
  /** The box's folder; gets `root`, `home`, `out`, `tmp` and `tools`. */
  readonly folder: string;
}

/** Builds the tree afresh as a copy (sharing blocks where the file system can), so that the user's own files are never written. */
export async function copyTree(plan: CopyPlan): Promise<void> {
  for (const name of ["root", "home", "out", "tmp", "tools"]) {
    await removeTree(join(plan.folder, name));
    await mkdir(join(plan.folder, name), { recursive: true });
  }
  const root = join(plan.folder, "root");
  await script('cd "$1" && find . -mindepth 1 -maxdepth 1 ! -name .git -exec cp -a --reflink=auto -t "$2" -- {} +; chmod --reference="$1" "$2"', [
    baseSource(plan.base),
    root,
  ]);
  for (const overlay of plan.base.overlays) await script('mkdir -p "$2" && cp -a --reflink=auto "$1/." "$2/"', [overlay.from, join(root, overlay.at)]);
  for (const path of await hiddenGitPaths(baseSource(plan.base))) await removeTree(join(root, path));
  for (const layer of plan.layers) await script(layLayer, [layer, plan.folder]);
  await layPatch(plan, root);
  await script('cd "$1/root" && find . -print0 | sort -z >../before; touch ../mark', [plan.folder]);
}

const layLayer = `cd "$2/root" && xargs -0 -r -a "$1/deleted" rm -rf -- ; cp -a --reflink=auto "$1/tree/." . ; cp -a --reflink=auto "$1/home/." ../home/`;

async function layPatch(plan: CopyPlan, root: string): Promise<void> {
  const folder = join(plan.folder, "patch");
  await removeTree(folder);
  const files = await writePatchFiles(plan.patch, baseSource(plan.base), folder);
  await script('cp -a "$1/." "$2/"', [folder, root]);
  for (const path of files.deletions) await rm(join(root, path), { recursive: true, force: true });
}

/** Keeps what a command changed in its copy of the tree: files by their change time, deletions by comparing lists of names. */
export async function keepChanges(folder: string, layer: string): Promise<void> {
  await mkdir(join(layer, "tree"), { recursive: true });
  await script(
    `cd "$1/root" && find . -cnewer ../mark ! -type d -print0 | xargs -0 -r cp -a --parents -t "$2/tree" --
find . -print0 | sort -z >../after; comm -z -23 ../before ../after >"$2/deleted"
comm -z -13 ../before ../after | xargs -0 -r sh -c 'for d do [ -d "$d" ] && [ ! -L "$d" ] && mkdir -p "$0/$d"; done; :' "$2/tree"; cp -a ../home "$2/home"`,
    [folder, layer],
  );
}

async function script(text: string, args: readonly string[]): Promise<void> {
  const result = await runTool("sh", ["-c", text, "sh", ...args], { timeoutMs: 10 * 60_000 });
  if (result.exitCode !== 0) throw new Error(`Copying the tree failed: ${result.stderr.trim()}`);
}
