import type { EngineChoice, EngineName } from "../../domain/run-plan.js";
import type { ProbeOutcome, Sandbox } from "../../ports/sandbox.js";
import type { EngineSettings } from "./engine-settings.js";

export interface SandboxRequest extends EngineSettings {
  readonly choice: EngineChoice;
  /** The tree that boxes will be opened over; the probe reads a file of it. */
  readonly root: string;
}

export type UsableProbe = Extract<ProbeOutcome, { kind: "usable" }>;
export type UnusableProbe = Extract<ProbeOutcome, { kind: "unusable" }>;

export type SandboxChoice =
  | { readonly kind: "ready"; readonly sandbox: Sandbox; readonly probe: UsableProbe }
  | { readonly kind: "unavailable"; readonly tried: readonly UnusableProbe[] };

/** Engines are loaded when they are tried, so that a command that needs no box does not pay for one. */
const makers: Readonly<Record<EngineName, (settings: EngineSettings) => Promise<Sandbox>>> = {
  docker: async (settings) => (await import("./engines/docker/docker-sandbox.js")).createDockerSandbox(settings),
  bubblewrap: async (settings) => (await import("./engines/bubblewrap/bubblewrap-sandbox.js")).createBubblewrapSandbox(settings),
  none: async (settings) => (await import("./engines/none/none-sandbox.js")).createNoneSandbox(settings),
};

/** The engine that was named, or under `auto` the first that keeps its promises here. Never `none` unless named. */
export async function createSandbox(request: SandboxRequest): Promise<SandboxChoice> {
  const { choice, root, ...settings } = request;
  const names: readonly EngineName[] = choice === "auto" ? ["docker", "bubblewrap"] : [choice];
  const tried: UnusableProbe[] = [];
  for (const name of names) {
    const sandbox = await makers[name](settings);
    const probe = await sandbox.probe(root);
    if (probe.kind === "usable") return { kind: "ready", sandbox, probe };
    tried.push(probe);
    await sandbox.close();
  }
  return { kind: "unavailable", tried };
}
