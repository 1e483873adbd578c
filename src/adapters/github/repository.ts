import { HostError } from "../../domain/errors.js";
import type { Patch } from "../../domain/patch.js";
import type { Ahead, BranchHead, CommitRequest, Repository, WriteOutcome } from "../../ports/repository.js";
import type { GithubClient } from "./client.js";
import { carefully } from "./lost-reply.js";
import { differingPaths, writePatchedTree } from "./patch-tree.js";
import type { FailedRequest } from "./refusals.js";
import { failedRequest, reading } from "./write-outcome.js";

const pageSize = 100;
/** A branch of ours with more commits than this beyond its base is not read further. */
const maxPages = 5;

/** The code host's git data over its REST API. Throws `HostError` when a read fails for good. */
export function githubRepository(client: GithubClient): Repository {
  return {
    readBranch: (branch) => readBranch(client, branch),
    readFile: (commit, path) => readFile(client, commit, path),
    differing: (commit, patch) => reading(client, "comparing the patched files", () => differingPaths(client, commit, patch)),
    ahead: (base, commit) => reading(client, "comparing the branch with its base", () => ahead(client, base, commit)),
    commit: (request) => commit(client, request),
    createBranch: (branch, sha) => createBranch(client, branch, sha),
    advanceBranch: (branch, expected, sha) => advanceBranch(client, { branch, expected, sha }),
    compareUrl: (base, branch) => `${client.serverUrl}/${client.place.owner}/${client.place.repo}/compare/${inUrl(base)}...${inUrl(branch)}?expand=1`,
  };
}

function inUrl(branch: string): string {
  return branch.split("/").map(encodeURIComponent).join("/");
}

async function orNull<T>(client: GithubClient, read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (failedRequest(client, error).status === 404) return null;
    throw error;
  }
}

function readBranch(client: GithubClient, branch: string): Promise<BranchHead | null> {
  return reading(client, `reading the branch ${branch}`, () =>
    orNull(client, async () => {
      const reply = await client.octokit.rest.git.getRef({ ...client.place, ref: `heads/${branch}` });
      return { branch, commit: reply.data.object.sha };
    }),
  );
}

function readFile(client: GithubClient, commit: string, path: string): Promise<string | null> {
  return reading(client, `reading ${path}`, () =>
    orNull(client, async () => {
      const reply = await client.octokit.rest.repos.getContent({ ...client.place, path, ref: commit });
      if (Array.isArray(reply.data) || reply.data.type !== "file") return null;
      if (reply.data.encoding === "base64") return Buffer.from(reply.data.content, "base64").toString("utf8");
      const blob = await client.octokit.rest.git.getBlob({ ...client.place, file_sha: reply.data.sha });
      return Buffer.from(blob.data.content, "base64").toString("utf8");
    }),
  );
}

async function ahead(client: GithubClient, base: string, commit: string): Promise<Ahead> {
  const commits: { sha: string; message: string }[] = [];
  for (let page = 1; page <= maxPages; page++) {
    const reply = await orNull(client, () =>
      client.octokit.rest.repos.compareCommitsWithBasehead({ ...client.place, basehead: `${base}...${commit}`, per_page: pageSize, page }),
    );
    if (reply === null) return { mergeBase: null, commits: [] };
    commits.push(...reply.data.commits.map((entry) => ({ sha: entry.sha, message: entry.commit.message })));
    if (commits.length >= reply.data.total_commits) return { mergeBase: reply.data.merge_base_commit.sha, commits };
  }
  throw new HostError(`${commit} is more than ${maxPages * pageSize} commits ahead of ${base}`);
}

/** Blobs, trees and commits are unreachable until a branch names them: repeating one is harmless. */
function commit(client: GithubClient, request: CommitRequest): Promise<WriteOutcome<string>> {
  const [first] = request.parents;
  if (first === undefined) throw new Error("a commit of ours has at least one parent");
  return carefully<string>(client, { what: "writing the commit", look: async () => undefined, send: () => sendCommit(client, { ...request, first }) });
}

async function sendCommit(client: GithubClient, request: CommitRequest & { readonly first: string }): Promise<string> {
  const tree = await writePatchedTree(client, request.onto ?? request.first, request.patch as Patch);
  if (request.parents.length === 1) {
    const parent = await client.octokit.rest.git.getCommit({ ...client.place, commit_sha: request.first });
    if (parent.data.tree.sha === tree) return request.first;
  }
  const reply = await client.octokit.rest.git.createCommit({ ...client.place, message: request.message, tree, parents: [...request.parents] });
  return reply.data.sha;
}

function createBranch(client: GithubClient, branch: string, sha: string): Promise<WriteOutcome<BranchHead>> {
  return carefully<BranchHead>(client, {
    what: `creating the branch ${branch}`,
    send: async () => {
      await client.octokit.rest.git.createRef({ ...client.place, ref: `refs/heads/${branch}`, sha });
      return { branch, commit: sha };
    },
    look: () => headIfAt(client, branch, sha),
    already: (failed) => failed.status === 422 && /already exists/i.test(failed.message),
    notYet: objectNotYetThere,
  });
}

async function advanceBranch(client: GithubClient, step: { branch: string; expected: string; sha: string }): Promise<WriteOutcome<BranchHead>> {
  const now = await readBranch(client, step.branch);
  if (now?.commit === step.sha) return { kind: "done", value: now };
  if (now?.commit !== step.expected) {
    return {
      kind: "conflict",
      reason: `the branch ${step.branch} is at ${now?.commit ?? "no commit"}, not at ${step.expected}: somebody changed it meanwhile`,
    };
  }
  return carefully<BranchHead>(client, {
    what: `moving the branch ${step.branch}`,
    send: async () => {
      await client.octokit.rest.git.updateRef({ ...client.place, ref: `heads/${step.branch}`, sha: step.sha, force: false });
      return { branch: step.branch, commit: step.sha };
    },
    look: () => headIfAt(client, step.branch, step.sha),
    notYet: objectNotYetThere,
  });
}

function objectNotYetThere(failed: FailedRequest): boolean {
  return failed.status === 404 || (failed.status === 422 && /object does not exist/i.test(failed.message));
}

async function headIfAt(client: GithubClient, branch: string, sha: string): Promise<BranchHead | undefined> {
  const head = await readBranch(client, branch);
  return head?.commit === sha ? head : undefined;
}
