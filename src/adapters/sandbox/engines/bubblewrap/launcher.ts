import { descriptors } from "./bwrap-arguments.js";
import type { StackedFolder } from "./stack.js";

export interface User {
  readonly uid: number;
  readonly gid: number;
}

/** What a launcher does before it knows its command. */
export interface GroundPlan {
  /** The command's own folder; everything below is named relative to it. */
  readonly folder: string;
  /** Heal's process, whose child the launcher must be. */
  readonly parent: number;
  /** Host folder of the lowest layer. */
  readonly base: string;
  /** Permissions of the tree's root folder, which the topmost layer decides. */
  readonly rootMode: number;
  readonly scratch: { readonly kind: "image"; readonly template: string } | { readonly kind: "memory"; readonly bytes: number; readonly inodes: number };
  /** User the box runs as when Heal is root and the tree is somebody else's. */
  readonly switchTo: User | null;
  /** Host folders that only root reaches, to be had under a plain name first. */
  readonly first: readonly { readonly from: string; readonly name: string }[];
}

/** The rest, once there is a command. */
export interface EnterPlan {
  readonly switchTo: User | null;
  /** The folders to show merged: the tree and, when layers brought one, the box's home. */
  readonly stacked: readonly StackedFolder[];
  /** `cgroup.procs` files to join. */
  readonly joins: readonly string[];
  /** CPU list for taskset, or null. */
  readonly processors: string | null;
  /** Descriptors above nine that Heal itself was started with and that must not reach the box. */
  readonly inherited: readonly number[];
  /** Arguments of the inside script. */
  readonly inside: readonly string[];
  readonly keepIn: string | null;
}

export const enterFile = "enter.sh";

/**
 * The script that builds one box and waits for it. It runs in its own mount namespace, so whatever it mounts is gone when it is, however it ends.
 *
 * Two things tie it to Heal from its first moment on. It has asked to be killed when its parent dies; should the parent have died before that, its
 * parent is not Heal any more and it ends at once. And its stdin is a rope: it waits there for the word to go on, and the end of the stream is the end.
 * Its own messages go to a file, as the standard streams belong to the command; descriptor 3 is for news to Heal.
 */
export function groundScript(plan: GroundPlan): string {
  return [
    "set -eu",
    `[ "$PPID" = ${plan.parent} ] || exit 1`,
    "umask 022",
    `cd ${quote(plan.folder)}`,
    "exec 4>&1 5>&2 >setup.log 2>&1",
    ...mountScratch(plan),
    ...plan.first.map((bind) => `mkdir ${bind.name}; mount --bind ${quote(bind.from)} ${bind.name}`),
    `mount --bind ${quote(plan.base)} base`,
    "read -r word || exit 0",
    `. ./${enterFile}`,
    "",
  ].join("\n");
}

/** Few programs are started on the way, as each costs as much as a mount. The image's file goes at once: its space is freed with the mount. */
function mountScratch(plan: GroundPlan): string[] {
  const scratch = plan.scratch;
  return [
    scratch.kind === "image"
      ? `cp --sparse=always ${quote(scratch.template)} scratch.img; mount -t ext4 -o loop,noatime,nosuid,nodev scratch.img scratch; rm scratch.img`
      : `mount -t tmpfs -o size=${scratch.bytes},nr_inodes=${scratch.inodes},mode=0755,nosuid,nodev scratch scratch`,
    "mkdir -m 1777 scratch/tmp scratch/vartmp scratch/shm",
    "mkdir base merged scratch/home scratch/out scratch/tree-upper scratch/tree-work",
    ...(plan.switchTo === null ? [] : [`chown ${plan.switchTo.uid}:${plan.switchTo.gid} scratch/*`]),
    ...(plan.rootMode === usualMode ? [] : [`chmod ${plan.rootMode.toString(8)} scratch/tree-upper`]),
  ];
}

/** What `mkdir` gives under the launcher's umask. */
const usualMode = 0o755;

/** After the box is gone the launcher holds scratch for Heal to read, until the rope is let go. */
export function enterScript(plan: EnterPlan): string {
  return [
    ...plan.stacked.flatMap((folder) => mountStack(folder, plan.switchTo)),
    "status=0",
    `( ${enterBox(plan)} ) || status=$?`,
    "exec 4>&- 5>&-",
    ...(plan.keepIn === null ? [] : keep(plan, plan.keepIn)),
    `echo "ended $status" >&3`,
    "read -r word || :",
    "",
  ].join("\n");
}

/** The kernel reads the layers' names relative to the current folder, so no name of the user's can break the option string. */
function mountStack(folder: StackedFolder, owner: User | null): string[] {
  const own = folder.name === "tree" ? [] : [upperOf(folder), workOf(folder)];
  const places = [...own, ...folder.binds.map((bind) => bind.name), ...(folder.at === "merged" || folder.at.startsWith("scratch/") ? [] : [quote(folder.at)])];
  return [
    ...(places.length === 0 ? [] : [`mkdir -p ${places.join(" ")}`]),
    ...(own.length === 0 || owner === null ? [] : [`chown ${owner.uid}:${owner.gid} ${own.join(" ")}`]),
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

function enterBox(plan: EnterPlan): string {
  const join = plan.joins.map((file) => `echo 0 >${quote(file)};`).join(" ");
  const affinity = plan.processors === null ? "" : `taskset -c ${plan.processors} `;
  const user = plan.switchTo === null ? "" : `setpriv --reuid=${plan.switchTo.uid} --regid=${plan.switchTo.gid} --clear-groups -- `;
  const opened = `${descriptors.mark}>&3 3>&- ${descriptors.status}>status ${descriptors.options}<options ${descriptors.filter}<../seccomp`;
  const inside = plan.inside.map(quote).join(" ");
  return `${join} exec ${closing(plan.inherited)}${affinity}${user}bwrap --args ${descriptors.options} -- /bin/sh /heal/inside.sh ${inside} </dev/null >&4 2>&5 4>&- 5>&- ${opened}`;
}

/** POSIX shells close only descriptors below ten, so bash does it, and only when there are any. */
function closing(inherited: readonly number[]): string {
  if (inherited.length === 0) return "";
  return `bash -c ${quote(`exec ${inherited.map((number) => `${number}>&-`).join(" ")}; exec "$@"`)} bash `;
}

function keep(plan: EnterPlan, target: string): string[] {
  const folders = plan.stacked.map((folder) => `cp -a scratch/${folder.name}-upper ${quote(target)}/${folder.name}`);
  const home = plan.stacked.some((folder) => folder.name === "home") ? [] : [`cp -a scratch/home ${quote(target)}/home`];
  return [`mkdir -p ${quote(target)}`, ...folders, ...home];
}

/** One word for the shell, whatever the bytes. */
export function quote(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
