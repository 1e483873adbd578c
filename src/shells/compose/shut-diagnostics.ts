import { close, url } from "node:inspector";

/**
 * A process tells its memory in several ways, each a way to its key: a debugger's port (SIGUSR1 opens one), a heap snapshot by signal, a report,
 * what NODE_DEBUG has Node write of every connection, headers and all. An earlier step of a job may set that for the later ones.
 * None of them works after this, whatever the environment asked Node for.
 */
export function shutDiagnostics(own: NodeJS.Process): void {
  for (const signal of snapshotSignals(own)) own.removeAllListeners(signal);
  if (own.report !== undefined) {
    Object.assign(own.report, { reportOnFatalError: false, reportOnSignal: false, reportOnUncaughtException: false, excludeEnv: true });
  }
  for (const signal of ["SIGUSR1", "SIGUSR2"] as const) own.on(signal, () => undefined);
  if (url() !== undefined) close();
  if ((own.env.NODE_DEBUG ?? "") !== "") withoutDebugLines(own);
}

/** Node's debug lines start with a section and the process id, and each is one write. */
function withoutDebugLines({ stderr, pid }: NodeJS.Process): void {
  const debugLine = new RegExp(`^[A-Z0-9_/-]+ (?:\\u001b\\[\\d+m)?${pid}(?:\\u001b\\[\\d+m)?: `);
  const write = stderr.write.bind(stderr) as (...args: unknown[]) => boolean;
  const filtered = (...args: unknown[]): boolean => (typeof args[0] === "string" && debugLine.test(args[0]) ? true : write(...args));
  Object.assign(stderr, { write: filtered });
}

function snapshotSignals({ execArgv, env }: NodeJS.Process): string[] {
  const options = [...execArgv, env.NODE_OPTIONS ?? ""].join(" ");
  return [...options.matchAll(/--heapsnapshot-signal[= ](\w+)/g)].map(([, name = ""]) => name);
}
