export interface Clock {
  /** Milliseconds of a monotonic clock. */
  now(): number;
  /** ISO 8601, UTC. */
  timestamp(): string;
}
