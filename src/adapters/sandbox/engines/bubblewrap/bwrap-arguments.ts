import type { FolderBind } from "../../folder-bind.js";
import { boxPaths } from "../../policy.js";

/** Descriptors that the launcher opens for bwrap. */
export const descriptors = { status: 6, options: 7, mark: 8, filter: 9 } as const;

export interface BwrapParts {
  readonly uid: number;
  readonly gid: number;
  readonly system: readonly string[];
  readonly hiddenKernelFiles: readonly string[];
  readonly tools: readonly FolderBind[];
  /** Files that may hold a credential inside what is bound. */
  readonly maskedFiles: readonly string[];
  readonly root: string;
  /** The run's folder: made-up /etc files and the inside script. */
  readonly runFolder: string;
  /** The command's folder: merged tree, scratch, tools. */
  readonly commandFolder: string;
  readonly environment: Readonly<Record<string, string>>;
}

const isolation = [
  "--unshare-user",
  "--unshare-ipc",
  "--unshare-pid",
  "--unshare-net",
  "--unshare-uts",
  "--unshare-cgroup-try",
  "--hostname",
  "heal",
  "--as-pid-1",
  "--new-session",
  "--die-with-parent",
  "--cap-drop",
  "ALL",
  "--clearenv",
  "--seccomp",
  String(descriptors.filter),
  "--json-status-fd",
  String(descriptors.status),
];

/** Options for bwrap, to be handed over through a descriptor. Order matters: later mounts lie over earlier ones. */
export function bwrapArguments(parts: BwrapParts): string[] {
  const bind = (from: string, at: string): string[] => ["--bind", from, at];
  const show = (from: string, at: string): string[] => ["--ro-bind", from, at];
  const scratch = (name: string): string => `${parts.commandFolder}/scratch/${name}`;
  return [
    ...isolation,
    ...["--uid", String(parts.uid), "--gid", String(parts.gid)],
    ...["/etc", "/var", "/heal"].flatMap((folder) => ["--dir", folder]),
    ...parts.system,
    ...["passwd", "group", "hosts", "nsswitch.conf"].flatMap((name) => show(`${parts.runFolder}/etc/${name}`, `/etc/${name}`)),
    ...["--proc", "/proc", ...parts.hiddenKernelFiles, "--dev", "/dev"],
    ...bind(scratch("shm"), "/dev/shm"),
    ...bind(scratch("tmp"), "/tmp"),
    ...bind(scratch("vartmp"), "/var/tmp"),
    ...["--dir", "/run", "--symlink", "../run", "/var/run"],
    ...bind(scratch("home"), boxPaths.home),
    ...parts.tools.flatMap((folder) => show(folder.from, folder.at)),
    ...parentsOf(parts.root).flatMap((folder) => ["--dir", folder]),
    ...bind(`${parts.commandFolder}/merged`, parts.root),
    ...show(`${parts.commandFolder}/tools`, boxPaths.tools),
    ...bind(scratch("out"), boxPaths.out),
    ...show(`${parts.runFolder}/inside.sh`, "/heal/inside.sh"),
    ...parts.maskedFiles.flatMap((path) => show("/dev/null", path)),
    ...["--remount-ro", "/dev", "--remount-ro", "/"],
    ...Object.entries(parts.environment).flatMap(([name, value]) => ["--setenv", name, value]),
    ...["--chdir", "/"],
  ];
}

/** Folders above a path, outermost first, without "/". Made beforehand, since bwrap makes missing ones closed to others. */
function parentsOf(path: string): string[] {
  const parts = path.split("/").slice(1, -1);
  return parts.map((_, index) => `/${parts.slice(0, index + 1).join("/")}`);
}
