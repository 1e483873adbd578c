import { createHash } from "node:crypto";
import type { CaseId } from "./case.js";

/** Branches below this are Heal's own: a run on one does nothing. */
export const ownBranchPrefix = "heal/";

const longestBase = 120;

/** The red cases of a baseline, and the commands of the checks that were red. */
export interface FailureName {
  readonly cases: readonly CaseId[];
  readonly commands: readonly string[];
}

/**
 * Twelve hex digits that stay the same for the same failure: over the ids of the red cases, never over messages, which hold times and
 * addresses. Where only an exit status speaks, the id says nothing, so the commands take its place.
 */
export function failureFingerprint(failure: FailureName): string {
  const named = failure.cases.filter((id) => !id.startsWith("unknown:"));
  const parts = named.length === failure.cases.length ? named : [...named, ...failure.commands];
  return createHash("sha256")
    .update(JSON.stringify([...new Set(parts)].sort()))
    .digest("hex")
    .slice(0, 12);
}

/** `heal/<base>/<fingerprint>`; a base that is very long or oddly spelt is cleaned and told apart by a digest of the whole. */
export function healBranch(base: string, fingerprint: string): string {
  const safe = base
    .replace(/[^A-Za-z0-9._/-]+/g, "-")
    .split("/")
    .map(safePart)
    .filter((part) => part !== "")
    .join("/");
  if (safe === base && safe.length <= longestBase) return `${ownBranchPrefix}${safe}/${fingerprint}`;
  const digest = createHash("sha256").update(base).digest("hex").slice(0, 8);
  const cut = safe.slice(0, longestBase).replace(/[/.]+$/, "");
  return `${ownBranchPrefix}${cut === "" ? "branch" : cut}-${digest}/${fingerprint}`;
}

function safePart(part: string): string {
  return part
    .replace(/\.{2,}/g, ".")
    .replace(/^[.-]+|\.+$/g, "")
    .replace(/\.lock$/, "-lock");
}

export function isOwnBranch(branch: string): boolean {
  return branch.startsWith(ownBranchPrefix);
}

/** Ends the commit message, so that a later run can tell its own commits from a person's. */
export function commitMessage(title: string, fingerprint: string): string {
  return `${title}\n\n${trailer(fingerprint)}\n`;
}

export function isOwnCommit(message: string, fingerprint: string): boolean {
  return message.trimEnd().split("\n").at(-1) === trailer(fingerprint);
}

function trailer(fingerprint: string): string {
  return `Heal-Fingerprint: ${fingerprint}`;
}

/** Invisible last line of a pull request's body. */
export function hiddenMarker(fingerprint: string, commit: string): string {
  return `<!-- heal fingerprint=${fingerprint} commit=${commit} -->`;
}
