import { pullShape } from "./shapes.js";
import { type Answer, invalid, type PullRecord, paged, type RepositoryState, type Request, type Route, refusal } from "./state.js";

const repo = "/repos/{owner}/{repo}";

export const pullRoutes: readonly Route[] = [
  { operation: `get ${repo}/pulls`, needs: "read", handle: list },
  { operation: `post ${repo}/pulls`, needs: "pulls:write", handle: create },
  { operation: `get ${repo}/pulls/{pull_number}`, needs: "read", handle: read },
  { operation: `patch ${repo}/pulls/{pull_number}`, needs: "pulls:write", handle: update },
];

function list(state: RepositoryState, request: Request): Answer {
  const wanted = request.query.get("state") ?? "open";
  const head = request.query.get("head");
  const base = request.query.get("base");
  const pulls = state.pulls
    .filter((pull) => wanted === "all" || pull.state === wanted)
    .filter((pull) => head === null || `${ownerOf(state, pull)}:${pull.head}` === head)
    .filter((pull) => base === null || pull.base === base)
    .toSorted((left, right) => right.number - left.number);
  return paged(
    request,
    state,
    pulls.map((pull) => pullShape(state, pull, "list")),
  );
}

function ownerOf(state: RepositoryState, { fork }: PullRecord): string {
  return fork === undefined ? state.owner : (fork.split("/")[0] ?? "");
}

function create(state: RepositoryState, request: Request): Answer {
  if (!state.actionsMayOpenPullRequests) return refusal(403, "GitHub Actions is not permitted to create or approve pull requests.");
  const head = String(request.body.head).replace(new RegExp(`^${state.owner}:`), "");
  const base = String(request.body.base);
  const headSha = state.objects.ref(`refs/heads/${head}`);
  const baseSha = state.objects.ref(`refs/heads/${base}`);
  if (headSha === null) return invalid("PullRequest", { field: "head", code: "invalid" });
  if (baseSha === null) return invalid("PullRequest", { field: "base", code: "invalid" });
  if (state.pulls.some((pull) => pull.state === "open" && pull.fork === undefined && pull.head === head && pull.base === base)) {
    return invalid("PullRequest", { code: "custom", message: `A pull request already exists for ${state.owner}:${head}.` });
  }
  if (state.objects.between(baseSha, headSha).length === 0) {
    return invalid("PullRequest", { code: "custom", message: `No commits between ${base} and ${head}` });
  }
  const pull = record(state, request, { head, base });
  state.pulls.push(pull);
  return { status: 201, body: pullShape(state, pull, "single") };
}

function record(state: RepositoryState, request: Request, ends: { head: string; base: string }): PullRecord {
  return {
    number: state.pulls.length + 1,
    ...ends,
    title: String(request.body.title),
    body: (request.body.body as string | undefined) ?? null,
    state: "open",
    draft: request.body.draft === true,
    labels: [],
    author: request.rights.login,
    createdAt: state.createdAt,
    closedAt: null,
    mergedAt: null,
  };
}

function find(state: RepositoryState, request: Request): PullRecord | undefined {
  return state.pulls.find((pull) => pull.number === Number(request.at.pull_number));
}

function read(state: RepositoryState, request: Request): Answer {
  const pull = find(state, request);
  return pull === undefined ? refusal(404, "Not Found") : { status: 200, body: pullShape(state, pull, "single") };
}

function update(state: RepositoryState, request: Request): Answer {
  const pull = find(state, request);
  if (pull === undefined) return refusal(404, "Not Found");
  const { title, body, state: wanted } = request.body;
  if (typeof title === "string") pull.title = title;
  if (typeof body === "string") pull.body = body;
  if (wanted === "open" || wanted === "closed") pull.state = wanted;
  return { status: 200, body: pullShape(state, pull, "single") };
}
