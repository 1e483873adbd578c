import type { Box, BoxSpec, ProbeOutcome } from "../../../../ports/sandbox.js";
import { probeWith } from "../../probe.js";
import type { EngineRun } from "./engine-run.js";
import { missingPrograms, remedyFor } from "./remedy.js";

export interface ProbeParts {
  readonly root: string;
  readonly programPath: string;
  open(spec: BoxSpec): Promise<Box>;
  run(): Promise<EngineRun>;
}

export async function probeBubblewrap(parts: ProbeParts): Promise<ProbeOutcome> {
  const missing = await missingPrograms(parts.programPath);
  if (missing !== null) return { kind: "unusable", engine: "bubblewrap", ...missing };
  const failure = await probeWith(parts.root, (spec) => parts.open(spec));
  if (failure !== null) return { kind: "unusable", engine: "bubblewrap", reason: failure, remedy: remedyFor(failure) };
  const run = await parts.run();
  const cut = run.user.uid === 0 ? " The tree belongs to root, so the box runs as root without any capability." : "";
  return {
    kind: "usable",
    engine: "bubblewrap",
    heldBy: run.heldBy,
    leftOut: run.tools.leftOut,
    assurance: `Own user, process, network, mount and IPC namespaces, no capabilities, a system call filter; the kernel is shared with the host.${cut}`,
  };
}
