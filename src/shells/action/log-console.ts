import type { Console } from "../../ports/console.js";
import { RunLines } from "../../render/run-lines.js";
import type { LogWriter } from "./log-writer.js";

/** One line for each event worth a line. Progress between events is for terminals only. */
export function logConsole(log: LogWriter): Console {
  const lines = new RunLines("log");
  return {
    event: (line) => {
      const text = lines.next(line);
      if (text !== undefined) log.write(text);
    },
    progress: () => undefined,
    note: (text) => log.write(text),
  };
}
