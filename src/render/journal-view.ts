import type { JournalEvent, JournalLine } from "../domain/journal.js";

export type EventOf<Type extends JournalEvent["type"]> = Extract<JournalEvent, { readonly type: Type }>;

/** Every event of one type, in order. */
export function eventsOf<Type extends JournalEvent["type"]>(lines: readonly JournalLine[], type: Type): EventOf<Type>[] {
  return lines.map(({ event }) => event).filter((event): event is EventOf<Type> => event.type === type);
}

export function lastOf<Type extends JournalEvent["type"]>(lines: readonly JournalLine[], type: Type): EventOf<Type> | undefined {
  return eventsOf(lines, type).at(-1);
}
