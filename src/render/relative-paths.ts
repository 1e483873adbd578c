import type { JournalLine } from "../domain/journal.js";
import { lastOf } from "./journal-view.js";

/** A root this short is part of other paths. */
const shortestRoot = 4;

/** The same lines with the tree's own folder left out of every text but the patches: a report is read elsewhere. */
export function withRelativePaths(lines: readonly JournalLine[]): readonly JournalLine[] {
  const root = lastOf(lines, "run-started")?.plan.root;
  if (root === undefined || root.length < shortestRoot) return lines;
  const shorten = (text: string): string => (text.includes(root) ? text.replaceAll(`${root}/`, "").replaceAll(root, ".") : text);
  return lines.map((line) => ({ ...line, event: mapped(line.event, shorten) as JournalLine["event"] }));
}

function mapped(value: unknown, shorten: (text: string) => string): unknown {
  if (typeof value === "string") return shorten(value);
  if (Array.isArray(value)) return value.map((item) => mapped(item, shorten));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, name === "changes" ? member : mapped(member, shorten)]));
}
