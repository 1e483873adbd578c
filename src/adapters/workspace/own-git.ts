import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { execa } from "execa";

/** Git with a directory of our own: a checkout's objects are read, its configuration, hooks and index are not. */
export interface OwnGit {
  readonly directory: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Null when git says no. */
  text(args: readonly string[], input?: string): Promise<string | null>;
}

/** Where git itself is looked for: never in a folder that an earlier step of the job put on the PATH. */
const systemPath = "/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin";

/** `objects` is only read. `idLength` is 40 for SHA-1 and 64 for SHA-256 repositories. */
export async function openOwnGit(directory: string, objects: string, idLength: number): Promise<OwnGit> {
  await mkdir(join(directory, "refs"), { recursive: true });
  await mkdir(join(directory, "objects"));
  await writeFile(join(directory, "HEAD"), "ref: refs/heads/none\n");
  const format = idLength === 64 ? "\trepositoryformatversion = 1\n[extensions]\n\tobjectformat = sha256\n" : "\trepositoryformatversion = 0\n";
  await writeFile(join(directory, "config"), `[core]\n\tbare = false\n${format}`);
  const environment = {
    PATH: systemPath,
    HOME: "/nonexistent",
    LC_ALL: "C.UTF-8",
    GIT_DIR: directory,
    GIT_OBJECT_DIRECTORY: objects,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_TERMINAL_PROMPT: "0",
    GIT_NO_LAZY_FETCH: "1",
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_OPTIONAL_LOCKS: "0",
  };
  const text = async (args: readonly string[], input = ""): Promise<string | null> => {
    const run = await execa("git", args, { ...quiet, env: environment, input });
    return run.exitCode === 0 ? run.stdout : null;
  };
  return { directory, environment, text };
}

const quiet = { extendEnv: false, reject: false, stripFinalNewline: false, maxBuffer: 512 * 1024 * 1024 } as const;

/** Objects in the order asked for, each whole in memory; throws when one is missing. */
export async function* readObjects(git: OwnGit, ids: readonly string[]): AsyncGenerator<GitObject> {
  const child = execa("git", ["cat-file", "--batch"], { ...quiet, env: git.environment, input: ids.map((id) => `${id}\n`).join(""), buffer: false });
  let pending: Buffer[] = [];
  let held = 0;
  let wanted = 0;
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
    pending.push(chunk);
    held += chunk.length;
    if (held < wanted) continue;
    let buffer = Buffer.concat(pending);
    for (let step = takeObject(buffer); ; step = takeObject(buffer)) {
      wanted = step.wanted;
      if (step.object === undefined) break;
      yield step.object;
      buffer = buffer.subarray(step.wanted);
    }
    pending = [buffer];
    held = buffer.length;
  }
  await child;
}

export interface GitObject {
  readonly id: string;
  /** Null = the store has no such object. */
  readonly content: Buffer | null;
  readonly type: string;
}

/** The first object of the buffer, and how many bytes it takes or needs. */
function takeObject(buffer: Buffer): { readonly wanted: number; readonly object?: GitObject } {
  const end = buffer.indexOf(0x0a);
  if (end < 0) return { wanted: buffer.length + 1 };
  const [id = "", type = "", size = ""] = buffer.subarray(0, end).toString("latin1").split(" ");
  if (type === "missing") return { wanted: end + 1, object: { id, type, content: null } };
  const wanted = end + 1 + Number(size) + 1;
  if (buffer.length < wanted) return { wanted };
  return { wanted, object: { id, type, content: buffer.subarray(end + 1, wanted - 1) } };
}
