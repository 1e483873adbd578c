import type { BoxLimits } from "../../../../domain/limits.js";
import { type Identity, randomName } from "./identity.js";

/** Flags that every container of ours gets, also those that run only Heal's own scripts. Seccomp stays at docker's default filter. */
export function hardenedArguments(identity: Identity): { readonly name: string; readonly args: readonly string[] } {
  const name = randomName();
  const args = [
    ...["run", "--interactive", "--rm", "--sig-proxy=false", "--name", name, "--hostname", "heal"],
    ...identity.labels.flatMap((label) => ["--label", label]),
    ...["--network", "none", "--read-only", "--cap-drop", "ALL", "--security-opt", "no-new-privileges"],
    ...["--ulimit", "core=0", "--log-driver", "none"],
  ];
  return { name, args };
}

/** Helper processes of the box itself, beside those of the command. */
const ownProcesses = 6;
const sharedMemoryBytes = 256 * 1024 ** 2;

export function limitArguments(limits: BoxLimits, hostCpus: number): string[] {
  const memory = `${limits.memoryBytes}b`;
  return [
    ...["--memory", memory, "--memory-swap", memory, "--shm-size", `${Math.min(sharedMemoryBytes, Math.floor(limits.memoryBytes / 2))}b`],
    ...["--pids-limit", String(limits.processes + ownProcesses)],
    ...["--cpus", String(Math.min(limits.cpus, hostCpus))],
  ];
}

/** A volume that goes with its container; labelled like it, as one may stay behind when either is not made to its end. */
export function ownVolume(identity: Identity, at: string, options: readonly string[]): string[] {
  const labels = identity.labels.map((label) => `volume-label=${label}`);
  return mountArgument(["type=volume", `dst=${at}`, "volume-driver=local", ...labels, ...options.map((option) => `volume-opt=${option}`)]);
}

/** A mount in the client's comma-separated form; quoted, as paths may hold anything. */
export function mountArgument(fields: readonly string[]): string[] {
  return ["--mount", fields.map((field) => `"${field.replaceAll('"', '""')}"`).join(",")];
}

export function readOnlyBind(from: string, at: string): string[] {
  return mountArgument(["type=bind", `src=${from}`, `dst=${at}`, "readonly"]);
}

export function writableBind(from: string, at: string): string[] {
  return mountArgument(["type=bind", `src=${from}`, `dst=${at}`]);
}
