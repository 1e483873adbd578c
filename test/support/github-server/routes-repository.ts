import { commitShape, labelShape, repositoryShape, userShape } from "./shapes.js";
import { type Answer, paged, type RepositoryState, type Request, type Route, refusal } from "./state.js";

const repo = "/repos/{owner}/{repo}";

export const repositoryRoutes: readonly Route[] = [
  { operation: `get ${repo}`, needs: "read", handle: (state) => ({ status: 200, body: repositoryShape(state) }) },
  { operation: `get ${repo}/branches/{branch}`, needs: "read", handle: readBranch },
  { operation: `get ${repo}/contents/{path}`, needs: "read", handle: readContents },
  { operation: `get ${repo}/compare/{basehead}`, needs: "read", handle: compare },
  { operation: `get ${repo}/issues/{issue_number}/comments`, needs: "read", handle: listComments },
  { operation: `post ${repo}/issues/{issue_number}/comments`, needs: "pulls:write", handle: createComment },
  { operation: `post ${repo}/issues/{issue_number}/labels`, needs: "pulls:write", handle: addLabels },
  { operation: `get ${repo}/actions/runs/{run_id}/jobs`, needs: "read", handle: listJobs },
];

function readBranch(state: RepositoryState, request: Request): Answer {
  const name = request.at.branch ?? "";
  const sha = state.objects.ref(`refs/heads/${name}`);
  if (sha === null) return refusal(404, "Branch not found");
  const self = `${state.url}/repos/${state.fullName}/branches/${name}`;
  const commit = commitShape(state, state.objects.readCommit(sha));
  const body = { name, commit, _links: { self, html: self }, protected: false, protection: {}, protection_url: `${self}/protection` };
  return { status: 200, body };
}

function readContents(state: RepositoryState, request: Request): Answer {
  const path = request.at.path ?? "";
  const at = request.query.get("ref") ?? state.defaultBranch;
  const sha = state.objects.blobAt(at, path);
  const content = sha === null ? null : state.objects.readBlob(sha);
  if (content === null) return refusal(404, "Not Found");
  const self = `${state.url}/repos/${state.fullName}/contents/${path}?ref=${at}`;
  const links = { git: self, self, html: self };
  const place = { name: path.split("/").at(-1), path, sha, size: content.length, url: self, html_url: self, git_url: self, download_url: self };
  return { status: 200, body: { ...place, type: "file", content: content.toString("base64"), encoding: "base64", _links: links } };
}

function compare(state: RepositoryState, request: Request): Answer {
  const [from = "", to = ""] = (request.at.basehead ?? "").split("...").map((name) => state.objects.ref(name) ?? state.objects.ref(`refs/heads/${name}`) ?? "");
  const mergeBase = from === "" || to === "" ? null : state.objects.mergeBase(from, to);
  if (mergeBase === null) return refusal(404, "Not Found");
  const ahead = state.objects.between(from, to);
  const behind = state.objects.between(to, from).length;
  const page = paged(request, state, ahead);
  const self = `${state.url}/repos/${state.fullName}/compare/${request.at.basehead}`;
  const status = ahead.length === 0 ? (behind === 0 ? "identical" : "behind") : behind === 0 ? "ahead" : "diverged";
  const shape = (sha: string) => commitShape(state, state.objects.readCommit(sha));
  const links = { url: self, html_url: self, permalink_url: self, diff_url: self, patch_url: self };
  const counts = { status, ahead_by: ahead.length, behind_by: behind, total_commits: ahead.length };
  const body = { ...links, ...counts, base_commit: shape(from), merge_base_commit: shape(mergeBase), commits: (page.body as string[]).map(shape), files: [] };
  return { ...page, body };
}

function commentShape(state: RepositoryState, comment: { id: number; issue: number; body: string; author: string }): object {
  const self = `${state.url}/repos/${state.fullName}/issues/comments/${comment.id}`;
  const links = { url: self, html_url: self, issue_url: `${state.url}/repos/${state.fullName}/issues/${comment.issue}` };
  const dates = { created_at: state.createdAt, updated_at: state.createdAt };
  return {
    id: comment.id,
    node_id: `IC_${comment.id}`,
    body: comment.body,
    user: userShape(state, comment.author),
    author_association: "NONE",
    ...links,
    ...dates,
  };
}

function listComments(state: RepositoryState, request: Request): Answer {
  const comments = state.comments.filter((comment) => comment.issue === Number(request.at.issue_number));
  return paged(
    request,
    state,
    comments.map((comment) => commentShape(state, comment)),
  );
}

function createComment(state: RepositoryState, request: Request): Answer {
  const comment = {
    id: state.comments.length + 1,
    issue: Number(request.at.issue_number),
    body: String(request.body.body),
    author: request.rights.login,
  };
  state.comments.push(comment);
  return { status: 201, body: commentShape(state, comment) };
}

function addLabels(state: RepositoryState, request: Request): Answer {
  const pull = state.pulls.find((candidate) => candidate.number === Number(request.at.issue_number));
  if (pull === undefined) return refusal(404, "Not Found");
  pull.labels = [...new Set([...pull.labels, ...((request.body.labels ?? []) as string[])])];
  return { status: 200, body: pull.labels.map((name) => labelShape(state, name)) };
}

function listJobs(state: RepositoryState, request: Request): Answer {
  const run = Number(request.at.run_id);
  const url = `${state.url}/repos/${state.fullName}/actions/jobs`;
  const jobs = state.jobs.map((job) => ({
    ...{ id: job.id, node_id: `J_${job.id}`, run_id: run, run_url: url, head_sha: "", workflow_name: null, head_branch: null, name: job.name },
    ...{ url, html_url: url, status: "in_progress", conclusion: null, created_at: state.createdAt, started_at: state.createdAt, completed_at: null },
    ...{ check_run_url: url, labels: [], runner_id: null, runner_name: null, runner_group_id: null, runner_group_name: null },
    steps: job.steps.map((step, index) => ({ ...step, status: "completed", number: index + 1 })),
  }));
  return { status: 200, body: { total_count: jobs.length, jobs } };
}
