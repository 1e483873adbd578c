import { eventLine } from "../../render/event-line.js";
import { visible } from "../../render/safe-text.js";
import type { RunConsole } from "./run-console.js";

interface TextSink {
  write(text: string): unknown;
}

/** One line for each event worth a line; for logs and pipes. */
export function plainConsole(sink: TextSink): RunConsole {
  return {
    event(line) {
      const text = eventLine(line);
      if (text !== undefined) sink.write(`${text}\n`);
    },
    progress() {},
    note: (text) => void sink.write(`${visible(text)}\n`),
    close() {},
  };
}
