import { collectedFileCapBytes, collectedFilesCap } from "../../policy.js";
import { descriptors } from "./bwrap-arguments.js";
import type { StackedFolder } from "./stack.js";

export interface LauncherPlan {
  /** The command's own folder; everything below is named relative to it. */
  readonly folder: string;
  /** Permissions of the tree's root folder, which the topmost layer decides. */
  readonly rootMode: number;
  readonly scratch: { readonly kind: "image"; readonly template: string } | { readonly kind: "memory"; readonly bytes: number; readonly inodes: number };
  /** User the box runs as when Heal is root and the tree is somebody else's. */
  readonly switchTo: { readonly uid: number; readonly gid: number } | null;
  /** Host folders that only root reaches, to be had under a plain name first. */
  readonly first: readonly { readonly from: string; readonly name: string }[];
  /** The folders to show merged: the tree and, when layers brought one, the box's home. */
  readonly stacked: readonly StackedFolder[];
  /** `cgroup.procs` files to join. */
  readonly joins: readonly string[];
  /** CPU list for taskset, or null. */
  readonly processors: string | null;
  /** Descriptors above nine that Heal itself was started with and that must not reach the box. */
  readonly inherited: readonly number[];
  readonly collects: boolean;
  readonly keepIn: string | null;
}

/**
 * The script that builds one box and waits for it. It runs in its own mount namespace, so whatever it mounts is gone when it is, however it ends.
 * Its own messages go to a file: the standard streams belong to the command.
 */
export function launcherScript(plan: LauncherPlan): string {
  return [
    "set -eu",
    "umask 022",
    `cd ${quote(plan.folder)}`,
    "exec 3>&1 4>&2 >setup.log 2>&1 </dev/null",
    ...mountScratch(plan),
    ...plan.first.map((bind) => `mkdir ${bind.name}; mount --bind ${quote(bind.from)} ${bind.name}`),
    ...plan.stacked.flatMap((folder) => mountStack(folder)),
    "status=0",
    `( ${enterBox(plan)} ) || status=$?`,
    "exec 3>&- 4>&-",
    'echo "$status" >exit',
    "stat -f -c '%S %b %a %d' scratch >space",
    ...(plan.collects ? collect : []),
    ...(plan.keepIn === null ? [] : keep(plan, plan.keepIn)),
    "echo done >finished",
    "",
  ].join("\n");
}

/** Few programs are started on the way, as each costs as much as a mount. */
function mountScratch(plan: LauncherPlan): string[] {
  const scratch = plan.scratch;
  const folders = ["scratch/home", "scratch/out", ...plan.stacked.flatMap((folder) => [upperOf(folder), workOf(folder)])];
  return [
    scratch.kind === "image"
      ? `cp --sparse=always ${quote(scratch.template)} scratch.img; mount -o loop,noatime,nosuid,nodev scratch.img scratch`
      : `mount -t tmpfs -o size=${scratch.bytes},nr_inodes=${scratch.inodes},mode=0755,nosuid,nodev scratch scratch`,
    "mkdir -m 1777 scratch/tmp scratch/vartmp scratch/shm",
    `mkdir ${folders.join(" ")}`,
    ...(plan.switchTo === null ? [] : [`chown ${plan.switchTo.uid}:${plan.switchTo.gid} scratch/*`]),
    ...(plan.rootMode === usualMode ? [] : [`chmod ${plan.rootMode.toString(8)} scratch/tree-upper`]),
  ];
}

/** What `mkdir` gives under the launcher's umask. */
const usualMode = 0o755;

/** The kernel reads the layers' names relative to the current folder, so no name of the user's can break the option string. */
function mountStack(folder: StackedFolder): string[] {
  const places = [...folder.binds.map((bind) => bind.name), ...(folder.at.startsWith("scratch/") ? [] : [quote(folder.at)])];
  return [
    ...(places.length === 0 ? [] : [`mkdir -p ${places.join(" ")}`]),
    ...folder.binds.map((bind) => `mount --bind ${quote(bind.from)} ${bind.name}`),
    `mount -t overlay overlay -o lowerdir=${folder.lower.join(":")},upperdir=${upperOf(folder)},workdir=${workOf(folder)},userxattr ${quote(folder.at)}`,
  ];
}

function upperOf(folder: StackedFolder): string {
  return `scratch/${folder.name}-upper`;
}

function workOf(folder: StackedFolder): string {
  return `scratch/${folder.name}-work`;
}

function enterBox(plan: LauncherPlan): string {
  const join = plan.joins.map((file) => `echo 0 >${quote(file)};`).join(" ");
  const affinity = plan.processors === null ? "" : `taskset -c ${plan.processors} `;
  const user = plan.switchTo === null ? "" : `setpriv --reuid=${plan.switchTo.uid} --regid=${plan.switchTo.gid} --clear-groups -- `;
  const opened = `${descriptors.status}>status ${descriptors.options}<options ${descriptors.mark}>started ${descriptors.filter}<../seccomp`;
  return `${join} exec ${closing(plan.inherited)}${affinity}${user}bwrap --args ${descriptors.options} -- /bin/sh /heal/inside.sh "$@" >&3 2>&4 3>&- 4>&- 5>&- ${opened}`;
}

/** POSIX shells close only descriptors below ten, so bash does it, and only when there are any. */
function closing(inherited: readonly number[]): string {
  if (inherited.length === 0) return "";
  return `bash -c ${quote(`exec ${inherited.map((number) => `${number}>&-`).join(" ")}; exec "$@"`)} bash `;
}

/** Regular files under the size cap only: a link, pipe or device is never opened. Nothing of the box runs any more. */
const collect = [
  "mkdir collected",
  `( cd scratch/out && find . -xdev -type f -size -${collectedFileCapBytes / 1024 + 1}k -print0 | head -z -n ${collectedFilesCap} | xargs -0 -r cp --parents --no-preserve=mode,ownership -t ../../collected -- ) || :`,
];

function keep(plan: LauncherPlan, target: string): string[] {
  const folders = plan.stacked.map((folder) => `cp -a scratch/${folder.name}-upper ${quote(target)}/${folder.name}`);
  const home = plan.stacked.some((folder) => folder.name === "home") ? [] : [`cp -a scratch/home ${quote(target)}/home`];
  return [`mkdir -p ${quote(target)}`, ...folders, ...home];
}

/** One word for the shell, whatever the bytes. */
export function quote(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
