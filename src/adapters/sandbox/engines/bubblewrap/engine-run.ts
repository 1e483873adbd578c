import type { BoxLimits, LimitHolders } from "../../../../domain/limits.js";
import type { ToolFolders } from "../../tool-folders.js";
import type { HostAbilities } from "./host.js";
import type { RunFiles } from "./run-files.js";

/** What the boxes of one base tree share. */
export interface EngineRun {
  /** Host folder of the lowest layer. */
  readonly base: string;
  readonly limits: BoxLimits;
  readonly programPath: string;
  readonly heldBy: LimitHolders;
  readonly host: HostAbilities;
  readonly user: { readonly uid: number; readonly gid: number };
  readonly tools: ToolFolders;
  /** Descriptors above nine that Heal was started with. */
  readonly inherited: readonly number[];
  readonly shown: {
    readonly system: readonly string[];
    readonly hiddenKernelFiles: readonly string[];
    readonly maskedFiles: readonly string[];
  };
  readonly files: RunFiles;
}
