import type { WriteOutcome } from "./repository.js";

export interface PullRequest {
  readonly number: number;
  readonly url: string;
  readonly state: "open" | "closed";
  readonly merged: boolean;
  readonly head: string;
  readonly base: string;
  readonly body: string;
}

export interface PullRequestText {
  readonly title: string;
  readonly body: string;
}

export interface PullRequests {
  /** Any state, newest first, from a branch of this repository only. */
  find(branch: string): Promise<readonly PullRequest[]>;
  /** A lost reply is followed by a new look, never by a second pull request. */
  create(request: PullRequestText & { readonly branch: string; readonly base: string; readonly draft: boolean }): Promise<WriteOutcome<PullRequest>>;
  update(number: number, text: PullRequestText): Promise<WriteOutcome<PullRequest>>;
  /** Beside the labels it has. */
  label(number: number, label: string): Promise<WriteOutcome<"labelled">>;
}
