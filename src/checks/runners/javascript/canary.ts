import { posix } from "node:path";
import type { FileView } from "../../../domain/file-view.js";

/** Where a canary can stand: beside a test file that the command picks up, under a name of the same form. */
export interface CanaryPlace {
  readonly path: string;
  /** True when the neighbour is written with `import`. */
  readonly isModule: boolean;
  /** The neighbour's text, to copy its way of getting at the runner. */
  readonly neighbour: string;
}

export interface CanarySearch {
  readonly token: string;
  /** Does the runner take this path (relative to the root) as a test file? */
  readonly isTestFile: (path: string) => boolean;
}

/** The first test file in path order whose name leaves room for another of the same form. */
export function canaryPlace(files: FileView, search: CanarySearch): CanaryPlace | undefined {
  for (const path of files.paths()) {
    if (!search.isTestFile(path) || path.includes("node_modules/")) continue;
    const place = siblingOf(path, search.token);
    if (files.has(place) || !search.isTestFile(place)) continue;
    const neighbour = files.read(path)?.text ?? "";
    return { path: place, isModule: /^\s*(?:import\b(?!\s*\()|export\b)/m.test(neighbour), neighbour };
  }
  return undefined;
}

/** `a/x.test.ts` → `a/heal-canary-TOKEN.test.ts`; `a/test-x.js` → `a/test-heal-canary-TOKEN.js`; `test/x.js` → `test/heal-canary-TOKEN.js`. */
function siblingOf(path: string, token: string): string {
  const { dir, base } = posix.parse(path);
  const stem = `heal-canary-${token}`;
  const suffix = /[._-](?:test|spec)(?:\.[\w]+)*$/.exec(base)?.[0] ?? /(?:\.[\w]+)$/.exec(base)?.[0] ?? "";
  const prefix = /^test[-_]/.exec(base)?.[0] ?? "";
  return posix.join(dir, `${prefix}${stem}${suffix}`);
}

/** A JavaScript string literal that survives any text. */
export function literal(text: string): string {
  return JSON.stringify(text).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}
