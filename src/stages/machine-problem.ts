/** What a person can do about a machine that refused something, by the system's name of the refusal. */
const remedies: Readonly<Record<string, readonly [what: string, remedy: string]>> = {
  ENOSPC: ["no space is left on the disk", "Free some, or name another place: --out for the bundle, TMPDIR for the boxes."],
  EDQUOT: ["the disk quota of this user is used up", "Free some space, or name another place: --out for the bundle, TMPDIR for the boxes."],
  EROFS: ["the file system is read-only", "Name another place: --out for the bundle, TMPDIR for the boxes."],
  EACCES: ["this user may not write there", "Name another place: --out for the bundle, TMPDIR for the boxes."],
  EMFILE: ["this process may not open more files", "Raise the limit with `ulimit -n`."],
  ENFILE: ["the machine may not open more files", "End other programs, or raise fs.file-max."],
  ENOMEM: ["no memory is left", "End other programs, or use a larger machine."],
  EAGAIN: ["this user may not start more processes", "End other programs, or raise the limit with `ulimit -u`."],
};

/** One or two sentences with the remedy when the machine and not Heal is at fault; undefined for everything else. */
export function machineProblem(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, path, syscall } = error as NodeJS.ErrnoException;
  const known = code === undefined ? undefined : remedies[code];
  if (known === undefined) return undefined;
  const [what, remedy] = known;
  return `${path ?? syscall ?? "The machine"}: ${what} (${code}). ${remedy}`;
}
