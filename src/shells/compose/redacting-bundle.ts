import type { JournalEvent, JournalLine } from "../../domain/journal.js";
import type { Patch } from "../../domain/patch.js";
import type { BundleStore } from "../../ports/bundle-store.js";
import { redactLeaves } from "../../redaction/redact-values.js";
import type { Redact } from "../../redaction/redactor.js";
import { unifiedDiff } from "../../render/unified-diff.js";

export interface RedactingBundle extends BundleStore {
  /** The accepted patch as it was proved, for writing it where it belongs; never for showing. */
  provedPatch(): Patch | undefined;
}

/** Nothing reaches the folder, and nobody who reads the journal back, but what was redacted. Bytes that hold a secret are left out whole. */
export function redactingBundle(inner: BundleStore, redact: Redact): RedactingBundle {
  let proved: Patch | undefined;
  return {
    directory: inner.directory,
    lines: () => inner.lines(),
    provedPatch: () => proved,
    append: async (event): Promise<JournalLine> => {
      const line = await inner.append(redactLeaves(event, redact));
      if (event.type === "accepted") {
        proved = event.patch;
        await noteIfWithheld(inner, event, redact);
      }
      return line;
    },
    write: async (name, content) => {
      if (typeof content === "string") return inner.write(name, redact(content));
      const text = Buffer.from(content).toString("utf8");
      if (redact(text) === text) await inner.write(name, content);
    },
  };
}

/** A patch is never rewritten: placeholders in it would be other code than what was proved. */
async function noteIfWithheld(inner: BundleStore, { patch }: Extract<JournalEvent, { type: "accepted" }>, redact: Redact): Promise<void> {
  if (!holdsSecret(patch, redact)) return;
  await inner.append({
    type: "note",
    text: "The patch or the lines around it hold what looks like a secret, so fix.patch was left out of the bundle and nothing was published. Move the secret out of the code first, or apply the edit by hand.",
  });
}

/** Speaks of the diff: a secret elsewhere in a patched file is none of the patch's. */
export function holdsSecret(patch: Patch, redact: Redact): boolean {
  const diff = unifiedDiff(patch);
  return redact(diff) !== diff || unifiedDiff(redactLeaves(patch, redact)) !== diff;
}
