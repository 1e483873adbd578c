import type { Clock } from "../../ports/clock.js";

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** `timeout` signals its child and then its whole group, and npm passes on what the terminal has sent already: nobody has asked twice. */
const sameWishMs = 1_000;

export interface Cancel {
  readonly signal: AbortSignal;
  /** Nothing is left to cancel: the command only has to hand over what it came to. */
  release(): void;
}

interface Heard {
  readonly name: string;
  readonly at: number;
}

/**
 * Turns the first SIGINT, SIGTERM or SIGHUP into an abort; a second one ends the process at once, unless it is the same again within a second. One that comes
 * when the command is done does not take its exit status away: the process is about to end by itself, and at once when it is signalled again.
 */
export function cancelOnSignals(clock: Pick<Clock, "now">): Cancel {
  const controller = new AbortController();
  let isWorking = true;
  let first: Heard | undefined;
  const hear = (name: string): void => {
    const heard = { name, at: clock.now() };
    if (first !== undefined && !isSameWish(first, heard)) process.exit(process.exitCode ?? 130);
    if (first === undefined && isWorking) controller.abort();
    first ??= heard;
  };
  for (const name of signals) process.on(name, hear);
  return {
    signal: controller.signal,
    release: () => {
      isWorking = false;
    },
  };
}

function isSameWish(first: Heard, again: Heard): boolean {
  return first.name === again.name && again.at - first.at < sameWishMs;
}
