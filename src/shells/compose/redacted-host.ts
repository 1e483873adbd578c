import type { FileChange } from "../../domain/patch.js";
import type { PullRequests, PullRequestText } from "../../ports/pull-requests.js";
import type { CommitRequest, Repository } from "../../ports/repository.js";
import type { Redact } from "../../redaction/redactor.js";

/** Commit messages lose secrets; a patch is never rewritten: one that would add something secret is not written at all. */
export function redactedRepository(repository: Repository, redact: Redact): Repository {
  return {
    ...repository,
    commit: async (request: CommitRequest) => {
      const leaking = request.patch.changes.find((change) => addsSecret(change, redact));
      if (leaking === undefined) return repository.commit({ ...request, message: redact(request.message) });
      return { kind: "conflict", reason: `The patch would add something to ${leaking.path} that looks like a secret, so it was not written.` };
    },
  };
}

/** Looks at the lines the patch adds: what the file held before is the project's own matter. */
function addsSecret(change: FileChange, redact: Redact): boolean {
  if (change.kind === "delete") return false;
  const before = new Set(change.kind === "modify" ? change.before.split("\n") : []);
  const added = change.after
    .split("\n")
    .filter((line) => !before.has(line))
    .join("\n");
  return redact(added) !== added;
}

export function redactedPullRequests(pullRequests: PullRequests, redact: Redact): PullRequests {
  const clean = <T extends PullRequestText>(text: T): T => ({ ...text, title: redact(text.title), body: redact(text.body) });
  return {
    ...pullRequests,
    create: (request) => pullRequests.create(clean(request)),
    update: (number, text) => pullRequests.update(number, clean(text)),
  };
}
