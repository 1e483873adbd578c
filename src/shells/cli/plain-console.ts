import { RunLines } from "../../render/run-lines.js";
import { uncommanded } from "../../render/safe-text.js";
import type { RunConsole } from "./run-console.js";

interface TextSink {
  write(text: string): unknown;
}

/** One line for each event worth a line; for logs and pipes. */
export function plainConsole(sink: TextSink): RunConsole {
  const lines = new RunLines("log");
  return {
    event(line) {
      const text = lines.next(line);
      if (text !== undefined) sink.write(`${uncommanded(text)}\n`);
    },
    progress() {},
    note: (text) => void sink.write(`${uncommanded(text)}\n`),
    close() {},
  };
}
