import { z } from "zod";

const frame = z.tuple([z.string(), z.number().nullable(), z.string()]);
const cause = z.object({ type: z.string(), message: z.string(), frames: z.array(frame) });

/** What `heal_failures.detail` writes. */
export const toldException = cause.extend({ causes: z.array(cause).optional(), expected: z.string().optional(), actual: z.string().optional() });

/** JSON lines of one schema; lines that are cut or foreign are counted, not read. */
export function readJsonLines<Event>(text: string, schema: z.ZodType<Event>): { events: Event[]; damaged: number } {
  const events: Event[] = [];
  let damaged = 0;
  for (const line of text.split("\n")) {
    if (line.trim() === "") continue;
    const parsed = parseLine(line, schema);
    if (parsed === undefined) damaged += 1;
    else events.push(parsed);
  }
  return { events, damaged };
}

function parseLine<Event>(line: string, schema: z.ZodType<Event>): Event | undefined {
  try {
    return schema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
