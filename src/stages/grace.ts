/** A cancelled run has this long, in milliseconds, to close its boxes; then its bundle is written without waiting for them. */
export const cancelGraceMs = 3_000;

/** The work's result, or undefined when the signal was aborted and the work did not end within the grace. The work itself is not stopped by this. */
export async function withinGrace<T>(signal: AbortSignal, work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  let startTimer = (): void => {};
  const overdue = new Promise<undefined>((resolve) => {
    startTimer = () => {
      timer = setTimeout(() => resolve(undefined), cancelGraceMs);
    };
  });
  signal.addEventListener("abort", startTimer);
  if (signal.aborted) startTimer();
  try {
    return await Promise.race([work, overdue]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", startTimer);
  }
}
