import * as z from "zod";
import { type JsonValue, parseStrictJson } from "../../../support/strict-json.js";

/** What an error answer says, whichever way the endpoint writes it. */
export interface ErrorBody {
  readonly message: string;
  /** Its code, type and status words, e.g. "insufficient_quota", lower case, in one text. */
  readonly codes: string;
  readonly parameter: string | null;
  /** A status inside the body, where the answer's own was a success. */
  readonly status: number | null;
  readonly contextTokens: number | null;
  /** All of it, for searching. */
  readonly text: string;
}

const word = z.union([z.string(), z.number()]).nullish().catch(null);
const line = z.string().nullish().catch(null);

const shape = z.object({
  message: line,
  code: word,
  type: line,
  status: word,
  param: line,
  n_ctx: z.number().int().positive().nullish().catch(null),
  detail: z.unknown().optional(),
  metadata: z.object({ raw: line }).nullish().catch(null),
});

const searched = 8_000;

export function readErrorBody(body: string): ErrorBody {
  const parsed = parseStrictJson(body.trim());
  const error = parsed.kind === "value" ? errorOf(parsed.value) : null;
  const text = body.slice(0, searched);
  if (error === null) return { message: /^\s*</.test(body) ? "" : body, codes: "", parameter: null, status: null, contextTokens: null, text };
  const statuses = [error.code, error.status].map(Number).filter((status) => status >= 400 && status <= 599);
  return {
    message: [error.message, error.metadata?.raw, detailOf(error.detail)].filter((part) => typeof part === "string" && part !== "").join(" "),
    codes: [error.code, error.type, error.status].join(" ").toLowerCase(),
    parameter: error.param ?? null,
    status: statuses[0] ?? null,
    contextTokens: error.n_ctx ?? null,
    text,
  };
}

/** `{error: {…}}`, `{error: "…"}`, `[{error: {…}}]`, `{message: …}` and `{detail: …}` all occur. */
function errorOf(value: JsonValue): z.infer<typeof shape> | null {
  const outer = Array.isArray(value) ? (value as readonly JsonValue[])[0] : value;
  if (outer === undefined || outer === null || typeof outer !== "object") return null;
  const inner = "error" in outer ? outer.error : outer;
  const result = shape.safeParse(typeof inner === "string" ? { message: inner } : inner);
  return result.success ? result.data : null;
}

function detailOf(detail: unknown): string | null {
  if (detail === undefined || detail === null) return null;
  return typeof detail === "string" ? detail : JSON.stringify(detail);
}
