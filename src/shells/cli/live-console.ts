import { createLogUpdate } from "log-update";
import { isSampled } from "../../domain/attempt.js";
import type { JournalLine } from "../../domain/journal.js";
import type { RunProgress } from "../../ports/console.js";
import { verdictText } from "../../render/event-line.js";
import { progressLine } from "../../render/progress-line.js";
import { RunLines } from "../../render/run-lines.js";
import { visible } from "../../render/safe-text.js";
import type { RunConsole } from "./run-console.js";

/** How often the time left is drawn again between events. */
const redrawMs = 1_000;

interface Status {
  progress: RunProgress | undefined;
  /** When `progress` came, in milliseconds of the monotonic clock. */
  since: number;
  last: string | undefined;
}

/**
 * Lines of lasting interest scroll by; the last line is redrawn in place. The cursor is never hidden, so there is nothing to restore when
 * the process is killed.
 */
export function liveConsole(stream: NodeJS.WriteStream): RunConsole {
  const area = createLogUpdate(stream, { showCursor: true });
  const lines = new RunLines("terminal");
  const status: Status = { progress: undefined, since: 0, last: undefined };
  const draw = (): void => {
    if (status.progress !== undefined) area(statusLine(status, stream.columns ?? 80));
  };
  const say = (text: string): void => {
    area.clear();
    stream.write(`${text}\n`);
    draw();
  };
  const timer = setInterval(draw, redrawMs);
  timer.unref();
  stream.on("resize", draw);
  return {
    event(line) {
      if (line.event.type === "candidate-tried") status.last = verdictText(line.event.verdict);
      const text = isLasting(line) ? lines.next(line) : undefined;
      if (text === undefined) draw();
      else say(text);
    },
    progress(progress) {
      Object.assign(status, { progress, since: performance.now() });
      draw();
    },
    note: (text) => say(visible(text)),
    close() {
      clearInterval(timer);
      stream.off("resize", draw);
      status.progress = undefined;
      area.clear();
    },
  };
}

/** Hundreds of candidates of a search fail; the live line shows the latest, and only those that tell something stay. */
function isLasting({ event }: JournalLine): boolean {
  if (event.type !== "candidate-tried" || isSampled(event.proposal.origin.coder)) return true;
  return ["green", "mends-some", "loses-again", "breaks", "refused"].includes(event.verdict.kind);
}

/** One column short of the width: a full line would wrap, and the part above could not be cleared. */
function statusLine({ progress, since, last }: Status, columns: number): string {
  if (progress === undefined) return "";
  const timeLeftMs = Math.max(0, progress.timeLeftMs - (performance.now() - since));
  return progressLine({ ...progress, timeLeftMs }, last).slice(0, Math.max(1, columns - 1));
}
