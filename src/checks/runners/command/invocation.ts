import type { Check } from "../../../domain/check.js";
import type { FileView } from "../../../domain/file-view.js";
import { makeRecipe } from "./makefile.js";
import { type ScriptCall, scriptCall } from "./package-scripts.js";
import { joinPath, parentPath, relativePath } from "./paths.js";
import { parseShellLine, quote, type ShellLine, type SimpleCommand, type Word } from "./shell-line.js";
import { peel } from "./wrappers.js";

/** A shell line that runs as part of a check: the check's own, or one behind a script, a Makefile or `sh -c`. */
export interface Line {
  readonly shell: ShellLine;
  /** Folder it starts in, relative to the root. */
  readonly directory: string;
  /** Shell code that must come first when the line is run on its own, e.g. setting PATH; "" = nothing. */
  readonly prelude: string;
  /** The check's whole command with this line's text replaced; runs in `check.directory`. */
  readonly wrap: (changed: string) => string;
}

/** One program a check ends up starting. */
export interface Invocation {
  /** Base name without wrappers: "pytest", "jest", "node"; after `python -m x` it is "x". */
  readonly program: string;
  readonly arguments: readonly Word[];
  /** Folder the program works in, relative to the root. */
  readonly directory: string;
  /** Variables set on the way, as far as they are literal. */
  readonly environment: Readonly<Record<string, string>>;
  readonly interpreterOptions: readonly string[];
  readonly line: Line;
  readonly command: SimpleCommand;
  /** Offset in the line where the program's own arguments begin (end of its name). */
  readonly argumentsStart: number;
  /** False when it stands behind a script, a Makefile or `sh -c`. */
  readonly direct: boolean;
}

const MAX_DEPTH = 6;

/** Every program a check's command starts, in order, scripts and Makefiles looked through. */
export function findInvocations(check: Check, files: FileView): Invocation[] {
  const line: Line = { shell: parseShellLine(check.command), directory: check.directory, prelude: "", wrap: (changed) => changed };
  return invocationsOf(line, files, 0);
}

function invocationsOf(line: Line, files: FileView, depth: number): Invocation[] {
  const found: Invocation[] = [];
  let directory: string | undefined = line.directory;
  let exported: Record<string, string> = {};
  for (const command of line.shell.commands) {
    const first = command.words[0]?.text;
    if (first === "cd" || first === "pushd") {
      const target = command.words.find((word, index) => index > 0 && !word.text.startsWith("-"));
      directory = directory === undefined || target?.literal !== true ? undefined : joinPath(directory, target.text);
      continue;
    }
    if (first === undefined || first === "export") {
      exported = { ...exported, ...literalAssignments([...command.assignments, ...command.words.slice(1)]) };
      continue;
    }
    if (directory === undefined) continue;
    found.push(...expand({ line, command, directory, exported }, files, depth));
  }
  return found;
}

interface Site {
  readonly line: Line;
  readonly command: SimpleCommand;
  readonly directory: string;
  readonly exported: Readonly<Record<string, string>>;
}

function expand(site: Site, files: FileView, depth: number): Invocation[] {
  const found = invocationAt(site);
  if (found === undefined) return [];
  const invocation: Invocation = { ...found, direct: depth === 0 };
  if (depth >= MAX_DEPTH) return [invocation];
  const inner = innerLines(invocation, files);
  if (inner === undefined) return [invocation];
  return inner
    .flatMap((line) => invocationsOf(line, files, depth + 1))
    .map((deeper) => ({ ...deeper, environment: { ...invocation.environment, ...deeper.environment } }));
}

function invocationAt(site: Site): Omit<Invocation, "direct"> | undefined {
  const peeled = peel(site.command.words);
  const programWord = peeled === undefined ? undefined : site.command.words[peeled.argumentsFrom - 1];
  if (peeled === undefined || programWord === undefined) return undefined;
  return {
    program: peeled.program,
    arguments: site.command.words.slice(peeled.argumentsFrom),
    directory: site.directory,
    environment: { ...site.exported, ...literalAssignments(site.command.assignments), ...fromTexts(peeled.assignments) },
    interpreterOptions: peeled.interpreterOptions,
    line: site.line,
    command: site.command,
    argumentsStart: programWord.end,
  };
}

