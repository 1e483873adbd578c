import type { BoxLimits } from "../../domain/limits.js";

/** What every engine is made from. */
export interface EngineSettings {
  readonly limits: BoxLimits;
  /** The environment of Heal's own process, given by the shell: PATH, HOME, tool managers' folders and DOCKER_HOST are read, nothing is passed on. */
  readonly hostEnvironment: Readonly<Record<string, string | undefined>>;
  /** Where the engine's own programs are looked up; the system's folders unless a test says otherwise. */
  readonly programPath?: string;
}
