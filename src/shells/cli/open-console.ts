import type { Console } from "../../ports/console.js";
import { liveConsole } from "./live-console.js";
import { plainConsole } from "./plain-console.js";

export interface RunConsole extends Console {
  /** Leaves the terminal as it was found. */
  close(): void;
}

/** Live progress on a terminal that can redraw and where nobody asked for plain text; one line for each event elsewhere. */
export function openConsole(stream: NodeJS.WriteStream, environment: Readonly<Record<string, string | undefined>>): RunConsole {
  const plain = !stream.isTTY || environment.TERM === "dumb" || Boolean(environment.NO_COLOR) || Boolean(environment.CI);
  return plain ? plainConsole(stream) : liveConsole(stream);
}
