import { lstat, readlink } from "node:fs/promises";

/** Of /etc only what programs need to start and to check certificates: no host names, users, mounts or keys of the machine. */
const settingsShown = [
  "alternatives",
  "ca-certificates",
  "crypto-policies",
  "debian_version",
  "fonts",
  "gai.conf",
  "java",
  "ld.so.cache",
  "ld.so.conf",
  "ld.so.conf.d",
  "localtime",
  "magic",
  "mime.types",
  "os-release",
  "perl",
  "pki/ca-trust",
  "pki/tls/certs",
  "protocols",
  "services",
  "ssl/certs",
  "ssl/openssl.cnf",
  "timezone",
];

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
