/** What an endpoint takes. It is learnt from its refusals and kept for the calls that follow. */
export interface Dialect {
  readonly outputLimit: OutputLimit;
  readonly refusedLimits: ReadonlySet<OutputLimit>;
  /** The largest answer it grants; null = not known. */
  readonly outputCap: number | null;
  readonly leaves: ReadonlySet<OptionalParameter>;
  readonly system: "own-role" | "in-first-user-message";
}

export type OutputLimit = "max_completion_tokens" | "max_tokens";

const optional = ["seed", "temperature", "stream_options", "stream", "tools"] as const;
export type OptionalParameter = (typeof optional)[number];

export const fullDialect: Dialect = {
  outputLimit: "max_completion_tokens",
  refusedLimits: new Set(),
  outputCap: null,
  leaves: new Set(),
  system: "own-role",
};

/** "System role not supported", "Developer instruction is not enabled", "'messages[0].role' does not support 'system'". */
const noSystemRole =
  /(?:system|developer)\W{0,3}(?:role|message|instruction)s?[^.]{0,60}(?:not (?:supported|allowed|enabled)|unsupported)|does not support\W{0,3}(?:system|developer)/i;

/** What a refusal with status 400 or 422 says, in whatever shape. */
export interface ParameterComplaint {
  /** The parameter the endpoint names in a field of its own; null = none. */
  readonly parameter: string | null;
  readonly text: string;
}

/** The dialect without what the endpoint complains about; null = the complaint is about something else. Never leaves the output limit out. */
export function withoutRefused(dialect: Dialect, complaint: ParameterComplaint, asked: { readonly outputTokens: number }): Dialect | null {
  const { text } = complaint;
  const cap = grantedOutput(text);
  if (cap !== null && cap < Math.min(asked.outputTokens, dialect.outputCap ?? asked.outputTokens)) return { ...dialect, outputCap: cap };
  if (dialect.system === "own-role" && noSystemRole.test(text)) return { ...dialect, system: "in-first-user-message" };
  const named = [complaint.parameter ?? "", ...firstNamed(text)].map(rootOf);
  for (const parameter of named) {
    const next = without(dialect, parameter);
    if (next !== null) return next;
  }
  return null;
}

function without(dialect: Dialect, parameter: string): Dialect | null {
  if (parameter === dialect.outputLimit) return withOtherLimit({ ...dialect, refusedLimits: new Set([...dialect.refusedLimits, parameter]) });
  const left = optional.find((candidate) => candidate === parameter) ?? (parameter === "tool_choice" ? "tools" : undefined);
  if (left === undefined || dialect.leaves.has(left)) return null;
  return { ...dialect, leaves: new Set([...dialect.leaves, left, ...(left === "stream" ? (["stream_options"] as const) : [])]) };
}

/** Names the output limit the other way; null = that was refused before. Some servers pass over the name they do not know without a word. */
export function withOtherLimit(dialect: Dialect): Dialect | null {
  const other = dialect.outputLimit === "max_tokens" ? "max_completion_tokens" : "max_tokens";
  return dialect.refusedLimits.has(other) ? null : { ...dialect, outputLimit: other };
}

/** "tools[0].function" and "body.tools" are both about tools. */
function rootOf(parameter: string): string {
  return parameter.replace(/^body\./, "").split(/[.[]/)[0] ?? "";
}

const known = ["max_completion_tokens", "max_tokens", "stream_options", "tool_choice", "temperature", "seed", "tools", "stream"];

/** Parameters of ours in the order in which the text names them. */
function firstNamed(text: string): string[] {
  return known
    .map((name) => ({ name, at: positionOf(text, name) }))
    .filter((found) => found.at >= 0)
    .sort((a, b) => a.at - b.at)
    .map((found) => found.name);
}

function positionOf(text: string, parameter: string): number {
  return text.search(new RegExp(`(?<![\\w])${parameter}(?![\\w])`, "i"));
}

/** No function fits into fewer: such an answer is not worth its call, and the endpoint's words are. */
const leastOutput = 64;

/** "This model supports at most 16384 completion tokens": a smaller answer is granted. */
function grantedOutput(text: string): number | null {
  const found =
    /at most (\d+) (?:completion|output) tokens/i.exec(text) ??
    /maximum allowed number of output tokens[^\d]{0,60}(\d+)/i.exec(text) ??
    /max_(?:completion_)?tokens[`'"]*[^.]{0,40}less than or equal to [`'"]*(\d+)/i.exec(text);
  const granted = Number(found?.[1] ?? 0);
  return granted >= leastOutput ? granted : null;
}
