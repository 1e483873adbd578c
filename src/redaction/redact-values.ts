import type { Redact } from "./redactor.js";

/** Members of an event or a document itself, never of what lies in it, whose values come from closed lists of ours: a schema would no longer know them. */
const ownWords = new Set(["type", "schema", "at"]);

/** The same value with every text in it redacted, whatever the member is called; numbers and shapes stay. */
export function redactLeaves<Value>(value: Value, redact: Redact): Value {
  if (!isRecord(value)) return mapped(value, redact) as Value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, ownWords.has(name) && isOwnWord(member) ? member : mapped(member, redact)]),
  ) as Value;
}

function mapped(value: unknown, redact: Redact): unknown {
  if (typeof value === "string") return redact(value);
  if (Array.isArray(value)) return value.map((item) => mapped(item, redact));
  return isRecord(value) ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, mapped(member, redact)])) : value;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isOwnWord(member: unknown): boolean {
  return typeof member === "string" && /^[a-z0-9/-]{1,24}$/.test(member);
}
