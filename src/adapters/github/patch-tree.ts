import type { FileChange, Patch } from "../../domain/patch.js";
import type { GithubClient } from "./client.js";
import { blobId, bytesOf, expectedBlob } from "./file-bytes.js";
import { TreeLookup } from "./tree-lookup.js";

interface TreeEntry {
  readonly path: string;
  readonly mode: "100644" | "100755" | "120000";
  readonly type: "blob";
  readonly sha: string | null;
}

/** Paths whose bytes at the commit are not what the patch was made against. */
export async function differingPaths(client: GithubClient, commit: string, patch: Patch): Promise<string[]> {
  const files = new TreeLookup(client, commit);
  const differing: string[] = [];
  for (const change of patch.changes) {
    const found = await files.find(change.path);
    if ((found?.sha ?? null) !== expectedBlob(change)) differing.push(change.path);
  }
  return differing;
}

/** Writes the tree "commit's tree plus patch" and gives its id. Modes stay; new files are plain. */
export async function writePatchedTree(client: GithubClient, commit: string, patch: Patch): Promise<string> {
  const files = new TreeLookup(client, commit);
  const base = await files.rootTree();
  if (patch.changes.length === 0) return base;
  const tree: TreeEntry[] = [];
  for (const change of patch.changes) tree.push(await treeEntry(client, files, change));
  const reply = await client.octokit.rest.git.createTree({ ...client.place, base_tree: base, tree });
  return reply.data.sha;
}

async function treeEntry(client: GithubClient, files: TreeLookup, change: FileChange): Promise<TreeEntry> {
  const found = await files.find(change.path);
  const mode = found?.mode === "100755" || found?.mode === "120000" ? found.mode : "100644";
  const place = { path: change.path, mode, type: "blob" } as const;
  return { ...place, sha: change.kind === "delete" ? null : await writeBlob(client, bytesOf(change.after, change.encoding)) };
}

async function writeBlob(client: GithubClient, bytes: Buffer): Promise<string> {
  const reply = await client.octokit.rest.git.createBlob({ ...client.place, content: bytes.toString("base64"), encoding: "base64" });
  const expected = blobId(bytes);
  if (reply.data.sha !== expected) throw new Error(`the host stored other bytes than were sent (${reply.data.sha} instead of ${expected})`);
  return reply.data.sha;
}
