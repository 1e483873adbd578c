import { runTool } from "../../run-tool.js";

const programs = ["bwrap", "unshare", "setpriv", "prlimit", "mount", "timeout"];

/** Programs that the engine is made of and this machine lacks. */
export async function missingPrograms(path: string): Promise<{ readonly reason: string; readonly remedy: string } | null> {
  const result = await runTool("sh", ["-c", 'for name do command -v "$name" >/dev/null || echo "$name"; done', "sh", ...programs], { path });
  const missing = result.stdout.split("\n").filter(Boolean);
  if (missing.length === 0) return null;
  const packages = missing.includes("bwrap") ? "bubblewrap" : "util-linux, coreutils";
  return { reason: `Not found on this machine: ${missing.join(", ")}.`, remedy: `Install it (Debian and Ubuntu: \`sudo apt-get install ${packages}\`).` };
}

/** What the user can do about a box that did not come up. */
export function remedyFor(failure: string): string {
  if (/uid map|user namespace|clone failed|unshare failed|Operation not permitted|Creating new namespace/i.test(failure)) {
    return "Allow unprivileged user namespaces (Ubuntu 24.04: `sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0`; in a container: `--privileged` or a job without `container:`), or use Docker.";
  }
  if (/overlay/i.test(failure)) return "The kernel refused an overlay mount: a kernel of 5.11 or newer with overlayfs is needed, or use Docker.";
  if (/cannot write into its tree/.test(failure))
    return "Checks write beside the sources, and a box has no more rights than the folder's owner: give the owner the right to write (`chmod -R u+w` on the project), or name a copy with --cwd.";
  if (/ENOSPC|EDQUOT|No space left/i.test(failure)) return "Free some space in the temporary folder, or name another one with TMPDIR.";
  if (/EROFS|EACCES/.test(failure)) return "Make the temporary folder writable, or name another one with TMPDIR.";
  return "Use Docker (`sandbox: docker`), or run on a machine where bubblewrap works.";
}
