import { HostError } from "../domain/errors.js";
import type { JournalEvent, JournalLine } from "../domain/journal.js";
import type { Stop } from "../domain/outcome.js";
import type { Patch } from "../domain/patch.js";
import { commitMessage, type FailureName, failureFingerprint, healBranch, hiddenMarker } from "../domain/publication.js";
import type { PullRequest, PullRequests, PullRequestText } from "../ports/pull-requests.js";
import type { Repository } from "../ports/repository.js";
import { risksOf } from "../render/report/needs-person.js";
import { growBranch } from "./publish-branch.js";
import { chooseGround, type Ground } from "./publish-ground.js";

export type PullRequestWriter = (lines: readonly JournalLine[], context: TextContext) => PullRequestText;

export interface TextContext {
  readonly fingerprint: string;
  readonly targetBranch: string;
  readonly compareUrl: string;
  /** What a reader must know beside the journal, e.g. that the base moved. */
  readonly notes: readonly string[];
}

export interface PublishPorts {
  readonly repository: Repository;
  readonly pullRequests: PullRequests;
  readonly text: PullRequestWriter;
}

/** `dry-run`: everything is looked up, nothing is written. `withheld`: the host is not asked at all; the report says why (a fork). */
export type WritePermission = { readonly kind: "allowed" } | { readonly kind: "dry-run" } | { readonly kind: "withheld"; readonly reason: string };

/** Where the fix goes. Commits are full ids. */
export interface PublishPlace {
  readonly targetBranch: string;
  /** The target branch's commit that the event named. */
  readonly targetCommit: string;
  readonly writes: WritePermission;
  readonly draft: boolean;
}

export type PublishedEvent = Extract<JournalEvent, { readonly type: "published" }>;

export interface Publication {
  readonly event: PublishedEvent;
  /** Things beside the main point that did not work or that a reader must know: each is worth a note. */
  readonly warnings: readonly string[];
  /** Present when publishing found that the run has to end otherwise than as healed. */
  readonly stop?: Stop;
}

export interface Fix {
  readonly patch: Patch;
  readonly failure: FailureName;
  readonly lines: readonly JournalLine[];
}

export interface Publisher {
  /** Once after the baseline, before anything is spent: a pull request for this failure that a person closed ends the run. */
  earlier(failure: FailureName): Promise<{ readonly kind: "go" } | { readonly kind: "closed"; readonly stop: Stop }>;
  /** Once, after the last box is gone. Trouble with the host is a value, not an exception. */
  publish(fix: Fix): Promise<Publication>;
}

export function publisher(ports: PublishPorts, place: PublishPlace): Publisher {
  return {
    earlier: async (failure) => {
      if (place.writes.kind === "withheld") return { kind: "go" };
      const stop = await unlessHostFails(() => closedByPerson(ports, healBranch(place.targetBranch, failureFingerprint(failure))), undefined);
      return stop === undefined ? { kind: "go" } : { kind: "closed", stop };
    },
    publish: async (fix) => {
      if (place.writes.kind === "withheld") return nothing(null, place.writes.reason);
      try {
        return await publish(ports, place, fix);
      } catch (error) {
        if (error instanceof HostError) return nothing(null, `Nothing was published: ${error.message}. The patch is in the bundle.`);
        throw error;
      }
    },
  };
}

async function unlessHostFails<T>(ask: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof HostError) return otherwise;
    throw error;
  }
}

function nothing(branch: string | null, reason: string, stop?: Stop): Publication {
  return { event: { type: "published", action: "nothing", branch, pullRequest: null, reason }, warnings: [], ...(stop === undefined ? {} : { stop }) };
}

async function closedByPerson(ports: PublishPorts, branch: string): Promise<Stop | undefined> {
  const pulls = await ports.pullRequests.find(branch);
  const [newest] = pulls;
  if (newest === undefined || newest.merged || pulls.some((pull) => pull.state === "open")) return undefined;
  const sentence = `The pull request #${newest.number} for this failure was closed without merging, so Heal leaves the failure alone. Reopen the pull request to have it worked on again.`;
  return { reason: "closed-by-person", sentence };
}

