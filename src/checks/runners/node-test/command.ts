import type { FileView } from "../../../domain/file-view.js";
import type { Invocation } from "../command/invocation.js";
import { joinPath } from "../command/paths.js";
import { type OptionRules, type SplitArguments, splitArguments } from "../javascript/find.js";

const PROGRAMS = new Set(["node", "nodejs", "tsx", "ts-node"]);

/** Options of node whose value may stand in the next word. */
const VALUED = new Set(
  "--import --require -r --loader --experimental-loader --env-file --env-file-if-exists --conditions -C --title --test-reporter --test-reporter-destination --test-name-pattern --test-skip-pattern --test-concurrency --test-timeout --test-shard --test-isolation --test-global-setup --test-coverage-include --test-coverage-exclude --test-coverage-lines --test-coverage-branches --test-coverage-functions --test-rerun-failures --test-random-seed --experimental-test-tag-filter --tsconfig --stack-trace-limit --max-old-space-size --unhandled-rejections --input-type --disable-warning".split(
    " ",
  ),
);

/** For a rerun: other selections, coverage gates and other people's reporters go. */
const NARROWING = new Set(
  "--test-name-pattern --test-reporter --test-reporter-destination --test-shard --test-only --test-rerun-failures --test-coverage-lines --test-coverage-branches --test-coverage-functions --experimental-test-coverage --watch".split(
    " ",
  ),
);

const keepAll: OptionRules = { valued: VALUED, dropped: new Set() };
const forRerun: OptionRules = { valued: VALUED, dropped: NARROWING };

export function isNodeTest(invocation: Invocation, files: FileView): boolean {
  if (!PROGRAMS.has(invocation.program)) return false;
  const words = invocation.arguments.map((word) => word.text);
  return words.includes("--test") || directFile(words, invocation.directory, files) !== undefined;
}

/** `node x.test.js`: the file runs node:test by itself. */
function directFile(words: readonly string[], directory: string, files: FileView): string | undefined {
  const first = splitArguments(words, keepAll).positionals[0];
  const path = first === undefined ? undefined : joinPath(directory, first);
  const text = path === undefined ? undefined : files.read(path)?.text;
  return text !== undefined && /["']node:test["']/.test(text) ? path : undefined;
}

export function nodeArguments(invocation: Invocation): SplitArguments {
  return splitArguments(
    invocation.arguments.map((word) => word.text),
    keepAll,
  );
}

export function rerunOptions(invocation: Invocation): readonly string[] {
  return splitArguments(
    invocation.arguments.map((word) => word.text),
    forRerun,
  ).options;
}

/** How many reporters and destinations the command itself names. */
export function ownReporters(invocation: Invocation): { readonly reporters: number; readonly destinations: number } {
  const { options } = nodeArguments(invocation);
  const count = (name: string): number => options.filter((option) => option === name || option.startsWith(`${name}=`)).length;
  return { reporters: count("--test-reporter"), destinations: count("--test-reporter-destination") };
}
