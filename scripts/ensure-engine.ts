import { spawnSync } from "node:child_process";
import { probe } from "../test/support/machine.ts";

/** How each package manager installs without asking; the first that is there is used. */
const installers: readonly (readonly [manager: string, ...commands: string[]])[] = [
  ["apt-get", "apt-get update -q", "apt-get install -q -y --no-install-recommends bubblewrap"],
  ["dnf", "dnf install -y bubblewrap"],
  ["apk", "apk add bubblewrap"],
  ["pacman", "pacman -Sy --noconfirm bubblewrap"],
  ["zypper", "zypper --non-interactive install bubblewrap"],
];

/**
 * Where no engine works, installs bubblewrap when that needs no password, and says so on stderr. Tells whether an engine works afterwards.
 * The tests and the demo call it; Heal itself never installs anything.
 */
export function ensureEngine(): boolean {
  if (probe("bubblewrap").has || probe("docker").has) return true;
  const prefix = rootPrefix();
  const installer = installers.find(([manager]) => succeeds("sh", ["-c", `command -v ${manager}`]));
  if (prefix === undefined || installer === undefined) return false;
  const [manager, ...commands] = installer;
  console.error(`No sandbox engine works here; installing bubblewrap with ${manager}.`);
  for (const command of commands)
    spawnSync("sh", ["-c", `${prefix}${command}`], { stdio: ["ignore", "ignore", "inherit"], env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } });
  const works = probe("bubblewrap").has;
  console.error(works ? "bubblewrap is installed and works." : "bubblewrap could not be installed, or may not make namespaces here.");
  return works;
}

/** "" as root, "sudo -n " where no password is asked; undefined = the package manager may not be used. */
function rootPrefix(): string | undefined {
  if (process.getuid?.() === 0) return "";
  return succeeds("sudo", ["-n", "true"]) ? "sudo -n " : undefined;
}

function succeeds(file: string, args: readonly string[]): boolean {
  return spawnSync(file, args, { stdio: "ignore" }).status === 0;
}
