import type { Patience } from "../../patience.js";
import type { SystemView } from "./base-image.js";
import type { CrashGuard } from "./crash-guard.js";
import type { DockerCli } from "./docker-cli.js";
import type { EtcFolders } from "./etc-folder.js";
import type { Identity } from "./identity.js";

/** What the parts of one docker sandbox share. */
export interface EngineContext {
  readonly docker: DockerCli;
  /** Starts every container. */
  readonly guard: CrashGuard;
  readonly system: SystemView;
  readonly etc: EtcFolders;
  readonly identity: Identity;
  readonly patience: Patience;
  /** Of this sandbox on the host; gone with it. */
  readonly folder: string;
  readonly hostCpus: number;
  /** Where the daemon keeps its data, on its host. */
  readonly dataFolder: string;
  nextNumber(): number;
}