async function publish(ports: PublishPorts, place: PublishPlace, fix: Fix): Promise<Publication> {
  const fingerprint = failureFingerprint(fix.failure);
  const branch = healBranch(place.targetBranch, fingerprint);
  const closed = await closedByPerson(ports, branch);
  if (closed !== undefined) return nothing(null, closed.sentence, closed);
  const ground = await chooseGround(ports.repository, place, fix.patch);
  if (ground.kind === "none") return nothing(null, ground.reason, ground.stop);
  const compareUrl = ports.repository.compareUrl(place.targetBranch, branch);
  const context = { fingerprint, targetBranch: place.targetBranch, compareUrl, notes: ground.notes };
  if (place.writes.kind === "dry-run") return rehearsed(ports, place, { branch, ground });
  const text = ports.text(fix.lines, context);
  const message = commitMessage(text.title, fingerprint);
  const grown = await growBranch(ports.repository, { branch, ground, patch: fix.patch, message, fingerprint });
  if (grown.kind !== "done") return nothing(grown.kind === "foreign" ? branch : null, grown.reason);
  const publication = await openOrUpdate(ports, place, { branch, commit: grown.commit, compareUrl, ground, text: marked(text, fingerprint, grown.commit) });
  return risksOf(fix.lines).length === 0 ? publication : labelled(ports, publication);
}

const needsPerson = "needs-human";

/** A list of pull requests shows labels and no text: nobody may take this one for a mere fix. */
async function labelled(ports: PublishPorts, publication: Publication): Promise<Publication> {
  const { pullRequest } = publication.event;
  if (pullRequest === null) return publication;
  const added = await ports.pullRequests.label(pullRequest.number, needsPerson);
  if (added.kind === "done") return publication;
  return { ...publication, warnings: [...publication.warnings, `The pull request #${pullRequest.number} has no label \`${needsPerson}\`: ${added.reason}`] };
}

async function rehearsed(ports: PublishPorts, place: PublishPlace, plan: { branch: string; ground: Ground }): Promise<Publication> {
  const open = await openPullRequest(ports, plan.branch);
  const what = open === undefined ? `open a pull request into ${place.targetBranch}` : `update the pull request #${open.number}`;
  return { ...nothing(null, `Dry run: nothing was written. Otherwise Heal would ${what} from the branch ${plan.branch}.`), warnings: plan.ground.notes };
}

function marked(text: PullRequestText, fingerprint: string, commit: string): PullRequestText {
  return { title: text.title, body: `${text.body.trimEnd()}\n\n${hiddenMarker(fingerprint, commit)}\n` };
}

interface Grown {
  readonly branch: string;
  readonly commit: string;
  readonly compareUrl: string;
  readonly ground: Ground;
  readonly text: PullRequestText;
}

async function openOrUpdate(ports: PublishPorts, place: PublishPlace, grown: Grown): Promise<Publication> {
  const open = await unlessHostFails(() => openPullRequest(ports, grown.branch), undefined);
  if (open !== undefined) return update(ports, open, grown);
  const created = await ports.pullRequests.create({ ...grown.text, branch: grown.branch, base: place.targetBranch, draft: place.draft });
  if (created.kind === "done")
    return published("created", grown, { pull: created.value, reason: `Opened the pull request #${created.value.number}.`, warnings: [] });
  const reason = `The fix is on the branch ${grown.branch}, but no pull request could be opened: ${created.reason} Open it yourself: ${grown.compareUrl}`;
  return { event: { type: "published", action: "branch-only", branch: grown.branch, pullRequest: null, reason }, warnings: grown.ground.notes };
}

async function openPullRequest(ports: PublishPorts, branch: string): Promise<PullRequest | undefined> {
  return (await ports.pullRequests.find(branch)).find((pull) => pull.state === "open");
}

async function update(ports: PublishPorts, open: PullRequest, grown: Grown): Promise<Publication> {
  const updated = await ports.pullRequests.update(open.number, grown.text);
  const warnings = updated.kind === "done" ? [] : [`The text of the pull request #${open.number} stayed as it was: ${updated.reason}`];
  return published("updated", grown, { pull: open, reason: `Updated the pull request #${open.number}, which was open for this failure.`, warnings });
}

function published(action: "created" | "updated", grown: Grown, result: { pull: PullRequest; reason: string; warnings: readonly string[] }): Publication {
  const pullRequest = { number: result.pull.number, url: result.pull.url };
  const event: PublishedEvent = { type: "published", action, branch: grown.branch, pullRequest, reason: result.reason };
  return { event, warnings: [...grown.ground.notes, ...result.warnings] };
}
