import type { JournalLine } from "../domain/journal.js";
import type { ModelRole } from "../domain/model-call.js";
import { eventLine, lineAt } from "./event-line.js";
import type { EventOf } from "./journal-view.js";

/** Who watches: only somebody at a terminal wants to see that a call has begun. */
export type Watcher = "terminal" | "log";

const asked: Readonly<Record<ModelRole, string>> = {
  probe: "the model for a trial answer",
  reading: "the model what the output says",
  coder: "the coder",
  repair: "the coder for a repair",
  reflection: "the coder for a lesson",
  tester: "the tester",
  reviewer: "the reviewer",
};

/** The lines of one run, given its events in their order: what depends on the events before is told here, all else by `eventLine`. */
export class RunLines {
  readonly #watcher: Watcher;
  readonly #roles = new Map<number, ModelRole>();
  readonly #reasons = new Set<string>();
  /** Whose last call brought no answer. */
  readonly #unanswered = new Set<ModelRole>();

  constructor(watcher: Watcher) {
    this.#watcher = watcher;
  }

  /** Undefined = the event is only for the record. */
  next(line: JournalLine): string | undefined {
    const { event, elapsedMs } = line;
    if (event.type === "model-called") this.#unanswered.delete(event.call.role);
    if (event.type !== "model-asked" && event.type !== "model-unbilled") return eventLine(line);
    const text = event.type === "model-asked" ? this.#asked(event) : this.#noAnswer(event);
    return text === undefined ? undefined : lineAt(elapsedMs, text);
  }

  #asked({ call: { number, role } }: EventOf<"model-asked">): string | undefined {
    this.#roles.set(number, role);
    return this.#watcher === "log" ? undefined : `  asking ${asked[role]}${this.#unanswered.has(role) ? " again" : ""} …`;
  }

  /** Once for each reason: every retry of an endpoint that is down brings the same. */
  #noAnswer({ asked: number, because }: EventOf<"model-unbilled">): string | undefined {
    const role = this.#roles.get(number);
    if (role !== undefined) this.#unanswered.add(role);
    if (this.#reasons.has(because)) return undefined;
    this.#reasons.add(because);
    return `no answer${role === undefined ? "" : ` (${role})`}: ${because}`;
  }
}
