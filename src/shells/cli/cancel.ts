/** Turns the first SIGINT or SIGTERM into an abort; a second one ends the process at once. */
export function cancelOnSignals(): { readonly signal: AbortSignal; release(): void } {
  const controller = new AbortController();
  const cancel = (): void => {
    if (controller.signal.aborted) process.exit(130);
    controller.abort();
  };
  process.on("SIGINT", cancel);
  process.on("SIGTERM", cancel);
  const release = (): void => {
    process.off("SIGINT", cancel);
    process.off("SIGTERM", cancel);
  };
  return { signal: controller.signal, release };
}
