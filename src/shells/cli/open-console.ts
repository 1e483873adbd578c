import { liveConsole } from "./live-console.js";
import { plainConsole } from "./plain-console.js";
import type { RunConsole } from "./run-console.js";

/** Live progress on a terminal that can redraw and where nobody asked for plain text; one line for each event elsewhere. */
export function openConsole(stream: NodeJS.WriteStream, environment: Readonly<Record<string, string | undefined>>): RunConsole {
  const plain = !stream.isTTY || environment.TERM === "dumb" || Boolean(environment.NO_COLOR) || Boolean(environment.CI);
  return plain ? plainConsole(stream) : liveConsole(stream);
}
