/** What the host said when a request did not succeed; status 0 and 5xx mean that it may have happened all the same. */
export interface FailedRequest {
  readonly status: number;
  /** The host's own words on one line without any secret; never a header or a request body. */
  readonly message: string;
  /** When a rate limit ends, as the host said it. */
  readonly retryAfterSeconds?: number;
}

/** The host's answer as part of a reason. */
export function answerText(failed: FailedRequest): string {
  const said = failed.status === 0 ? "the connection broke" : `${failed.status} ${failed.message}`;
  return isRateLimit(failed) ? `${said}. The limit ends ${whenItEnds(failed)}: run the job again then` : said;
}

export function isRateLimit(failed: FailedRequest): boolean {
  return failed.status === 429 || (failed.status === 403 && /rate limit/i.test(failed.message));
}

function whenItEnds({ retryAfterSeconds: seconds }: FailedRequest): string {
  if (seconds === undefined) return "after a while";
  return seconds < 120 ? `in ${seconds} s` : `in about ${Math.ceil(seconds / 60)} min`;
}

/** Refusals that a new look at the host may get around: another run was first, or something is not what it was. */
const changedMeanwhile = /not a fast.?forward|already exists|cannot be updated|object does not exist|no commits between|invalid/i;

export function isConflict(failed: FailedRequest): boolean {
  return failed.status === 409 || (failed.status === 422 && changedMeanwhile.test(failed.message));
}

const exceptOurs = "Except the branches `heal/**` from it (Settings > Rules > Rulesets, or > Branches; an organisation can have its own)";

/** What a person can do about a refusal, the most telling words first. */
const remedies: readonly { readonly said: RegExp; readonly remedy: string }[] = [
  {
    said: /not permitted to create or approve pull requests/i,
    remedy:
      'Switch on "Allow GitHub Actions to create and approve pull requests" under Settings > Actions > General > Workflow permissions (an organisation can lock it), or give another token as `github-token`.',
  },
  {
    said: /without `?workflows?`? (?:permission|scope)/i,
    remedy:
      "The patch touches no workflow, but the branch it stands on holds a workflow file that the default branch has otherwise, and a job's own token may write none. Bring that branch up to date with the default branch and run again, or give a token with the `workflows` permission as `github-token`.",
  },
  { said: /archived/i, remedy: "Unarchive the repository to have fixes published." },
  {
    said: /verified signature/i,
    remedy: `The host signs what a job's own token commits, and not what other tokens do: leave \`github-token\` at its default. Or: ${exceptOurs}.`,
  },
  {
    said: /rule violations|protected|restricted|reference update failed|not authorized to push|must match|made through a pull request/i,
    remedy: `A rule of the repository forbids this write. ${exceptOurs}.`,
  },
];

export function remedyFor(failed: FailedRequest, what: string): string {
  const known = remedies.find(({ said }) => said.test(failed.message));
  if (known !== undefined) return known.remedy;
  if (failed.status === 401) return "The token is not valid: check `github-token`.";
  if (![403, 404].includes(failed.status)) return "";
  const permission = what.includes("pull request") ? "pull-requests: write" : "contents: write";
  const needed = `Give the job \`permissions: ${permission}\`, or another token as \`github-token\`.`;
  return / the branch /.test(what) ? `${needed} If it has that, look for a workflow file on the branch that the default branch has otherwise.` : needed;
}
