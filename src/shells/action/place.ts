import { RateLimited } from "../../adapters/github/write-outcome.js";
import type { PinnedCommit } from "../../adapters/workspace/pinned-commit.js";
import { HostError, SetupError } from "../../domain/errors.js";
import type { Repository } from "../../ports/repository.js";
import type { Redact } from "../../redaction/redactor.js";
import type { PublishPlace } from "../../stages/publish.js";
import type { Trigger } from "../../triggers/trigger.js";
import type { ActionInputs } from "./inputs.js";
import type { HealRequest } from "./request.js";

/** Where a fix goes: the branch that ran, or the one `base` names as it is now. */
export async function publishPlace(trigger: Trigger, inputs: ActionInputs, repository: Repository): Promise<PublishPlace> {
  const writes = trigger.writes.kind === "allowed" && inputs.dryRun ? { kind: "dry-run" as const } : trigger.writes;
  const ran = { targetBranch: trigger.targetBranch, targetCommit: trigger.targetCommit };
  if (inputs.base === undefined || inputs.base === trigger.targetBranch || writes.kind === "withheld") return { ...ran, writes, draft: inputs.draft };
  const head = await asking("finding the branch that `base` names", () => repository.readBranch(inputs.base ?? ""));
  if (head === null) throw new SetupError(`The input \`base\` names the branch ${inputs.base}, which does not exist. Correct it or leave it out.`);
  return { targetBranch: head.branch, targetCommit: head.commit, writes, draft: inputs.draft };
}

/** A branch of ours carries the name of the one it goes into. */
export function withheldIfSecret(place: PublishPlace, redact: Redact): PublishPlace {
  if (redact(place.targetBranch) === place.targetBranch) return place;
  const reason = "Nothing was written: the branch that ran has something in its name that looks like a secret, and ours would carry it on. Rename the branch.";
  return { ...place, writes: { kind: "withheld", reason } };
}

/** The settings file of the base branch, never the one a pull request brings along. */
export async function baseSettings(
  trigger: Trigger,
  inputs: ActionInputs,
  from: { pinned: PinnedCommit; repository: Repository },
): Promise<HealRequest["settings"]> {
  const { path, given } = inputs.config;
  const pinnedIsBase = trigger.configCommit === from.pinned.commit;
  const text = pinnedIsBase
    ? from.pinned.workspace.view.read(path)?.text
    : await asking(`reading ${path} of the base branch`, () => from.repository.readFile(trigger.configCommit, path));
  if (text !== undefined && text !== null) return { text, where: path };
  if (given) throw new SetupError(`The input \`config\` names ${path}, which the base branch does not have. Correct it or leave it out.`);
  return null;
}

async function asking<T>(what: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof RateLimited) throw new SetupError(`${what} failed (${error.message}).`);
    if (error instanceof HostError)
      throw new SetupError(`${what} failed (${error.message}). Give the job \`permissions: contents: read\` and check \`github-token\`.`);
    throw error;
  }
}
