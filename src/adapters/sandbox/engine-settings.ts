import type { BoxLimits } from "../../domain/limits.js";
import type { Patience } from "./patience.js";

/** What every engine is made from. */
export interface EngineSettings {
  readonly limits: BoxLimits;
  /** The environment of Heal's own process, given by the shell: PATH, HOME, tool managers' folders and DOCKER_HOST are read, nothing is passed on. */
  readonly hostEnvironment: Readonly<Record<string, string | undefined>>;
  /**
   * "one": while a command runs, what the next is likely to need is made ready. "none": everything is made when it is asked for. Left out = "one".
   * Where a container or a mount made ahead would go unused, or is to be measured away, "none" saves its making.
   */
  readonly ahead?: "none" | "one";
  /** Sandboxes sweep what killed ones of their own family left. Letters and digits, a letter first; left out = that of all ordinary runs. */
  readonly family?: string;
  /** Where the engine's own programs are looked up; the system's folders unless a test says otherwise. */
  readonly programPath?: string;
  /** Of docker; what a machine under load needs unless a test says otherwise. */
  readonly patience?: Patience;
}
