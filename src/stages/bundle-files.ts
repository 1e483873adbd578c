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

/** `fix.patch` is there only when a patch was accepted. */
export function bundleFiles(lines: readonly JournalLine[]): [string, string | Uint8Array][] {
  const accepted = lastOf(lines, "accepted");
  const files: [string, string | Uint8Array][] = [
    ["outcome.json", `${JSON.stringify(outcomeDocument(lines), null, 2)}\n`],
    ["report.md", renderReport(lines)],
  ];
  if (accepted === undefined) return files;
  return [...files, ["fix.patch", patchFile(accepted.patch)], ["proof.json", `${JSON.stringify(accepted.proof, null, 2)}\n`]];
}
