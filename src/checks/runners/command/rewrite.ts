import { type Invocation, splice } from "./invocation.js";
import { quote, type SimpleCommand } from "./shell-line.js";

export interface Change {
  /** Replaces all arguments of the program; undefined keeps them. Quoted here. */
  readonly args?: readonly string[];
  /** Added after the arguments (or after the kept ones). Quoted here. */
  readonly append?: readonly string[];
  /** Variables set right at the program, stronger than any the command sets. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Folders put first in a path list, e.g. `{PYTHONPATH: "/tools"}`; what the command or its environment sets stays behind them. */
  readonly prependPaths?: Readonly<Record<string, string>>;
}

export interface Rewritten {
  /** One shell line for `directory`. */
  readonly command: string;
  readonly directory: string;
}

/** The check's command with this one program changed; everything around it stays. Runs in `checkDirectory`. */
export function rewrite(invocation: Invocation, change: Change, checkDirectory: string): Rewritten {
  const text = splice(invocation.line.shell.text, invocation.command, commandText(invocation, change));
  return { command: invocation.line.wrap(text), directory: checkDirectory };
}

/** Commands that only look at the code: nothing that follows needs what they leave. */
const LOOKERS =
  /^(?:eslint|prettier|biome|standard|xo|flake8|ruff|black|isort|mypy|pyright|pylint|echo|printf|true|codecov|coverage|jest|vitest|mocha|pytest|py\.test|unittest)$/;

/**
 * Only this program, with what its line does before it (building, exporting, changing folders), without the
 * checks beside it and without what comes after it.
 */
export function rewriteAlone(invocation: Invocation, change: Change): Rewritten {
  const { shell, directory, prelude } = invocation.line;
  const own = commandText(invocation, change);
  let text = splice(shell.text, { start: invocation.command.start, end: shell.nested ? invocation.command.end : shell.text.length }, own);
  for (const command of [...shell.commands].reverse()) {
    if (command.start < invocation.command.start && LOOKERS.test(programOf(command))) text = splice(text, command, ":");
  }
  return { command: prelude === "" ? text : `${prelude} && ${text}`, directory };
}

function programOf(command: SimpleCommand): string {
  const words = command.words.map((word) => word.text.slice(word.text.lastIndexOf("/") + 1));
  const skipped = words.findIndex((word) => !/^(?:npx|python3?(?:\.\d+)?|-m|poetry|uv|run|pnpm|yarn|exec)$/.test(word));
  const program = words[skipped] ?? "";
  return program === "tsc" && words.includes("--noEmit") ? "mypy" : program;
}

function commandText(invocation: Invocation, change: Change): string {
  const { shell } = invocation.line;
  const kept = invocation.arguments.map((word) => shell.text.slice(word.start, word.end));
  const args = change.args === undefined ? kept : change.args.map(quote);
  const redirections = invocation.command.redirections.map((word) => word.text);
  return [headText(invocation, change), ...args, ...(change.append ?? []).map(quote), ...redirections].join(" ");
}

/** Everything up to and including the program's name, with the variables of the change. */
function headText(invocation: Invocation, change: Change): string {
  let head = invocation.line.shell.text.slice(invocation.command.start, invocation.argumentsStart);
  for (const [name, value] of Object.entries(change.environment ?? {})) {
    head = `${name}=${quote(value)} ${head.replace(assignmentOf(name), "")}`;
  }
  for (const [name, folder] of Object.entries(change.prependPaths ?? {})) {
    const own = new RegExp(`(^|\\s)(${name}=)`);
    head = own.test(head) ? head.replace(own, (found) => `${found}${quote(folder)}:`) : `${name}=${quote(folder)}"\${${name}:+:$${name}}" ${head}`;
  }
  return head;
}

function assignmentOf(name: string): RegExp {
  return new RegExp(`(?<=^|\\s)${name}=(?:"[^"]*"|'[^']*'|[^\\s"'])*\\s*`);
}
