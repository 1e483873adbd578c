import type { CommitFacts } from "./git-objects.js";
import type { PullRecord, RepositoryState } from "./state.js";

type Json = Record<string, unknown>;

export function userShape(state: RepositoryState, login: string): Json {
  const api = `${state.url}/users/${login}`;
  const links = ["followers", "subscriptions", "organizations", "repos", "received_events", "events", "following", "gists", "starred"];
  return {
    login,
    id: login.length * 1000 + (login.codePointAt(0) ?? 0),
    node_id: `U_${login}`,
    avatar_url: `${state.url}/avatars/${login}`,
    gravatar_id: "",
    url: api,
    html_url: `${state.url}/${login}`,
    ...Object.fromEntries(links.map((name) => [`${name}_url`, `${api}/${name}`])),
    type: login.endsWith("[bot]") ? "Bot" : "User",
    site_admin: false,
  };
}

const repositoryLinks =
  "archive assignees blobs branches collaborators comments commits compare contents contributors deployments downloads events forks git_commits git_refs git_tags hooks issue_comment issue_events issues keys labels languages merges milestones notifications pulls releases stargazers statuses subscribers subscription tags teams trees clone git ssh svn";

export function repositoryShape(state: RepositoryState): Json {
  const api = `${state.url}/repos/${state.fullName}`;
  const now = state.createdAt;
  return {
    id: 1,
    node_id: "R_1",
    name: state.name,
    full_name: state.fullName,
    owner: userShape(state, state.owner),
    private: false,
    html_url: `${state.url}/${state.fullName}`,
    description: null,
    fork: false,
    url: api,
    ...Object.fromEntries(repositoryLinks.split(" ").map((name) => [`${name}_url`, `${api}/${name}`])),
    clone_url: `${state.url}/${state.fullName}.git`,
    default_branch: state.defaultBranch,
    ...{ forks: 0, forks_count: 0, open_issues: 0, open_issues_count: 0, size: 1, stargazers_count: 0, watchers: 0, watchers_count: 0 },
    ...{ network_count: 0, subscribers_count: 0, has_downloads: true, has_issues: true, has_projects: true, has_wiki: true, has_pages: false },
    ...{ has_discussions: false, homepage: null, language: null, archived: false, disabled: false, mirror_url: null, license: null },
    ...{ pushed_at: now, created_at: now, updated_at: now },
  };
}

export function gitCommitShape(state: RepositoryState, commit: CommitFacts): Json {
  const api = `${state.url}/repos/${state.fullName}/git`;
  const person = { ...commit.author, date: commit.date };
  const verified = commit.author.name.endsWith("[bot]");
  return {
    sha: commit.sha,
    node_id: `C_${commit.sha}`,
    url: `${api}/commits/${commit.sha}`,
    html_url: `${state.url}/${state.fullName}/commit/${commit.sha}`,
    author: person,
    committer: person,
    tree: { sha: commit.tree, url: `${api}/trees/${commit.tree}` },
    message: commit.message,
    parents: commit.parents.map((sha) => ({ sha, url: `${api}/commits/${sha}`, html_url: `${state.url}/${state.fullName}/commit/${sha}` })),
    verification: { verified, reason: verified ? "valid" : "unsigned", signature: null, payload: null, verified_at: null },
  };
}

export function commitShape(state: RepositoryState, commit: CommitFacts): Json {
  const inner = gitCommitShape(state, commit);
  const api = `${state.url}/repos/${state.fullName}/commits/${commit.sha}`;
  return {
    ...{ url: api, sha: commit.sha, node_id: inner.node_id, html_url: inner.html_url, comments_url: `${api}/comments` },
    commit: { author: inner.author, committer: inner.committer, comment_count: 0, message: commit.message, tree: inner.tree, url: inner.url },
    author: userShape(state, commit.author.name),
    committer: userShape(state, commit.author.name),
    parents: inner.parents,
  };
}

export function refShape(state: RepositoryState, ref: string, sha: string): Json {
  const api = `${state.url}/repos/${state.fullName}/git`;
  return { ref, node_id: `REF_${ref}`, url: `${api}/${ref}`, object: { type: "commit", sha, url: `${api}/commits/${sha}` } };
}

export function pullShape(state: RepositoryState, pull: PullRecord, view: "list" | "single"): Json {
  const api = `${state.url}/repos/${state.fullName}/pulls/${pull.number}`;
  const issue = `${state.url}/repos/${state.fullName}/issues/${pull.number}`;
  const html = `${state.url}/${state.fullName}/pull/${pull.number}`;
  const links = { comments: issue, commits: api, statuses: api, html, issue, review_comments: api, review_comment: api, self: api };
  const single = {
    ...{ additions: 1, deletions: 1, changed_files: 1, comments: 0, review_comments: 0, commits: 1, mergeable: null, mergeable_state: "unknown" },
    ...{ merged: pull.mergedAt !== null, merged_by: null, maintainer_can_modify: false },
  };
  return {
    id: pull.number + 500,
    node_id: `PR_${pull.number}`,
    url: api,
    number: pull.number,
    ...{ title: pull.title, body: pull.body, state: pull.state, draft: pull.draft, locked: false },
    html_url: html,
    ...{ diff_url: `${html}.diff`, patch_url: `${html}.patch`, issue_url: issue, comments_url: `${issue}/comments`, commits_url: `${api}/commits` },
    ...{ review_comments_url: `${api}/comments`, review_comment_url: `${api}/comments{/number}`, statuses_url: `${api}/statuses` },
    ...{ created_at: pull.createdAt, updated_at: pull.createdAt, closed_at: pull.closedAt, merged_at: pull.mergedAt, merge_commit_sha: null },
    user: userShape(state, pull.author),
    ...{ assignee: null, milestone: null, auto_merge: null, author_association: pull.association ?? "CONTRIBUTOR" },
    labels: pull.labels.map((name) => labelShape(state, name)),
    head: pull.fork === undefined ? endShape(state, { label: `${state.owner}:${pull.head}`, ref: pull.head }) : forkedEnd(state, pull.fork, pull.head),
    base: endShape(state, { label: `${state.owner}:${pull.base}`, ref: pull.base }),
    _links: Object.fromEntries(Object.entries(links).map(([name, href]) => [name, { href }])),
    ...(view === "single" ? single : {}),
  };
}

function endShape(state: RepositoryState, end: { label: string; ref: string }): Json {
  const sha = state.objects.ref(`refs/heads/${end.ref}`) ?? "0".repeat(40);
  return { ...end, sha, repo: repositoryShape(state), user: userShape(state, state.owner) };
}

function forkedEnd(state: RepositoryState, fork: string, ref: string): Json {
  const [owner = "", name] = fork.split("/");
  const end = endShape(state, { label: `${owner}:${ref}`, ref });
  return { ...end, repo: { ...repositoryShape(state), id: 2, name, full_name: fork, owner: userShape(state, owner), fork: true } };
}

export function labelShape(state: RepositoryState, name: string): Json {
  return { id: name.length, node_id: `L_${name}`, url: `${state.url}/labels/${name}`, name, description: "", color: "ededed", default: false };
}
