import { readFile } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import { readJournal } from "../../adapters/bundle/read-bundle.js";
import { SetupError } from "../../domain/errors.js";
import type { ApprovedBundle } from "../../stages/run-context.js";
import type { RunOptions } from "./options.js";

/** More is no description of one task, and does not fit into a model's context. */
const mostBytes = 32 * 1024;

/** The description that flags give; undefined = none. Throws SetupError that names the file and the remedy. */
export async function taskText({ task, approve }: RunOptions): Promise<string | undefined> {
  if (task !== undefined) return readDescription(task);
  if (approve === undefined) return undefined;
  throw new SetupError("--approve is given without --task. Give the description the tests were written for, too: heal run --task FILE --approve BUNDLE.");
}

async function readDescription(path: string): Promise<string> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => error);
  if (bytes instanceof Error)
    throw new SetupError(`The task ${path} could not be read (${bytes.code ?? bytes.message}). Name a text file that describes what is wanted.`);
  if (bytes.length > mostBytes)
    throw new SetupError(
      `The task ${path} is ${Math.ceil(bytes.length / 1024)} KiB; at most ${mostBytes / 1024} KiB are taken. Shorten it, or give it in parts.`,
    );
  const text = decoded(bytes, path);
  if (text.trim() === "") throw new SetupError(`The task ${path} is empty. Write into it what is wanted.`);
  return text;
}

function decoded(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new SetupError(`The task ${path} is not UTF-8 text. Save it as UTF-8.`);
  }
}

const leftOut = ["--approve", "--out"];

/**
 * The command line that goes on with the tests which this one leaves in the bundle's folder, as a person would type it where they are.
 * @param words the path of the program, then its arguments: `process.argv` without its first
 */
export function goOnCommand([script = "heal", ...words]: readonly string[], bundle: string): string {
  const kept = words.filter(
    (word, index) => !leftOut.includes(word) && !leftOut.includes(words[index - 1] ?? "") && !leftOut.some((flag) => word.startsWith(`${flag}=`)),
  );
  return [...started(script), ...kept, "--approve", relative("", bundle)].map(quoted).join(" ");
}

/** Installed by a package manager the program is `heal`; in a checkout it is a file that node runs. */
function started(script: string): string[] {
  return basename(script) === "heal" ? ["heal"] : ["node", relative("", script)];
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** The bundle whose tests a person approved, as it lies there: nothing of it is checked yet but its form. */
export async function approvedBundle(directory: string): Promise<ApprovedBundle> {
  const lines = await readJournal(directory);
  const testsFile = await readFile(join(directory, "tests.patch")).catch((error: NodeJS.ErrnoException) => error);
  if (!(testsFile instanceof Error)) return { directory, lines, testsFile };
  throw new SetupError(
    `${join(directory, "tests.patch")} could not be read (${testsFile.code ?? testsFile.message}). Name the bundle of a run with --task that ended as awaiting-approval, as the run left it.`,
  );
}
