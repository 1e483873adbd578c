const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

export interface Cancel {
  readonly signal: AbortSignal;
  /** Nothing is left to cancel: the command only has to hand over what it came to. */
  release(): void;
}

/**
 * Turns the first SIGINT, SIGTERM or SIGHUP into an abort; a second one ends the process at once. One that comes when the command is done
 * does not take its exit status away: the process is about to end by itself, and at once when it is signalled again.
 */
export function cancelOnSignals(): Cancel {
  const controller = new AbortController();
  let state: "working" | "done" | "told" = "working";
  const cancel = (): void => {
    if (controller.signal.aborted || state === "told") process.exit(process.exitCode ?? 130);
    if (state === "done") state = "told";
    else controller.abort();
  };
  for (const name of signals) process.on(name, cancel);
  return {
    signal: controller.signal,
    release: () => {
      state = "done";
    },
  };
}
