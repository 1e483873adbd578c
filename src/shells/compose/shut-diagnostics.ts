import { close, url } from "node:inspector";

/**
 * A process tells its memory in several ways, each a way to its key: a debugger's port (SIGUSR1 opens one), a heap snapshot by signal, a report.
 * None of them works after this, whatever the environment asked Node for.
 */
export function shutDiagnostics(own: NodeJS.Process): void {
  for (const signal of snapshotSignals(own)) own.removeAllListeners(signal);
  if (own.report !== undefined) {
    Object.assign(own.report, { reportOnFatalError: false, reportOnSignal: false, reportOnUncaughtException: false, excludeEnv: true });
  }
  for (const signal of ["SIGUSR1", "SIGUSR2"] as const) own.on(signal, () => undefined);
  if (url() !== undefined) close();
}

function snapshotSignals({ execArgv, env }: NodeJS.Process): string[] {
  const options = [...execArgv, env.NODE_OPTIONS ?? ""].join(" ");
  return [...options.matchAll(/--heapsnapshot-signal[= ](\w+)/g)].map(([, name = ""]) => name);
}
