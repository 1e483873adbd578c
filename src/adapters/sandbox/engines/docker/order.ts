import type { FileChange, Patch } from "../../../../domain/patch.js";
import { boxPaths } from "../../policy.js";
import { type TarEntry, tarArchive } from "./tar.js";

/** First lines of a container's streams; what comes before them is the client's, what comes after is the command's. */
export const readyLine = "heal-ready";
export const startedLine = "heal-started";

/** Last line of both streams. Unlike the first it has a random part: a box that guessed it would only cut its own output short. */
export function endLine(name: string): string {
  return `\n${name}-ended\n`;
}

/** The part of a container's life that needs no order: say that it stands, then wait for one. Its stdin is the rope that ties it to Heal. */
export const waitScript = `echo ${readyLine}
tar -xf - -C /heal && . /heal/order/run
exit 99`;

/** Exit statuses before the command started. */
export const orderExit = { noDirectory: 97, patchRefused: 98, orderLost: 99 } as const;

export interface Order {
  readonly root: string;
  readonly patch: Patch;
  /** Absolute. */
  readonly directory: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly tools: Readonly<Record<string, string>>;
  readonly command: string;
  /** From `endLine`. */
  readonly lastLine: string;
}

/** What a waiting container is sent: the patch, the tools, and a script that lays them out and becomes the command. */
export function orderArchive(order: Order): Buffer {
  const files: TarEntry[] = [];
  const lines: string[] = [];
  const carry = (content: Buffer): string => {
    const name = `order/f${files.length}`;
    files.push({ kind: "file", name, mode: 0o644, content });
    return `/heal/${name}`;
  };
  for (const change of order.patch.changes) lines.push(patchLine(change, carry));
  for (const [name, text] of Object.entries(order.tools)) lines.push(`tool ${carry(Buffer.from(text))} ${quoted(`${boxPaths.tools}/${name}`)}`);
  const script = [functions, `cd ${quoted(order.root)} || exit ${orderExit.noDirectory}`, ...lines, ...startLines(order)].join("\n");
  return tarArchive([...files, { kind: "file", name: "order/run", mode: 0o644, content: Buffer.from(`${script}\n`) }]);
}

/** A file is written in place, so that its mode and owner stay; a patch never goes through a symbolic link. */
const functions = `umask 022
refuse() { echo "heal: $1" >&2; exit ${orderExit.patchRefused}; }
check() {
  [ ! -L "$1" ] || refuse "the patch names a symbolic link: $1"
  parent=\${1%/*}
  [ "$parent" = . ] || [ ! -d "$parent" ] || [ "$(cd -- "$parent" && pwd -P)" = "$(pwd -P)/\${parent#./}" ] || refuse "the patch goes through a symbolic link: $1"
}
place() {
  check "$2"; mkdir -p -- "$parent" || refuse "no folder for $2"
  mode=
  if [ -e "$2" ] && [ ! -w "$2" ]; then mode=$(stat -c %a -- "$2"); chmod u+w -- "$2"; fi
  cat "$1" >"$2" || refuse "cannot write $2"
  [ -z "$mode" ] || chmod "$mode" -- "$2"
}
remove() { check "$1"; rm -f -- "$1" || refuse "cannot delete $1"; }
tool() { mkdir -p -- "\${2%/*}"; cat "$1" >"$2" && chmod 755 "$2" || refuse "cannot write $2"; }`;

function patchLine(change: FileChange, carry: (content: Buffer) => string): string {
  const path = quoted(`./${change.path}`);
  return change.kind === "delete" ? `remove ${path}` : `place ${carry(Buffer.from(change.after, change.encoding))} ${path}`;
}

/**
 * The command gets only its own three streams. A helper waits for the end of stdin, which comes when Heal is gone, and then ends the box; should the box
 * have killed it, the box's lifetime ends it. Afterwards the count of refused processes is left for the keeper, in words the shell can do without a process.
 */
function startLines(order: Order): string[] {
  const environment = Object.entries(order.environment).map(([name, value]) => quoted(`${name}=${value}`));
  return [
    `cd ${quoted(order.directory)} || exit ${orderExit.noDirectory}`,
    `echo ${startedLine}; echo ${startedLine} >&2`,
    "exec 3<&0 4>&1 5>&2 </dev/null >/dev/null 2>&1",
    "{ cat <&3 >/dev/null; kill -KILL -1; } 4>&- 5>&- &",
    "exec 3<&-",
    `env -i ${environment.join(" ")} sh -c ${quoted(order.command)} </dev/null >&4 2>&5 4>&- 5>&-`,
    "code=$?",
    "for f in /sys/fs/cgroup/pids.events /sys/fs/cgroup/pids/pids.events; do read -r word n <$f && echo $n >/heal/order/pids; done",
    `printf %s ${quoted(order.lastLine)} >&4; printf %s ${quoted(order.lastLine)} >&5`,
    "exit $code",
  ];
}

export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
