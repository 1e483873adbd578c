import { lstat, readlink } from "node:fs/promises";
import { settingsShown } from "../../system-settings.js";

const rootLinks = ["bin", "sbin", "lib", "lib32", "lib64", "libx32"];

/** Options that show the system's programs and libraries, read-only. */
export async function systemFolderArguments(): Promise<string[]> {
  const options = ["--ro-bind", "/usr", "/usr"];
  for (const name of rootLinks) {
    const info = await lstat(`/${name}`).catch(() => null);
    if (info?.isSymbolicLink() === true) options.push("--symlink", await readlink(`/${name}`), `/${name}`);
    else if (info?.isDirectory() === true) options.push("--ro-bind", `/${name}`, `/${name}`);
  }
  for (const name of settingsShown) options.push("--ro-bind-try", `/etc/${name}`, `/etc/${name}`);
  return options;
}

/** Kernel tables that tell about the machine or need not be seen. */
const hiddenKernelFiles = ["/proc/kcore", "/proc/keys", "/proc/timer_list", "/proc/sched_debug", "/proc/latency_stats", "/proc/kpagecount"];

export async function hiddenKernelFileArguments(): Promise<string[]> {
  const options: string[] = [];
  for (const path of hiddenKernelFiles) {
    if ((await lstat(path).catch(() => null)) !== null) options.push("--ro-bind", "/dev/null", path);
  }
  return options;
}
