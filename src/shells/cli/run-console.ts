import type { Console } from "../../ports/console.js";

export interface RunConsole extends Console {
  /** Leaves the terminal as it was found. */
  close(): void;
}
