import { z } from "zod";
import { SetupError } from "../domain/errors.js";
import { isOwnBranch } from "../domain/publication.js";
import type { EventSource, Trigger, TriggerDecision } from "./trigger.js";

const commitId = z.string().regex(/^[0-9a-f]{40,64}$/);

const payloadShape = z.object({
  pull_request: z.object({
    number: z.number(),
    state: z.string(),
    head: z.object({ ref: z.string().min(1), sha: commitId, repo: z.object({ full_name: z.string() }).nullable() }),
    base: z.object({ ref: z.string().min(1), sha: commitId, repo: z.object({ full_name: z.string() }) }),
  }),
});

type PullRequestFacts = z.infer<typeof payloadShape>["pull_request"];

/** A pull request's fix goes into its head branch; from a fork nothing can be written. */
export function readPullRequest(source: EventSource): TriggerDecision {
  const parsed = payloadShape.safeParse(source.payload);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new SetupError(
      `The event file does not describe a pull request: ${issue?.path.join(".") ?? ""} ${issue?.message ?? ""}. Run Heal as a step of the job that GitHub started.`,
    );
  }
  const pull = parsed.data.pull_request;
  if (pull.state !== "open") return { kind: "skip", reason: `The pull request #${pull.number} is closed.` };
  const fork = forkOf(pull);
  if (fork === null && isOwnBranch(pull.head.ref)) {
    return { kind: "skip", reason: `${pull.head.ref} is a branch of Heal's own: it does not heal its own work.` };
  }
  return {
    kind: "trigger",
    event: source.name,
    targetBranch: pull.head.ref,
    targetCommit: pull.head.sha,
    testedCommits: [source.sha, pull.head.sha],
    configCommit: pull.base.sha,
    writes: writesFor(pull, fork),
  };
}

/** Name of the other repository the head lives in; null = this one. */
function forkOf(pull: PullRequestFacts): string | null {
  if (pull.head.repo === null) return "a deleted fork";
  return pull.head.repo.full_name.toLowerCase() === pull.base.repo.full_name.toLowerCase() ? null : pull.head.repo.full_name;
}

function writesFor(pull: PullRequestFacts, fork: string | null): Trigger["writes"] {
  if (fork === null) return { kind: "allowed" };
  return {
    kind: "withheld",
    reason: `Nothing was written: the pull request #${pull.number} comes from a fork (${fork}), where this job may not write. The patch is in the bundle; apply it with \`git apply fix.patch\`.`,
  };
}
