import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { removeLeftoverFolders } from "../../leftovers.js";
import { DockerCli } from "./docker-cli.js";
import { ownerIsGone } from "./identity.js";

/**
 * Removes containers, with their volumes, and folders of runs whose process is dead. Mounts and loop devices go with the containers.
 * @returns the names of what was removed
 */
export async function sweepDocker(hostEnvironment: Readonly<Record<string, string | undefined>>): Promise<string[]> {
  const home = await mkdtemp(join(tmpdir(), "heal-sweep-"));
  try {
    const containers = await sweepContainers(new DockerCli(hostEnvironment, home));
    return [...containers, ...(await removeLeftoverFolders())];
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

async function sweepContainers(docker: DockerCli): Promise<string[]> {
  const format = '{{.Names}}\t{{.Label "heal.owner"}}\t{{.Label "heal.place"}}';
  const listed = await docker.run(["ps", "--all", "--filter", "label=heal.run", "--format", format]);
  const removed: string[] = [];
  for (const line of listed.stdout.split("\n").filter(Boolean)) {
    const [name = "", owner = "", place = ""] = line.split("\t");
    if (!(await ownerIsGone(owner, place))) continue;
    const done = await docker.run(["rm", "--force", "--volumes", name]);
    if (done.exitCode === 0) removed.push(name);
  }
  return removed;
}
