/** How long an engine's own programs may take, in milliseconds. Each needs a fraction of a second; a machine under load some more. */
export interface Patience {
  /** Until a box, or what serves it, stands; and for any other answer. */
  readonly startMs: number;
  /** Until what was killed has ended, or word of an end has come. */
  readonly killMs: number;
  /** Until what was let go is gone. */
  readonly endMs: number;
  /** For work on a whole disk, such as emptying one that is full of small files. */
  readonly workMs: number;
}

export const ordinaryPatience: Patience = { startMs: 60_000, killMs: 5_000, endMs: 20_000, workMs: 120_000 };

export type InTime<T> = { readonly kind: "done"; readonly value: T } | { readonly kind: "overdue" };

/** What the work gives, unless it takes longer. The work itself is not stopped by this. */
export async function within<T>(limitMs: number, work: Promise<T>): Promise<InTime<T>> {
  let timer: NodeJS.Timeout | undefined;
  const overdue = new Promise<InTime<T>>((resolve) => {
    timer = setTimeout(() => resolve({ kind: "overdue" }), limitMs);
  });
  try {
    return await Promise.race([work.then((value) => ({ kind: "done", value }) as const), overdue]);
  } finally {
    clearTimeout(timer);
  }
}
