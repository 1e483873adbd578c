const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

export interface Cancel {
  readonly signal: AbortSignal;
  release(): void;
}

/** Turns the first SIGINT, SIGTERM or SIGHUP into an abort; a second one ends the process at once. */
export function cancelOnSignals(): Cancel {
  const controller = new AbortController();
  const cancel = (): void => {
    if (controller.signal.aborted) process.exit(130);
    controller.abort();
  };
  for (const name of signals) process.on(name, cancel);
  return {
    signal: controller.signal,
    release: () => {
      for (const name of signals) process.off(name, cancel);
    },
  };
}
