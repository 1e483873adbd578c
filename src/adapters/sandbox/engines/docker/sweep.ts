import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EngineSettings } from "../../engine-settings.js";
import { removeLeftoverFolders } from "../../leftovers.js";
import { DockerCli } from "./docker-cli.js";
import { ownerIsGone } from "./identity.js";

/**
 * Removes containers, volumes and folders of the family's runs whose process is dead. Mounts and loop devices go with the containers.
 * @returns the names of what was removed
 */
export async function sweepDocker({ hostEnvironment, family, patience }: Pick<EngineSettings, "hostEnvironment" | "family" | "patience">): Promise<string[]> {
  const home = await mkdtemp(join(tmpdir(), "heal-sweep-"));
  const docker = new DockerCli(hostEnvironment, home, patience);
  try {
    const containers = await sweepKind(docker, { list: ["ps", "--all"], name: "{{.Names}}", remove: ["rm", "--force", "--volumes"], family: family ?? "" });
    const volumes = await sweepKind(docker, { list: ["volume", "ls"], name: "{{.Name}}", remove: ["volume", "rm"], family: family ?? "" });
    return [...containers, ...volumes, ...(await removeLeftoverFolders(family))];
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

interface Kind {
  readonly list: readonly string[];
  /** Template of what a thing is called. */
  readonly name: string;
  readonly remove: readonly string[];
  readonly family: string;
}

async function sweepKind(docker: DockerCli, kind: Kind): Promise<string[]> {
  const labels = ["owner", "place", "family"].map((label) => `{{.Label "heal.${label}"}}`);
  const listed = await docker.run([...kind.list, "--filter", "label=heal.run", "--format", [kind.name, ...labels].join("\t")]);
  const removed: string[] = [];
  for (const line of listed.stdout.split("\n").filter(Boolean)) {
    const [name = "", owner = "", place = "", family = ""] = line.split("\t");
    if (family !== kind.family || !(await ownerIsGone(owner, place))) continue;
    const done = await docker.run([...kind.remove, name]);
    if (done.exitCode === 0) removed.push(name);
  }
  return removed;
}
