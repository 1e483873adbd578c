/** Hard limits of one command in a box. */
export interface BoxLimits {
  readonly memoryBytes: number;
  readonly processes: number;
  /** CPU cores, may be a fraction. */
  readonly cpus: number;
  readonly diskBytes: number;
  readonly inodes: number;
  /** Kept of stdout and of stderr each, as head and tail. */
  readonly outputBytes: number;
  readonly timeoutMs: number;
}

export const defaultBoxLimits: BoxLimits = {
  memoryBytes: 4 * 1024 ** 3,
  processes: 512,
  cpus: 2,
  diskBytes: 4 * 1024 ** 3,
  inodes: 400_000,
  outputBytes: 64 * 1024 ** 2,
  timeoutMs: 5 * 60_000,
};

export type LimitName = "memory" | "processes" | "cpus" | "disk" | "inodes" | "output" | "time" | "network";

export type LimitHolder = "cgroup" | "rlimit" | "affinity" | "file-system" | "watchdog" | "namespace" | "nothing";

/** Which mechanism holds each limit, as the probe saw it: reports say so instead of promising. */
export type LimitHolders = Readonly<Record<LimitName, LimitHolder>>;
