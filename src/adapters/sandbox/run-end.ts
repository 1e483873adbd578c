import { constants } from "node:os";
import type { RunEnd } from "../../domain/journal.js";

/** A shell tells a signal as 128 plus its number; a program that chose such a status itself cannot be told apart. */
export function endOfExit(exitCode: number): RunEnd {
  const signal = exitCode > 128 ? signalName(exitCode - 128) : null;
  return signal === null ? { kind: "exited", exitCode } : { kind: "signalled", signal, exitCode };
}

function signalName(number: number): string | null {
  return Object.entries(constants.signals).find(([, value]) => value === number)?.[0] ?? null;
}
