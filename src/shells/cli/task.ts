import { basename, relative } from "node:path";
import { readNamedFile } from "../../adapters/bundle/named-file.js";
import { readBundleFile, readJournal } from "../../adapters/bundle/read-bundle.js";
import { SetupError } from "../../domain/errors.js";
import type { ApprovedBundle } from "../../stages/run-context.js";
import type { RunOptions } from "./options.js";

/** More is no description of one task, and does not fit into a model's context. */
const mostBytes = 32 * 1024;

/** Throws SetupError: flags that do not go together are none of a run's. */
export function refuseIdleApproval({ task, approve }: RunOptions): void {
  if (approve === undefined || task !== undefined) return;
  throw new SetupError("--approve is given without --task. Give the description the tests were written for, too: heal run --task FILE --approve BUNDLE.");
}

/** The description that flags give; undefined = none. Throws SetupError that names the file and the remedy. */
export async function taskText({ task }: RunOptions): Promise<string | undefined> {
  return task === undefined ? undefined : readDescription(task);
}

async function readDescription(path: string): Promise<string> {
  const remedy = "Name a text file that describes what is wanted.";
  const bytes = await readNamedFile({
    ...{ path, title: `The task ${path}`, mostBytes, links: "followed", remedy },
    whenLarge: "Shorten it, or give it in parts.",
  });
  const text = decoded(bytes, path);
  if (text.includes("\0")) throw new SetupError(`The task ${path} holds NUL characters, so it is no text. ${remedy}`);
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
  const remedy = "Name the bundle of a run with --task that ended as awaiting-approval, as the run left it.";
  return { directory, lines, testsFile: await readBundleFile(directory, "tests.patch", remedy) };
}
