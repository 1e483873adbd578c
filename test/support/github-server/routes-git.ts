import { gitCommitShape, refShape } from "./shapes.js";
import { type Answer, type RepositoryState, type Request, type Route, refusal } from "./state.js";

const repo = "/repos/{owner}/{repo}";

export const gitRoutes: readonly Route[] = [
  { operation: `post ${repo}/git/blobs`, needs: "contents:write", handle: createBlob },
  { operation: `get ${repo}/git/blobs/{file_sha}`, needs: "read", handle: readBlob },
  { operation: `post ${repo}/git/trees`, needs: "contents:write", handle: createTree },
  { operation: `get ${repo}/git/trees/{tree_sha}`, needs: "read", handle: readTree },
  { operation: `post ${repo}/git/commits`, needs: "contents:write", handle: createCommit },
  { operation: `get ${repo}/git/commits/{commit_sha}`, needs: "read", handle: readCommit },
  { operation: `post ${repo}/git/refs`, needs: "contents:write", handle: createRef },
  { operation: `get ${repo}/git/ref/{ref}`, needs: "read", handle: readRef },
  { operation: `patch ${repo}/git/refs/{ref}`, needs: "contents:write", handle: updateRef },
];

function api(state: RepositoryState): string {
  return `${state.url}/repos/${state.fullName}/git`;
}

function createBlob(state: RepositoryState, request: Request): Answer {
  const encoding = request.body.encoding === "base64" ? "base64" : "utf8";
  const sha = state.objects.blob(Buffer.from(String(request.body.content ?? ""), encoding));
  return { status: 201, body: { sha, url: `${api(state)}/blobs/${sha}` } };
}

function readBlob(state: RepositoryState, request: Request): Answer {
  const sha = request.at.file_sha ?? "";
  const content = state.objects.readBlob(sha);
  if (content === null) return refusal(404, "Not Found");
  const body = { sha, node_id: `B_${sha}`, size: content.length, url: `${api(state)}/blobs/${sha}`, content: content.toString("base64"), encoding: "base64" };
  return { status: 200, body };
}

interface WantedEntry {
  readonly path: string;
  readonly mode: string;
  readonly sha?: string | null;
  readonly content?: string;
}

function createTree(state: RepositoryState, request: Request): Answer {
  const entries = (request.body.tree as readonly WantedEntry[]).map((entry) => ({
    path: entry.path,
    mode: entry.mode,
    sha: entry.content === undefined ? (entry.sha ?? null) : state.objects.blob(Buffer.from(entry.content)),
  }));
  const missing = entries.find((entry) => entry.sha !== null && !state.objects.has(entry.sha, "blob"));
  if (missing !== undefined) return refusal(422, `tree.sha ${missing.sha} is not a valid blob`);
  const base = request.body.base_tree as string | undefined;
  if (base !== undefined && !state.objects.has(base, "tree") && !state.objects.has(base, "commit")) return refusal(404, "Not Found");
  return treeAnswer(state, state.objects.tree(base, entries), { status: 201, recursive: false });
}

function readTree(state: RepositoryState, request: Request): Answer {
  const sha = request.at.tree_sha ?? "";
  if (!state.objects.has(sha, "tree")) return refusal(404, "Not Found");
  return treeAnswer(state, sha, { status: 200, recursive: request.query.has("recursive") });
}

function treeAnswer(state: RepositoryState, sha: string, how: { status: number; recursive: boolean }): Answer {
  const tree = state.objects
    .readTree(sha, how.recursive)
    .map((entry) => ({ ...entry, url: `${api(state)}/${entry.type === "tree" ? "trees" : "blobs"}/${entry.sha}` }));
  return { status: how.status, body: { sha, url: `${api(state)}/trees/${sha}`, tree, truncated: false } };
}

function createCommit(state: RepositoryState, request: Request): Answer {
  const tree = String(request.body.tree);
  const parents = (request.body.parents ?? []) as readonly string[];
  if (!state.objects.has(tree, "tree")) return refusal(422, "Tree SHA does not exist");
  if (parents.some((parent) => !state.objects.has(parent, "commit"))) return refusal(422, "Parent SHA does not exist or is not a commit object");
  const author = request.body.author as { name: string; email: string } | undefined;
  const message = String(request.body.message);
  const sha = state.objects.commit({ tree, parents, message, ...(author === undefined ? {} : { author }) });
  return { status: 201, body: gitCommitShape(state, state.objects.readCommit(sha)) };
}

function readCommit(state: RepositoryState, request: Request): Answer {
  const sha = request.at.commit_sha ?? "";
  if (!state.objects.has(sha, "commit")) return refusal(404, "Not Found");
  return { status: 200, body: gitCommitShape(state, state.objects.readCommit(sha)) };
}

function createRef(state: RepositoryState, request: Request): Answer {
  const ref = String(request.body.ref);
  const sha = String(request.body.sha);
  if (!ref.startsWith("refs/") || state.objects.tryGit(["check-ref-format", ref]) === null) return refusal(422, `Reference name ${ref} is not valid`);
  if (!state.objects.has(sha, "commit")) return refusal(422, "Object does not exist");
  const refused = state.preReceive({ ref, sha });
  if (refused !== null) return refused;
  if (!state.objects.moveRef(ref, sha, null)) return refusal(422, "Reference already exists");
  return { status: 201, body: refShape(state, ref, sha) };
}

function readRef(state: RepositoryState, request: Request): Answer {
  const ref = `refs/${request.at.ref}`;
  const sha = state.objects.ref(ref);
  return sha === null ? refusal(404, "Not Found") : { status: 200, body: refShape(state, ref, sha) };
}

function updateRef(state: RepositoryState, request: Request): Answer {
  const ref = `refs/${request.at.ref}`;
  const wanted = String(request.body.sha);
  const current = state.objects.ref(ref);
  if (current === null) return refusal(422, "Reference does not exist");
  if (!state.objects.has(wanted, "commit")) return refusal(422, "Object does not exist");
  const forced = request.body.force === true;
  if (!forced && !state.objects.isAncestor(current, wanted)) return refusal(422, "Update is not a fast forward");
  const refused = state.preReceive({ ref, sha: wanted });
  if (refused !== null) return refused;
  state.objects.moveRef(ref, wanted, current);
  return { status: 200, body: refShape(state, ref, wanted) };
}
