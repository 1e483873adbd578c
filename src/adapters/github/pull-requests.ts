import type { PullRequest, PullRequests, PullRequestText } from "../../ports/pull-requests.js";
import type { WriteOutcome } from "../../ports/repository.js";
import type { GithubClient } from "./client.js";
import { carefully } from "./lost-reply.js";
import type { FailedRequest } from "./refusals.js";
import { reading } from "./write-outcome.js";

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
    label: (number, name) => label(client, number, name),
  };
}

interface PullShape {
  readonly number: number;
  readonly html_url: string;
  readonly state: string;
  readonly merged_at: string | null;
  readonly body: string | null;
  readonly user: { readonly type: string } | null;
  readonly author_association: string;
  readonly head: { readonly ref: string; readonly repo: { readonly id: number } | null };
  readonly base: { readonly ref: string; readonly repo: { readonly id: number } };
}

function pullRequest(pull: PullShape): PullRequest {
  const state = pull.state === "open" ? "open" : "closed";
  const merged = pull.merged_at !== null;
  return { number: pull.number, url: pull.html_url, state, merged, head: pull.head.ref, base: pull.base.ref, body: pull.body ?? "" };
}

function find(client: GithubClient, branch: string): Promise<readonly PullRequest[]> {
  const { owner, repo } = client.place;
  return reading(client, `reading the pull requests of ${branch}`, async () => {
    const reply = await client.octokit.rest.pulls.list({ owner, repo, state: "all", head: `${owner}:${branch}`, per_page: 100 });
    return reply.data.filter((pull) => isOurs(pull, branch)).map(pullRequest);
  });
}

/** People who may have opened it by the compare link that a run left. */
const ofTheRepository = new Set(["OWNER", "MEMBER", "COLLABORATOR"]);

/**
 * By its branch, which lies in this repository, whatever the repository is called by now, and by its author: a bot, or one of the people
 * who may write. Never by words in it: anybody can copy our hidden marker into a text, or give a branch of a fork our name.
 */
function isOurs(pull: PullShape, branch: string): boolean {
  const inside = pull.head.ref === branch && pull.head.repo?.id === pull.base.repo.id;
  return inside && (pull.user?.type === "Bot" || ofTheRepository.has(pull.author_association));
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

/** Twice is the same as once. The host makes a label it does not know. */
function label(client: GithubClient, number: number, name: string): Promise<WriteOutcome<"labelled">> {
  return carefully<"labelled">(client, {
    what: `labelling the pull request #${number}`,
    send: async () => {
      await client.octokit.rest.issues.addLabels({ ...client.place, issue_number: number, labels: [name] });
      return "labelled";
    },
    look: async () => undefined,
    notYet: (failed) => failed.status === 404,
  });
}
