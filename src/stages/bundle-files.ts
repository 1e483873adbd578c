import { createHash } from "node:crypto";
import type { JournalLine } from "../domain/journal.js";
import type { Patch } from "../domain/patch.js";
import type { BundleStore } from "../ports/bundle-store.js";
import { lastOf } from "../render/journal-view.js";
import { outcomeDocument } from "../render/outcome-document.js";
import { renderReport } from "../render/report.js";
import { patchFile } from "../render/unified-diff.js";

/** Writes what the journal says as the files of the bundle: each a pure function of it. */
export async function writeBundleFiles(bundle: BundleStore): Promise<void> {
  for (const [name, content] of bundleFiles(bundle.lines())) await bundle.write(name, content);
}

/** `fix.patch` and `proof.json` are there only when a patch was accepted, `tests.patch` when tests were written for a task. */
export function bundleFiles(lines: readonly JournalLine[]): [string, string | Uint8Array][] {
  const accepted = lastOf(lines, "accepted");
  const files: [string, string | Uint8Array][] = [
    ["outcome.json", `${JSON.stringify(outcomeDocument(lines), null, 2)}\n`],
    ["report.md", renderReport(lines)],
  ];
  const tests = lastOf(lines, "tests-written") ?? lastOf(lines, "tests-approved");
  if (tests !== undefined) files.push(...provedPatch("tests.patch", tests.tests, tests.digest));
  if (accepted === undefined) return files;
  const proof: [string, string] = ["proof.json", `${JSON.stringify(accepted.proof, null, 2)}\n`];
  return [...files, ...provedPatch("fix.patch", accepted.patch, accepted.proof.patchDigest), proof];
}

/** A journal is redacted, the digest names the bytes that were proved: a patch that redaction changed is other code and is left out. */
function provedPatch(name: string, patch: Patch, digest: string): [string, Uint8Array][] {
  const bytes = patchFile(patch);
  return createHash("sha256").update(bytes).digest("hex") === digest ? [[name, bytes]] : [];
}
