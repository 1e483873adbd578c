import type { CaseResult } from "../../domain/case.js";
import type { Coverage, LineCoverage } from "../probes/coverage.js";

/**
 * Which red and green cases executed a line, scored by Ochiai: red executions over the square root of all red cases times all
 * executions. (Abreu, Zoeteweij, van Gemund: On the Accuracy of Spectrum-based Fault Localization, 2007.)
 */
export class Spectrum {
  readonly #red: readonly LineCoverage[];
  readonly #green: readonly LineCoverage[];

  constructor(red: readonly LineCoverage[], green: readonly LineCoverage[]) {
    this.#red = red;
    this.#green = green;
  }

  /** Undefined = the probe saw none of the red cases. */
  static of(coverage: Coverage | undefined, cases: { readonly red: readonly CaseResult[]; readonly green: readonly CaseResult[] }): Spectrum | undefined {
    if (coverage === undefined) return undefined;
    const seen = (results: readonly CaseResult[]): LineCoverage[] => results.flatMap((result) => coverage.of(result) ?? []);
    const red = seen(cases.red);
    return red.length === 0 ? undefined : new Spectrum(red, seen(cases.green));
  }

  /** Files that a red case executed, in path order. */
  files(): string[] {
    return [...new Set(this.#red.flatMap((lines) => [...lines.keys()]))].sort();
  }

  /** 0 to 1 for any of these lines of a file. */
  score(path: string, lines: readonly number[]): number {
    const executedBy = (cases: readonly LineCoverage[]): number =>
      cases.filter((covered) => {
        const found = covered.get(path);
        return found !== undefined && lines.some((line) => found.has(line));
      }).length;
    const red = executedBy(this.#red);
    return red === 0 ? 0 : red / Math.sqrt(this.#red.length * (red + executedBy(this.#green)));
  }

  /** Lines in this range that a red case executed. */
  redLines(path: string, from: number, to: number): number[] {
    const lines = new Set(this.#red.flatMap((covered) => [...(covered.get(path) ?? [])]));
    return [...lines].filter((line) => from <= line && line <= to).sort((left, right) => left - right);
  }
}
