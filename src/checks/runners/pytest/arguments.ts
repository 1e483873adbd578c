import type { FileView } from "../../../domain/file-view.js";
import type { Invocation } from "../command/invocation.js";
import { joinPath } from "../command/paths.js";

/** Options of pytest and its common plugins that take the next word as their value. */
const VALUED = new Set([
  ..."-k -m -p -c -o -W -n -r --rootdir --ignore --ignore-glob --deselect --confcutdir --basetemp --durations --durations-min --maxfail --tb --junitxml --junit-xml".split(
    " ",
  ),
  ..."--junit-prefix --log-level --log-cli-level --log-file --log-format --capture --show-capture --color --code-highlight --import-mode --override-ini --config-file".split(
    " ",
  ),
  ..."--cov-report --cov-config --cov-fail-under --dist --tx --numprocesses --maxprocesses --timeout --timeout-method --html --ds --dc --reruns --reruns-delay --count".split(
    " ",
  ),
  ..."--randomly-seed --random-order-seed --pastebin --assert --verbosity --doctest-report --doctest-glob --asyncio-mode --splits --group --alluredir --pythonwarnings".split(
    " ",
  ),
]);

export interface PytestArguments {
  readonly options: readonly string[];
  /** Files, folders and node ids as they were written. */
  readonly selection: readonly string[];
  /** Value of the last `-k` and `-m`. */
  readonly keyword: string | undefined;
  readonly marker: string | undefined;
  /** False when the shell would still expand a word: it cannot be quoted anew. */
  readonly literal: boolean;
}

export function pytestArguments(invocation: Invocation, files: FileView): PytestArguments {
  const options: string[] = [];
  const selection: string[] = [];
  const words = invocation.arguments.map((word) => word.text);
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? "";
    if (word === "--") continue;
    if (!word.startsWith("-")) {
      selection.push(word);
      continue;
    }
    options.push(word);
    const next = words[at + 1];
    if (next !== undefined && takesValue(word, next, { files, directory: invocation.directory })) {
      options.push(next);
      at += 1;
    }
  }
  return {
    options,
    selection,
    keyword: lastValue("-k", options),
    marker: lastValue("-m", options),
    literal: invocation.arguments.every((word) => word.literal),
  };
}

/** An unknown long option takes the next word unless that is a path of the tree or a node id. */
function takesValue(option: string, next: string, place: { files: FileView; directory: string }): boolean {
  if (option.includes("=")) return false;
  if (VALUED.has(option)) return true;
  if (!option.startsWith("--") || next.startsWith("-") || next.includes("::")) return false;
  if (FLAGS.has(option)) return false;
  const path = joinPath(place.directory, next);
  return path !== undefined && path !== "" && !isInTree(path, place.files);
}

const FLAGS = new Set(
  "--verbose --quiet --exitfirst --lf --last-failed --ff --failed-first --nf --new-first --sw --stepwise --cov --no-cov --strict --strict-markers --strict-config --pyargs --doctest-modules".split(
    " ",
  ),
);

function isInTree(path: string, files: FileView): boolean {
  return files.has(path) || files.paths().some((known) => known.startsWith(`${path.replace(/\/$/, "")}/`));
}

function lastValue(option: string, options: readonly string[]): string | undefined {
  const at = options.lastIndexOf(option);
  if (at >= 0) return options[at + 1];
  const glued = options.find((word) => word.startsWith(option) && word.length > 2 && !word.startsWith("--"));
  return glued?.slice(2).replace(/^=/, "");
}

/** Options that would stop a narrowed run early, or make it depend on earlier runs. */
const STOPPERS = /^(?:-x|--exitfirst|--lf|--last-failed|--ff|--failed-first|--nf|--new-first|--sw|--stepwise|--maxfail(?:=.*)?)$/;

export function withoutStoppers(options: readonly string[]): string[] {
  return options.filter((option, at) => !STOPPERS.test(option) && options[at - 1] !== "--maxfail");
}
