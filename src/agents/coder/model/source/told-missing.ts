import type { CaseResult } from "../../../../domain/case.js";

/** Words of a runtime for what it did not find. */
export type ToldMissing =
  /** Taken from a module by its name; `path` = the module's file, where it is told. */
  | { readonly kind: "import"; readonly name: string; readonly module: string | undefined; readonly path: string | undefined }
  /** Looked up in a module or another object; "" = called by its name alone. */
  | { readonly kind: "member"; readonly name: string; readonly object: string }
  /** Looked up in an object of a class. */
  | { readonly kind: "attribute"; readonly name: string; readonly owner: string };

const word = "[\\p{L}_$][\\p{L}\\p{N}_$]*";
const quoted = `['"\`](${word})['"\`]`;
const phrases: readonly (readonly [RegExp, (found: RegExpMatchArray) => ToldMissing])[] = [
  [
    new RegExp(`cannot import name ${quoted} from (?:partially initialized module )?'([\\w.]+)'(?: \\((.+?\\.py)\\))?`, "gu"),
    ([, name = "", module, path]) => ({ kind: "import", name, module, path }),
  ],
  [/module '([\w.]+)' has no attribute '(\w+)'/g, ([, object = "", name = ""]) => ({ kind: "member", name, object })],
  [/(?:type object )?'([\w.]+)' (?:object )?has no attribute '(\w+)'/g, ([, owner = "", name = ""]) => ({ kind: "attribute", name, owner })],
  [
    new RegExp(`(?:does not provide an export named|has no exported member|Named export) ${quoted}`, "gu"),
    ([, name = ""]) => ({ kind: "import", name, module: undefined, path: undefined }),
  ],
  [
    new RegExp(`(?<![\\p{L}\\p{N}_$.])(?:(${word}(?:\\.${word})*)\\.)?(${word})\\)? is not a (?:function|constructor)`, "gu"),
    ([, object = "", name = ""]) => ({ kind: "member", name, object }),
  ],
];

/** A message that says more was not written by a runtime. */
const longest = 20_000;

/** What the failures say was not found, in the words of Python, Node, Babel's and Vite's modules, and TypeScript. */
export function toldMissing(failures: readonly CaseResult[]): ToldMissing[] {
  const texts = failures.flatMap(({ failure }) => (failure === undefined ? [] : [`${failure.message}\n${failure.excerpt}`.slice(0, longest)]));
  return texts.flatMap((text) => phrases.flatMap(([pattern, read]) => [...text.matchAll(pattern)].map(read)));
}
