import type { Console } from "../../ports/console.js";
import { eventLine } from "../../render/event-line.js";
import type { LogWriter } from "./log-writer.js";

/** One line for each event worth a line. Progress between events is for terminals only. */
export function logConsole(log: LogWriter): Console {
  return {
    event: (line) => {
      const text = eventLine(line);
      if (text !== undefined) log.write(text);
    },
    progress: () => undefined,
    note: (text) => log.write(text),
  };
}
