import type { ErrorBody } from "./error-body.js";

/** How endpoints say that prompt and answer do not fit the model's context; the first group, where there is one, is its size in tokens. */
const spellings: readonly RegExp[] = [
  /context[_ ]length[_ ]exceeded/i,
  /exceed_context_size/i,
  /maximum context length (?:is|of) (\d[\d,]*)/i,
  /maximum model length of (\d[\d,]*)/i,
  /available context size(?: \((\d+) tokens\))?/i,
  /prompt is too long(?:: \d+ tokens > (\d+))?/i,
  /exceed context limit: \d+ \+ \d+ > (\d+)/i,
  /exceeds the maximum number of tokens allowed \((\d+)\)/i,
  /must be less than max_seq_len \((\d+)\)/i,
  /too large for model with (\d[\d,]*) maximum context length/i,
  /loaded with context length of only (\d+)/i,
  /`?inputs`? tokens \+ `?max_new_tokens`? must be <= (\d+)/i,
  /total number of tokens in the prompt cannot exceed (\d+)/i,
  /input is too long for requested model/i,
  /(?:exceeds?|over|beyond|larger than) (?:the |this )?(?:model'?s? )?(?:maximum )?context (?:length|window|size)(?: of (\d+))?/i,
  /reduce the length of the (?:messages|prompt|input)/i,
];

export interface ContextLimit {
  /** Tokens; null = the endpoint does not say. */
  readonly limit: number | null;
}

/** Null = the error is about something else. */
export function contextExceeded(status: number, body: ErrorBody): ContextLimit | null {
  const text = `${body.codes} ${body.text}`;
  if (status !== 413 && !spellings.some((spelling) => spelling.test(text))) return null;
  const said = spellings.map((spelling) => spelling.exec(text)?.[1]).find((size) => size !== undefined);
  const size = Number(said?.replaceAll(",", "") ?? 0);
  return { limit: body.contextTokens ?? (Number.isSafeInteger(size) && size > 0 ? size : null) };
}
