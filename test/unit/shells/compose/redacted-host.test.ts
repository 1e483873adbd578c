import { describe, expect, it } from "vitest";
import type { Patch } from "../../../../src/domain/patch.js";
import type { PullRequests } from "../../../../src/ports/pull-requests.js";
import type { CommitRequest, Repository } from "../../../../src/ports/repository.js";
import { createRedactor } from "../../../../src/redaction/redactor.js";
import { redactedPullRequests, redactedRepository } from "../../../../src/shells/compose/redacted-host.js";

const secret = "hunter2-hunter2-hunter2";
const redact = createRedactor({ knownValues: [secret] });

function recordingRepository() {
  const commits: CommitRequest[] = [];
  const commit: Repository["commit"] = async (request) => {
    commits.push(request);
    return { kind: "done", value: "c0ffee" };
  };
  return { commits, repository: redactedRepository({ commit } as Repository, redact) };
}

function changing(before: string, after: string): Patch {
  return { changes: [{ kind: "modify", path: "a.js", before, after, encoding: "utf8" }] };
}

describe("what leaves for the code host", () => {
  it("a commit message loses its secrets", async () => {
    const { commits, repository } = recordingRepository();
    await repository.commit({ parents: ["p"], patch: changing("a\n", "b\n"), message: `uses ${secret}` });
    expect(commits).toHaveLength(1);
    expect(commits[0]?.message).not.toContain(secret);
  });

  it("a patch that adds a secret is not written, and not changed either", async () => {
    const { commits, repository } = recordingRepository();
    const outcome = await repository.commit({ parents: ["p"], patch: changing("a\n", `a\nkey = "${secret}"\n`), message: "m" });
    expect(outcome).toEqual({ kind: "conflict", reason: "The patch would add something to a.js that looks like a secret, so it was not written." });
    expect(commits).toEqual([]);
  });

  it("a patch beside a secret that was there before is written as it is", async () => {
    const { commits, repository } = recordingRepository();
    const patch = changing(`key = "${secret}"\nold\n`, `key = "${secret}"\nnew\n`);
    await repository.commit({ parents: ["p"], patch, message: "m" });
    expect(commits[0]?.patch).toEqual(patch);
  });

  it("title and body of a pull request lose their secrets", async () => {
    const sent: unknown[] = [];
    const store = async (value: unknown) => {
      sent.push(value);
      return { kind: "unavailable", reason: "none" } as const;
    };
    const pullRequests = redactedPullRequests({ create: store, update: (_number, text) => store(text) } as PullRequests, redact);
    await pullRequests.create({ branch: "b", base: "main", draft: true, title: `t ${secret}`, body: `b ${secret}` });
    await pullRequests.update(1, { title: `t ${secret}`, body: `b ${secret}` });
    expect(sent).toHaveLength(2);
    expect(JSON.stringify(sent)).not.toContain(secret);
  });
});
