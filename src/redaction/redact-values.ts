import type { Redact } from "./redactor.js";

/** Names of members whose values come from closed lists of ours: a schema would no longer know them. */
const ownWords = new Set(["type", "schema", "at"]);

/** The same value with every text in it redacted, whatever the member is called; numbers and shapes stay. */
export function redactLeaves<Value>(value: Value, redact: Redact): Value {
  return mapped(value, redact) as Value;
}

function mapped(value: unknown, redact: Redact): unknown {
  if (typeof value === "string") return redact(value);
  if (Array.isArray(value)) return value.map((item) => mapped(item, redact));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, ownWords.has(name) && isOwnWord(member) ? member : mapped(member, redact)]));
}

function isOwnWord(member: unknown): boolean {
  return typeof member === "string" && /^[a-z0-9/-]{1,24}$/.test(member);
}
