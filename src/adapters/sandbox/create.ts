import type { BoxLimits } from "../../domain/limits.js";
import type { EngineChoice, EngineName } from "../../domain/run-plan.js";
import type { ProbeOutcome, Sandbox } from "../../ports/sandbox.js";
import type { EngineSettings } from "./engine-settings.js";

export interface SandboxRequest {
  readonly choice: EngineChoice;
  readonly limits: BoxLimits;
  /** The tree that boxes will be opened over; the probe reads a file of it. */
  readonly root: string;
  /** The environment of Heal's own process; only read. */
  readonly hostEnvironment: Readonly<Record<string, string | undefined>>;
}

export type UsableProbe = Extract<ProbeOutcome, { kind: "usable" }>;
export type UnusableProbe = Extract<ProbeOutcome, { kind: "unusable" }>;

export type SandboxChoice =
  | { readonly kind: "ready"; readonly sandbox: Sandbox; readonly probe: UsableProbe }
  | { readonly kind: "unavailable"; readonly tried: readonly UnusableProbe[] };

/** Engines are loaded when they are tried, so that a command that needs no box does not pay for one. */
const makers: Readonly<Partial<Record<EngineName, (settings: EngineSettings) => Promise<Sandbox>>>> = {
  bubblewrap: async (settings) => (await import("./engines/bubblewrap/bubblewrap-sandbox.js")).createBubblewrapSandbox(settings),
};

/** The engine that was named, or under `auto` the first that keeps its promises here. Never `none` unless named. */
export async function createSandbox(request: SandboxRequest): Promise<SandboxChoice> {
  const names: readonly EngineName[] = request.choice === "auto" ? ["docker", "bubblewrap"] : [request.choice];
  const tried: UnusableProbe[] = [];
  for (const name of names) {
    const make = makers[name];
    if (make === undefined) continue;
    const sandbox = await make({ limits: request.limits, hostEnvironment: request.hostEnvironment });
    const probe = await sandbox.probe(request.root);
    if (probe.kind === "usable") return { kind: "ready", sandbox, probe };
    tried.push(probe);
    await sandbox.close();
  }
  return { kind: "unavailable", tried };
}
