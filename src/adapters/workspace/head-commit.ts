import { execa } from "execa";

/** Commit of HEAD, or null without git, without a repository or without a commit. No configuration of the machine or hook is consulted. */
export async function headCommit(root: string): Promise<string | null> {
  const result = await execa("git", ["-c", "safe.directory=*", "-c", "core.fsmonitor=false", "-C", root, "rev-parse", "--verify", "--quiet", "HEAD^{commit}"], {
    env: { PATH: "/usr/local/bin:/usr/bin:/bin", HOME: "/nonexistent", GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: "/dev/null" },
    extendEnv: false,
    reject: false,
    stdin: "ignore",
  });
  const commit = String(result.stdout ?? "").trim();
  return result.exitCode === 0 && /^[0-9a-f]{40,64}$/.test(commit) ? commit : null;
}
