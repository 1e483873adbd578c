import type { CaseResult } from "../../domain/case.js";

/** Lines (1-based) of the project's own files, by path relative to the root. */
export type LineCoverage = ReadonlyMap<string, ReadonlySet<number>>;

/** What each case executed, as far as the probe could tell one case from another. */
export class Coverage {
  readonly #byKey: ReadonlyMap<string, LineCoverage>;

  constructor(byKey: ReadonlyMap<string, LineCoverage>) {
    this.#byKey = byKey;
  }

  get isEmpty(): boolean {
    return this.#byKey.size === 0;
  }

  /** Undefined = the probe saw nothing of the case (it did not run, or its runner is not watched). */
  of(result: CaseResult): LineCoverage | undefined {
    const { name, reportedId } = result;
    const titles = titleKey(name.file, name.titlePath);
    // A subtest is part of its test, which is what the probe sees.
    return this.#byKey.get(titles) ?? this.#byKey.get(reportedId) ?? this.#byKey.get(reportedId.split(" ", 1)[0] ?? "");
  }

  /** Every line that some case executed. */
  union(): LineCoverage {
    const all = new Map<string, Set<number>>();
    for (const lines of this.#byKey.values()) addLines(all, lines);
    return all;
  }
}

export function titleKey(file: string, titles: readonly string[]): string {
  return `${file}\0${titles.join(" > ")}`;
}

export function addLines(into: Map<string, Set<number>>, lines: LineCoverage): void {
  for (const [path, found] of lines) {
    const known = into.get(path) ?? new Set<number>();
    for (const line of found) known.add(line);
    into.set(path, known);
  }
}
