import type { ModelReply } from "../../../domain/model-call.js";
import { tellsKey } from "./api-key.js";

const withheld = "[withheld: it tells of the key]";
/** Shorter ones are words that stand in for a key; plain speech meets their pieces by chance. */
const shortestKey = 16;

/** The reply without what a model says around its code, where that tells of the key. Code stays as it is: what it holds is looked for on its way out. */
export function withoutToldKey(reply: ModelReply, key: string | null): ModelReply {
  if (key === null || key.length < shortestKey) return reply;
  if (reply.kind !== "text" && reply.kind !== "cut-off" && reply.kind !== "tool-calls") return reply;
  return { ...reply, text: withoutTold(reply.text, key) };
}

function withoutTold(text: string, key: string): string {
  const stretches = stretchesOf(text);
  const prose = stretches.filter(({ kind }) => kind === "prose").map(({ lines }) => lines.join("\n"));
  if (!tellsKey(prose.join("\n"), key)) return text;
  return stretches.map(({ kind, lines }) => (kind === "prose" && lines.some((line) => line.trim() !== "") ? withheld : lines.join("\n"))).join("\n");
}

interface Stretch {
  readonly kind: "prose" | "code";
  readonly lines: string[];
}

const opens = /^\s*(?:(```|~~~)|<<<<<<<)/;

/** Fenced blocks and search/replace blocks, and what stands between them. */
function stretchesOf(text: string): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let end: RegExp | undefined;
  for (const line of text.split("\n")) {
    const kind = end !== undefined || opens.test(line) ? "code" : "prose";
    const last = stretches.at(-1);
    if (last?.kind === kind) last.lines.push(line);
    else stretches.push({ kind, lines: [line] });
    end = end === undefined ? endAfter(line) : end.test(line) ? undefined : end;
  }
  return stretches;
}

function endAfter(line: string): RegExp | undefined {
  const opened = opens.exec(line);
  if (opened === null) return undefined;
  return opened[1] === undefined ? /^\s*>>>>>>>/ : new RegExp(`^\\s*${opened[1]}\\s*$`);
}
