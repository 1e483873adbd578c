/** Who asked for a run, about which commit, and where a fix may go. */
export interface Trigger {
  readonly kind: "trigger";
  readonly event: string;
  /** The branch a fix is meant for. */
  readonly targetBranch: string;
  /** That branch's commit as the event names it. */
  readonly targetCommit: string;
  /** Commits the job may have checked out, the likeliest first: the one of the run, then the head of a pull request. */
  readonly testedCommits: readonly string[];
  /** Where configuration is read from: never the head of a pull request. */
  readonly configCommit: string;
  readonly writes: { readonly kind: "allowed" } | { readonly kind: "withheld"; readonly reason: string };
}

/** No run: the step ends green and says the reason in one line. */
export interface Skip {
  readonly kind: "skip";
  readonly reason: string;
}

/** A run that would be unsafe: it does not start, and its stop reason is `not-allowed`. */
export interface Refusal {
  readonly kind: "refused";
  readonly reason: string;
}

export type TriggerDecision = Trigger | Skip | Refusal;

/** An event as the runner hands it over. */
export interface EventSource {
  /** GITHUB_EVENT_NAME. */
  readonly name: string;
  /** The parsed file of GITHUB_EVENT_PATH. */
  readonly payload: unknown;
  /** GITHUB_REF, e.g. "refs/heads/main" or "refs/pull/7/merge". */
  readonly ref: string;
  /** GITHUB_SHA. */
  readonly sha: string;
  /** GITHUB_REPOSITORY. */
  readonly repository: string;
}
