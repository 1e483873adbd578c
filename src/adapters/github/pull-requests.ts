import { HostError } from "../../domain/errors.js";
import type { PullRequest, PullRequests, PullRequestText } from "../../ports/pull-requests.js";
import type { WriteOutcome } from "../../ports/repository.js";
import type { GithubClient } from "./client.js";
import { carefully } from "./lost-reply.js";
import { type FailedRequest, failedRequest } from "./write-outcome.js";

interface NewPullRequest extends PullRequestText {
  readonly branch: string;
  readonly base: string;
  readonly draft: boolean;
}

export function githubPullRequests(client: GithubClient): PullRequests {
  return {
    find: (branch) => find(client, branch),
    create: (request) => create(client, request),
    update: (number, text) => update(client, number, text),
  };
}

interface PullShape {
  readonly number: number;
  readonly html_url: string;
  readonly state: string;
  readonly merged_at: string | null;
  readonly body: string | null;
  readonly head: { readonly ref: string; readonly repo: { readonly full_name: string } | null };
  readonly base: { readonly ref: string };
}

function pullRequest(pull: PullShape): PullRequest {
  const state = pull.state === "open" ? "open" : "closed";
  const merged = pull.merged_at !== null;
  return { number: pull.number, url: pull.html_url, state, merged, head: pull.head.ref, base: pull.base.ref, body: pull.body ?? "" };
}

async function find(client: GithubClient, branch: string): Promise<readonly PullRequest[]> {
  const { owner, repo } = client.place;
  try {
    const reply = await client.octokit.rest.pulls.list({ owner, repo, state: "all", head: `${owner}:${branch}`, per_page: 100 });
    return reply.data.filter((pull) => pull.head.ref === branch && pull.head.repo?.full_name === `${owner}/${repo}`).map(pullRequest);
  } catch (error) {
    const failed = failedRequest(client, error);
    throw new HostError(
      `reading the pull requests of ${branch} failed: ${failed.status === 0 ? "the connection broke" : `${failed.status} ${failed.message}`}`,
    );
  }
}

async function create(client: GithubClient, request: NewPullRequest): Promise<WriteOutcome<PullRequest>> {
  const { branch, base, draft, title, body } = request;
  return carefully<PullRequest>(client, {
    what: `opening the pull request of ${branch}`,
    send: async () => pullRequest((await client.octokit.rest.pulls.create({ ...client.place, head: branch, base, title, body, draft })).data),
    look: async () => (await find(client, branch)).find((pull) => pull.state === "open" && pull.base === base),
    already: (failed) => failed.status === 422 && /already exists/i.test(failed.message),
    notYet: headNotYetThere,
  });
}

/** Right after the branch was made the host may not know it here yet, nor see its commits. */
function headNotYetThere(failed: FailedRequest): boolean {
  return failed.status === 404 || (failed.status === 422 && /head invalid|no commits between/i.test(failed.message));
}

function update(client: GithubClient, number: number, text: PullRequestText): Promise<WriteOutcome<PullRequest>> {
  return carefully<PullRequest>(client, {
    what: `updating the pull request #${number}`,
    send: async () => pullRequest((await client.octokit.rest.pulls.update({ ...client.place, pull_number: number, ...text })).data),
    look: async () => undefined,
    notYet: (failed) => failed.status === 404,
  });
}
