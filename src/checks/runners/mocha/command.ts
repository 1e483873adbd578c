import type { Invocation } from "../command/invocation.js";
import { splitArguments } from "../javascript/find.js";

const VALUED = new Set(
  "--require -r --import --loader --file --config --package --opts --reporter -R --reporter-option --reporter-options -O --timeout -t --timeouts --slow -s --ui -u --grep -g --fgrep -f --extension --watch-extensions --ignore --exclude --retries --jobs -j --global --globals --node-option -n --watch-files --watch-ignore --conditions -C".split(
    " ",
  ),
);

const DROPPED = new Set(
  "--grep -g --fgrep -f --invert -i --reporter -R --reporter-option --reporter-options -O --bail -b --watch -w --forbid-only --forbid-pending --fail-zero".split(
    " ",
  ),
);

const PROGRAMS = new Set(["mocha", "_mocha", "ts-mocha"]);
/** Mocha started by hand, for node's options. */
const MOCHA_ENTRY = /(?:^|\/)node_modules\/(?:\.bin\/_?mocha|mocha\/bin\/_?mocha(?:\.[cm]?js)?)$/;

export function isMocha(invocation: Invocation): boolean {
  if (PROGRAMS.has(invocation.program)) return true;
  return invocation.program === "node" && invocation.arguments.some((word) => MOCHA_ENTRY.test(word.text));
}

/** Words before mocha's own arguments: node's options and mocha's entry. */
export function leadingWords(invocation: Invocation): readonly string[] {
  const words = invocation.arguments.map((word) => word.text);
  return words.slice(0, words.findIndex((word) => MOCHA_ENTRY.test(word)) + 1);
}

export function mochaPositionals(invocation: Invocation): readonly string[] {
  return splitArguments(ownWords(invocation), { valued: VALUED, dropped: new Set() }).positionals;
}

/** The command's own options that still count when only some cases run. */
export function rerunArguments(invocation: Invocation): readonly string[] {
  return splitArguments(ownWords(invocation), { valued: VALUED, dropped: DROPPED }).options;
}

function ownWords(invocation: Invocation): readonly string[] {
  return invocation.arguments.map((word) => word.text).slice(leadingWords(invocation).length);
}
