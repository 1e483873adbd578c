import type { OwnSecrets } from "../../domain/own-secrets.js";
import type { Patch } from "../../domain/patch.js";
import type { ReviewFinding } from "../../domain/review.js";
import type { AddedLine, ChangedFile } from "./changed-file.js";
import { secretAdded } from "./rules/secrets.js";

/** What a patch adds of the run's own secrets, in the path of a new file, too. What one of its files held before may move. */
export function ownSecretFindings(patch: Patch, files: readonly ChangedFile[], own: OwnSecrets): ReviewFinding[] {
  const before = new Set(patch.changes.flatMap((change) => (change.kind === "add" ? [] : [...own(change.before), ...own(change.path)])));
  const adds = (text: string): boolean => [...own(text)].some((secret) => !before.has(secret));
  const found = files.flatMap((file): Place[] => {
    if (file.change.kind === "add" && adds(file.path)) return [{ file: null, line: null }];
    return adds(textOf(file.addedLines)) ? [{ file: file.path, line: file.addedLines.find(({ text }) => adds(text))?.line ?? null }] : [];
  });
  const places = found.length > 0 || !adds(textOf(files.flatMap(({ addedLines }) => addedLines))) ? found : [{ file: null, line: null }];
  return places.map((place) => ({ source: secretAdded.id, severity: secretAdded.severity, ...place, claim, evidence: null }));
}

interface Place {
  readonly file: string | null;
  readonly line: number | null;
}

const claim = "The patch adds a value that this run keeps secret, or a part of one that gives it away";

function textOf(lines: readonly AddedLine[]): string {
  return lines.map(({ text }) => text).join("\n");
}
