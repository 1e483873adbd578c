/**
 * The first program in a box: `sh inside.sh DIRECTORY PROCESSES FILE-BYTES DATA-BYTES LIFETIME-SECONDS MARK-FD COMMAND`, "-" leaves a limit as it is.
 * It is process 1 of the box, so the kernel ends everything else when it exits. It says on MARK-FD (closed afterwards) that the box stands, so a box
 * that never came up is not taken for a command that failed, and waits for an answer. A first process that is told to go with its parent only after that
 * has gone is told nothing; the answer, given by a Heal that lives, shows that it was told in time, and its end instead ends the box. Core files are off;
 * a second, inner deadline ends the box should Heal be gone.
 */
export const insideScript = `directory=$1 processes=$2 file=$3 data=$4 lifetime=$5 mark=$6 command=$7
umask 022
cd "$directory" || exit 97
set -- prlimit --core=0
[ "$processes" = - ] || set -- "$@" "--nproc=$processes"
[ "$file" = - ] || set -- "$@" "--fsize=$file"
[ "$data" = - ] || set -- "$@" "--data=$data"
case $mark in
8) echo started >&8 && read -r go <&8 || exit 96; exec 8>&- ;;
esac
timeout --foreground -s KILL "$lifetime" "$@" sh -c "$command" </dev/null
exit $?
`;

export interface InsideArguments {
  readonly directory: string;
  readonly processes: number | null;
  readonly fileBytes: number | null;
  readonly dataBytes: number | null;
  readonly lifetimeSeconds: number;
  readonly markFd: 8 | null;
  readonly command: string;
}

/** Exit statuses of the script itself, before the command ran. */
export const insideExit = { noMark: 96, noDirectory: 97 } as const;

export function insideArguments(values: InsideArguments): string[] {
  const number = (value: number | null): string => (value === null ? "-" : String(value));
  return [
    values.directory,
    number(values.processes),
    number(values.fileBytes),
    number(values.dataBytes),
    String(values.lifetimeSeconds),
    number(values.markFd),
    values.command,
  ];
}