function literalAssignments(words: readonly Word[]): Record<string, string> {
  return fromTexts(words.map((word) => word.text).filter((text) => text.includes("=")));
}

function fromTexts(texts: readonly string[]): Record<string, string> {
  return Object.fromEntries(texts.map((text) => [text.slice(0, text.indexOf("=")), text.slice(text.indexOf("=") + 1)]));
}

/** The lines behind a command that only starts others; undefined when it is a program of its own. */
function innerLines(invocation: Invocation, files: FileView): Line[] | undefined {
  const texts = invocation.arguments.map((word) => word.text);
  const script = scriptCall(invocation.program, texts, { directory: invocation.directory, files });
  if (script !== undefined) return [scriptLine(invocation, script)];
  if (/^(?:ba|da|z)?sh$/.test(invocation.program)) return shellLines(invocation, texts);
  if (invocation.program !== "make" && invocation.program !== "gmake") return undefined;
  const folder = makeFolder(texts, invocation.directory);
  const recipe = makeRecipe(folder.args, folder.directory, files);
  return recipe?.map((_, index) => recipeLine(invocation, { directory: folder.directory, recipe, index }));
}

function makeFolder(texts: readonly string[], directory: string): { args: readonly string[]; directory: string } {
  if (texts[0] !== "-C" || texts[1] === undefined) return { args: texts, directory };
  return { args: texts.slice(2), directory: joinPath(directory, texts[1]) ?? directory };
}

function shellLines(invocation: Invocation, texts: readonly string[]): Line[] | undefined {
  const at = texts.findIndex((text) => /^-[a-z]*c$/.test(text));
  const word = invocation.arguments[at + 1];
  if (at < 0 || word === undefined) return undefined;
  const outer = invocation.line;
  return [
    {
      shell: parseShellLine(word.text),
      directory: invocation.directory,
      prelude: outer.prelude,
      wrap: (changed) => outer.wrap(splice(outer.shell.text, word, quote(changed))),
    },
  ];
}

function scriptLine(invocation: Invocation, call: ScriptCall): Line {
  const prelude = joined([invocation.line.prelude, binariesOnPath(call.directory)]);
  const text = [call.script, ...call.handedOn.map(quote)].join(" ");
  const place = enter(invocation.directory, call.directory);
  return {
    shell: parseShellLine(text),
    directory: call.directory,
    prelude,
    wrap: (changed) => {
      const parts = [place, binariesOnPath(call.directory), call.before, changed, call.after].filter((part) => part !== undefined && part !== "");
      return replaceCommand(invocation, parts.join(" && "));
    },
  };
}

/** npm puts the binaries of the package and of every folder above it on the PATH. */
function binariesOnPath(directory: string): string {
  const folders = ["$PWD/node_modules/.bin"];
  let up = "";
  for (let at = directory; at !== ""; at = parentPath(at)) {
    up += "/..";
    folders.push(`$PWD${up}/node_modules/.bin`);
  }
  return `export PATH="${folders.join(":")}:$PATH"`;
}

function recipeLine(invocation: Invocation, place: { directory: string; recipe: readonly string[]; index: number }): Line {
  return {
    shell: parseShellLine(place.recipe[place.index] ?? ""),
    directory: place.directory,
    prelude: invocation.line.prelude,
    wrap: (changed) => {
      const lines = place.recipe.map((line, index) => `(${index === place.index ? changed : line})`);
      return replaceCommand(invocation, joined([enter(invocation.directory, place.directory), ...lines]));
    },
  };
}

function enter(from: string, to: string): string {
  return from === to ? "" : `cd ${quote(relativePath(from, to))}`;
}

function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(" && ");
}

/** Puts a group in the place of a command, its assignments exported inside, its redirections kept. */
function replaceCommand(invocation: Invocation, inner: string): string {
  const { shell, wrap } = invocation.line;
  const assignments = Object.entries(invocation.environment).map(([name, value]) => `export ${name}=${quote(value)}`);
  const redirections = invocation.command.redirections.map((word) => word.text).join(" ");
  const group = `(${joined([...assignments, inner])})${redirections === "" ? "" : ` ${redirections}`}`;
  return wrap(splice(shell.text, invocation.command, group));
}

/** Text with one stretch replaced. */
export function splice(text: string, at: { readonly start: number; readonly end: number }, replacement: string): string {
  return text.slice(0, at.start) + replacement + text.slice(at.end);
}
