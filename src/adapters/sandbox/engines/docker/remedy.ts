interface Row {
  readonly when: RegExp;
  readonly remedy: string;
}

const rows: readonly Row[] = [
  {
    when: /daemon hangs|stopped answering/,
    remedy: "`docker ps --all` and the daemon's log show what it is busy with; `sudo systemctl restart docker`, or what starts it here, brings it back.",
  },
  {
    when: /cannot write into its tree/,
    remedy:
      "Checks write beside the sources, and a box has no more rights than the folder's owner: give the owner the right to write (`chmod -R u+w` on the project), or name a copy with --cwd.",
  },
  {
    when: /ENOSPC|EDQUOT|no space left|disk quota/i,
    remedy:
      "Free some space in the temporary folder, or name another one with TMPDIR; where the daemon's own disk is full, `docker system df` shows what it holds.",
  },
  { when: /ENOENT|EACCES|not found in PATH|executable file not found/, remedy: "Install Docker, or use `sandbox: bubblewrap`." },
  { when: /disk limit|loop device|mke2fs/, remedy: "Install e2fsprogs (mke2fs) and allow loop devices, so that the box's disk can be limited." },
  {
    when: /permission denied.*(?:docker\.sock|daemon socket)|(?:docker\.sock|daemon socket).*permission denied/i,
    remedy: "Add this user to the group that owns the Docker socket (usually `docker`) and log in again.",
  },
  {
    when: /cannot connect|is the docker daemon running|connection refused|no such host|error during connect/i,
    remedy: "Start the Docker daemon, or correct DOCKER_HOST.",
  },
  {
    when: /does not see the tree|no such file or directory|bind source path does not exist/i,
    remedy:
      "The daemon sees other files than this process (a job in a container, a remote daemon): run the job on the machine itself, or use `sandbox: bubblewrap`.",
  },
  {
    when: /overlay|mount/i,
    remedy: "The daemon cannot lay folders over each other here: use a daemon that runs as root on a local disk, or `sandbox: bubblewrap`.",
  },
];

/** What a person can do about a reason for which docker cannot be used. */
export function remedyFor(reason: string): string {
  return rows.find((row) => row.when.test(reason))?.remedy ?? "See `docker info`, or use `sandbox: bubblewrap`.";
}
