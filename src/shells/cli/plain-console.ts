import type { Console } from "../../ports/console.js";
import { eventLine } from "../../render/event-line.js";

interface TextSink {
  write(text: string): unknown;
}

/** One line for each event worth a line; for logs and pipes. */
export function plainConsole(sink: TextSink): Console {
  return {
    event(line) {
      const text = eventLine(line);
      if (text !== undefined) sink.write(`${text}\n`);
    },
    progress() {},
    note: (text) => void sink.write(`${text}\n`),
  };
}
