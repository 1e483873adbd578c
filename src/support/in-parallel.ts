/** Runs the tasks, at most `limit` at a time; results in the order of the tasks. The first failure rejects once the running tasks have ended. */
export async function inParallel<T>(tasks: readonly (() => Promise<T>)[], limit: number): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const failures: unknown[] = [];
  const work = async (): Promise<void> => {
    while (next < tasks.length && failures.length === 0) {
      const index = next;
      next += 1;
      const task = tasks[index];
      if (task === undefined) return;
      try {
        results[index] = await task();
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, Math.min(limit, tasks.length)) }, work));
  if (failures.length > 0) throw failures[0];
  return results;
}
