import { stat } from "node:fs/promises";
import { dirname } from "node:path";
import type { FolderBind } from "../../folder-bind.js";

export interface ReachedTools {
  /** Sources that the box's user can open; some stand in the command's folder. */
  readonly binds: readonly FolderBind[];
  /** To be bound by root beforehand, under a plain name in the command's folder. */
  readonly first: readonly { readonly from: string; readonly name: string }[];
}

/**
 * Tools of root lie behind a home that others may not enter. bwrap looks sources up as the box's user, so root binds those to a place that can be
 * entered; their own permissions still hold.
 */
export async function reachTools(tools: readonly FolderBind[], commandFolder: string): Promise<ReachedTools> {
  const first: { from: string; name: string }[] = [];
  const binds: FolderBind[] = [];
  for (const tool of tools) {
    if (await open(tool.from)) {
      binds.push(tool);
      continue;
    }
    const name = `t${first.length}`;
    first.push({ from: tool.from, name });
    binds.push({ from: `${commandFolder}/${name}`, at: tool.at });
  }
  return { binds, first };
}

const entered = 0o001;

async function open(path: string): Promise<boolean> {
  for (let folder = dirname(path); folder !== "/"; folder = dirname(folder)) {
    if (((await stat(folder)).mode & entered) === 0) return false;
  }
  return true;
}
