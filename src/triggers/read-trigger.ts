import { isOwnBranch } from "../domain/publication.js";
import { readPullRequest } from "./pull-request.js";
import type { EventSource, Skip, TriggerDecision } from "./trigger.js";

const branchPrefix = "refs/heads/";

/** Decides whether an event starts a run. Pure: nothing is asked, nothing of the workspace is read. */
export function readTrigger(source: EventSource): TriggerDecision {
  switch (source.name) {
    case "push":
    case "schedule":
    case "workflow_dispatch":
      return branchRun(source);
    case "pull_request":
      return readPullRequest(source);
    case "pull_request_target":
      return {
        kind: "refused",
        reason:
          "Heal does not run on pull_request_target: it would run a stranger's code next to this repository's secrets. Use the pull_request event for the job that runs the checks.",
      };
    default:
      return skip(`Heal does not act on "${source.name}" events.`);
  }
}

function branchRun(source: EventSource): TriggerDecision {
  if (!source.ref.startsWith(branchPrefix)) return skip(`${source.ref} is not a branch, so there is nothing to open a pull request into.`);
  const branch = source.ref.slice(branchPrefix.length);
  if (/^0+$/.test(source.sha)) return skip(`The branch ${branch} was deleted.`);
  if (isOwnBranch(branch)) return skip(`${branch} is a branch of Heal's own: it does not heal its own work.`);
  return {
    kind: "trigger",
    event: source.name,
    targetBranch: branch,
    targetCommit: source.sha,
    testedCommits: [source.sha],
    configCommit: source.sha,
    writes: { kind: "allowed" },
  };
}

function skip(reason: string): Skip {
  return { kind: "skip", reason };
}
