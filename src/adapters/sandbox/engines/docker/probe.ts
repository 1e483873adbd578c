import type { LimitHolders } from "../../../../domain/limits.js";
import type { Box, BoxSpec, ProbeOutcome } from "../../../../ports/sandbox.js";
import { probeWith } from "../../probe.js";
import { findToolFolders } from "../../tool-folders.js";
import { boxPaths } from "../../policy.js";
import { remedyFor } from "./remedy.js";

export interface ProbeParts {
  readonly root: string;
  readonly hostEnvironment: Readonly<Record<string, string | undefined>>;
  open(spec: BoxSpec): Promise<Box>;
  loopDisks(): Promise<boolean>;
}

export async function probeDocker(parts: ProbeParts): Promise<ProbeOutcome> {
  const failure = await probeWith(parts.root, (spec) => parts.open(spec));
  if (failure !== null) return { kind: "unusable", engine: "docker", reason: failure, remedy: remedyFor(failure) };
  const { leftOut } = await findToolFolders({ hostEnvironment: parts.hostEnvironment, root: parts.root, boxHome: boxPaths.home });
  return { kind: "usable", engine: "docker", heldBy: holders(await parts.loopDisks()), leftOut, assurance };
}

function holders(loopDisks: boolean): LimitHolders {
  const disk = loopDisks ? "file-system" : "nothing";
  return { memory: "cgroup", processes: "cgroup", cpus: "cgroup", disk, inodes: disk, output: "watchdog", time: "watchdog", network: "namespace" };
}

const assurance =
  "A hardened container for each command: no network, no capabilities, no new privileges, Docker's own system call filter, read-only root; the kernel is shared with the host.";
