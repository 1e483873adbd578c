/** The part of Vitest's JSON report that the sums come from. */
interface Report {
  readonly testResults: readonly FileResult[];
}

interface FileResult {
  readonly status: string;
  readonly name: string;
  readonly assertionResults: readonly { readonly status: string; readonly title: string; readonly ancestorTitles: readonly string[] }[];
}

export interface SkippedSuite {
  readonly name: string;
  readonly cases: number;
}

export interface Sums {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Reason to suites. */
  readonly skips: ReadonlyMap<string, readonly SkippedSuite[]>;
}

const noReason = "no reason given";

/** Vitest's own exit status counts too: an error outside any test, or a report that was never written, is one failure. */
export function readReport(text: string, exitStatus: number): Sums {
  const files = text === "" ? [] : (JSON.parse(text) as Report).testResults;
  const results = files.flatMap((file) => file.assertionResults);
  const passed = results.filter((result) => result.status === "passed").length;
  const skipped = results.filter((result) => result.status !== "passed" && result.status !== "failed").length;
  const failed = results.filter((result) => result.status === "failed").length + files.filter(isBroken).length;
  const outside = exitStatus !== 0 && failed === 0 ? 1 : 0;
  return { passed, failed: failed + outside, skipped, skips: groupSkips(files) };
}

/** A file that cannot be loaded has no cases to count, so the file itself is the failure. */
function isBroken(file: FileResult): boolean {
  return file.status === "failed" && !file.assertionResults.some((result) => result.status === "failed");
}

function groupSkips(files: readonly FileResult[]): ReadonlyMap<string, readonly SkippedSuite[]> {
  const byReason = new Map<string, SkippedSuite[]>();
  for (const file of files) {
    for (const result of file.assertionResults) {
      if (result.status === "passed" || result.status === "failed") continue;
      const [name, reason] = splitTitle(result.ancestorTitles[0] ?? result.title);
      const suites = byReason.get(reason) ?? [];
      const known = suites.find((suite) => suite.name === name);
      byReason.set(reason, [...suites.filter((suite) => suite !== known), { name, cases: (known?.cases ?? 0) + 1 }]);
    }
  }
  return byReason;
}

/** `suiteRequires` puts the reason into the title: "name [needs docker: no daemon answers]". */
function splitTitle(title: string): readonly [name: string, reason: string] {
  const match = /^(.*) \[(needs .*)\]$/s.exec(title);
  return match === null ? [title, noReason] : [match[1] ?? title, match[2] ?? noReason];
}
