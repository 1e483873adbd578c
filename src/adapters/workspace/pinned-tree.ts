import { createHash } from "node:crypto";
import { SetupError } from "../../domain/errors.js";
import { type GitObject, type OwnGit, readObjects } from "./own-git.js";

export interface PinnedEntry {
  readonly mode: string;
  readonly type: "blob" | "tree" | "commit";
  readonly id: string;
  readonly path: string;
}

/** Every file, folder and submodule of the commit. Throws SetupError when the store does not hold it whole. */
export async function listPinned(git: OwnGit, commit: string): Promise<PinnedEntry[]> {
  const listing = await git.text(["ls-tree", "-r", "-t", "-z", "--full-tree", commit]);
  if (listing === null) throw incomplete(commit);
  const entries = listing
    .split("\0")
    .filter((line) => line !== "")
    .map(parseEntry);
  for (const { path } of entries) refuseUnsafe(path);
  return entries;
}

function parseEntry(line: string): PinnedEntry {
  const [facts = "", ...path] = line.split("\t");
  const [mode = "", type = "", id = ""] = facts.split(" ");
  return { mode, type: type as PinnedEntry["type"], id, path: path.join("\t") };
}

function refuseUnsafe(path: string): void {
  const parts = path.split("/");
  if (!parts.some((part) => part === "" || part === "." || part === ".." || part.toLowerCase() === ".git")) return;
  throw new SetupError(`The commit holds the path ${JSON.stringify(path)}, which no checkout may have. Remove it from the repository.`);
}

/**
 * The blobs of the entries, in order. Each object on the way from the commit is hashed again, because an earlier step could have put
 * other bytes into the store under the same name.
 */
export async function* pinnedBlobs(git: OwnGit, commit: string, entries: readonly PinnedEntry[]): AsyncGenerator<{ entry: PinnedEntry; content: Buffer }> {
  const root = await git.text(["rev-parse", `${commit}^{tree}`]);
  const blobs = entries.filter((entry) => entry.type === "blob");
  const above = [commit, (root ?? "").trim(), ...entries.filter((entry) => entry.type === "tree").map((entry) => entry.id)];
  let index = 0;
  for await (const object of readObjects(git, [...above, ...blobs.map((entry) => entry.id)])) {
    const content = verified(object, commit);
    const entry = blobs[index - above.length];
    index++;
    if (entry !== undefined) yield { entry, content };
  }
  if (index !== above.length + blobs.length) throw incomplete(commit);
}

function verified(object: GitObject, commit: string): Buffer {
  if (object.content === null) throw incomplete(commit);
  const hash = createHash(object.id.length === 64 ? "sha256" : "sha1");
  const found = hash.update(`${object.type} ${object.content.length}\0`).update(object.content).digest("hex");
  if (found !== object.id)
    throw new SetupError(`The object ${object.id} of the checkout holds other bytes than its name says: an earlier step changed it. Nothing was run.`);
  return object.content;
}

function incomplete(commit: string): SetupError {
  return new SetupError(
    `The checkout does not hold the commit ${commit} whole. Check it out with actions/checkout before Heal, without \`filter\` and with the default \`ref\`.`,
  );
}
