import { createHash } from "node:crypto";
import type { JournalLine } from "../domain/journal.js";
import type { BundleStore } from "../ports/bundle-store.js";
import { lastOf } from "../render/journal-view.js";
import { outcomeDocument } from "../render/outcome-document.js";
import { renderReport } from "../render/report.js";
import { patchFile } from "../render/unified-diff.js";

/** Writes what the journal says as the files of the bundle: each a pure function of it. */
export async function writeBundleFiles(bundle: BundleStore): Promise<void> {
  for (const [name, content] of bundleFiles(bundle.lines())) await bundle.write(name, content);
}

/** `fix.patch` and `proof.json` are there only when a patch was accepted. */
export function bundleFiles(lines: readonly JournalLine[]): [string, string | Uint8Array][] {
  const accepted = lastOf(lines, "accepted");
  const files: [string, string | Uint8Array][] = [
    ["outcome.json", `${JSON.stringify(outcomeDocument(lines), null, 2)}\n`],
    ["report.md", renderReport(lines)],
  ];
  if (accepted === undefined) return files;
  const proof: [string, string] = ["proof.json", `${JSON.stringify(accepted.proof, null, 2)}\n`];
  const patch = patchFile(accepted.patch);
  return isProved(patch, accepted.proof.patchDigest) ? [...files, ["fix.patch", patch], proof] : [...files, proof];
}

/** A journal is redacted, the proof names the bytes that were proved: a patch that redaction changed is other code and is left out. */
function isProved(patch: Uint8Array, digest: string): boolean {
  return createHash("sha256").update(patch).digest("hex") === digest;
}
