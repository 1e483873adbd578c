import type { CaseResult } from "../domain/case.js";
import type { Reading } from "../domain/reading.js";

/** `heal read --json`. */
export interface ReadingDocument {
  readonly schema: "heal/reading/1";
  readonly runner: string;
  readonly exitCode: number | null;
  readonly class: string;
  readonly complete: boolean;
  readonly counts: { readonly failing: number; readonly passed: number | null; readonly skipped: number | null };
  readonly failures: readonly FailureEntry[];
  readonly notes: readonly string[];
}

export interface FailureEntry {
  readonly id: string;
  readonly reportedId: string;
  readonly file: string;
  readonly title: string;
  readonly kind: string;
  readonly type: string;
  readonly message: string;
  readonly expected: string | null;
  readonly actual: string | null;
  readonly frame: { readonly file: string; readonly line: number } | null;
  readonly excerpt: string;
}

export function readingDocument(reading: Reading): ReadingDocument {
  return {
    schema: "heal/reading/1",
    runner: reading.runner,
    exitCode: reading.exitCode,
    class: reading.class,
    complete: reading.complete,
    counts: reading.counts,
    failures: reading.cases.filter((one) => one.status === "failed").map(entry),
    notes: reading.classReason === "" ? reading.notes : [reading.classReason, ...reading.notes],
  };
}

function entry(one: CaseResult): FailureEntry {
  const { failure } = one;
  const frame = failure?.frames[0];
  return {
    id: one.id,
    reportedId: one.reportedId,
    file: one.name.file,
    title: `${one.name.titlePath.join(" > ")}${one.name.parameters === undefined ? "" : `[${one.name.parameters}]`}`,
    kind: one.kind,
    type: failure?.type ?? "",
    message: failure?.message ?? "",
    expected: failure?.expected ?? null,
    actual: failure?.actual ?? null,
    frame: frame === undefined ? null : { file: frame.file, line: frame.line },
    excerpt: failure?.excerpt ?? "",
  };
}
