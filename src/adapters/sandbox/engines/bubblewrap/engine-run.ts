import { join } from "node:path";
import type { BoxLimits, LimitHolders } from "../../../../domain/limits.js";
import type { ControlGroups } from "../../cgroups.js";
import type { ProcessMark } from "../../process-mark.js";
import { removeTree } from "../../run-folder.js";
import type { ToolFolders } from "../../tool-folders.js";
import type { HostAbilities } from "./host.js";
import type { RunFiles } from "./run-files.js";

/** What the boxes of one base tree share. */
export interface EngineRun {
  readonly limits: BoxLimits;
  readonly programPath: string;
  readonly heldBy: LimitHolders;
  readonly host: HostAbilities;
  readonly mark: ProcessMark;
  readonly user: { readonly uid: number; readonly gid: number };
  readonly tools: ToolFolders;
  readonly shown: {
    readonly system: readonly string[];
    readonly hiddenKernelFiles: readonly string[];
    readonly maskedFiles: readonly string[];
  };
  readonly files: RunFiles;
  /** Registers a command's leftovers; the returned function removes them. */
  track(name: string, groups: ControlGroups): () => Promise<void>;
}

export async function removeCommand(run: Pick<EngineRun, "files">, name: string, groups: ControlGroups): Promise<void> {
  await groups.remove();
  await removeTree(join(run.files.folder, name));
}
