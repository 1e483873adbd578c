import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { FolderBundle } from "../../../src/adapters/bundle/folder-bundle.js";
import { readJournal } from "../../../src/adapters/bundle/read-bundle.js";
import type { JournalEvent } from "../../../src/domain/journal.js";
import type { FileChange } from "../../../src/domain/patch.js";
import { createRedactor } from "../../../src/redaction/redactor.js";
import { patchFile } from "../../../src/render/unified-diff.js";
import { guardedPublisher } from "../../../src/shells/compose/guarded-publisher.js";
import { type RedactingBundle, redactingBundle } from "../../../src/shells/compose/redacting-bundle.js";
import { systemClock } from "../../../src/shells/compose/system-clock.js";
import { writeBundleFiles } from "../../../src/stages/bundle-files.js";
import { journalFixture, withTexts } from "../../support/journal.js";

const secret = "k3y-of-the-test-run-0123456789";
const redact = createRedactor({ knownValues: [secret] });
let folder: string;
let inner: FolderBundle;
let bundle: RedactingBundle;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "heal-bundle-"));
  inner = await FolderBundle.create(join(folder, "bundle"), systemClock);
  bundle = redactingBundle(inner, redact);
});

afterEach(async () => {
  await inner.close();
  await rm(folder, { recursive: true });
});

async function everyByte(): Promise<string> {
  const names = (await readdir(inner.directory, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const texts = await Promise.all(names.map((entry) => readFile(join(entry.parentPath, entry.name), "latin1")));
  return texts.join("\n");
}

function accepting(change: FileChange): JournalEvent {
  const accepted = journalFixture("healed-two-faults").find(({ event }) => event.type === "accepted")?.event;
  if (accepted?.type !== "accepted") throw new Error("the fixture accepts a patch");
  const patch = { changes: [change] };
  return { ...accepted, patch, proof: { ...accepted.proof, patchDigest: sha256(patchFile(patch)) } };
}

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

describe("a bundle that redacts", () => {
  it.each([
    ["plain", secret],
    ["base64", Buffer.from(`user:${secret}`).toString("base64")],
    ["hex", Buffer.from(secret).toString("hex")],
    ["URL-encoded", encodeURIComponent(`${secret}&`)],
    ["split over lines", `${secret.slice(0, 14)}\n  ${secret.slice(14)}`],
  ])("leaves the secret in no byte of no file, whichever text of a run held it: %s", async (_spelling, carried) => {
    for (const { event } of withTexts(journalFixture("healed-two-faults"), (text, member) => (member === "patchDigest" ? text : `${text} ${carried}`)))
      await bundle.append(event);
    await bundle.write("logs/run.log", `printed ${carried}\n`);
    await writeBundleFiles(bundle);
    const bytes = await everyByte();
    for (let at = 0; at + 12 <= carried.length; at += 1) {
      const window = carried.slice(at, at + 12);
      if (!window.includes("\n")) expect(bytes).not.toContain(window);
    }
    expect(JSON.stringify(bundle.lines())).not.toContain(carried);
  });

  it("leaves a journal that its own schema reads", async () => {
    for (const { event } of withTexts(journalFixture("healed-two-faults"), (text) => `${text}${secret}`)) await bundle.append(event);
    expect(await readJournal(inner.directory)).toEqual(bundle.lines());
  });

  it("leaves out a patch that holds a secret, says so, and publishes nothing", async () => {
    const event = accepting({
      kind: "modify",
      path: "a.js",
      before: `const key = "${secret}";\nlet a = 1;\n`,
      after: `const key = "${secret}";\nlet a = 2;\n`,
      encoding: "utf8",
    });
    await bundle.append(event);
    await writeBundleFiles(bundle);
    expect(await readdir(inner.directory)).not.toContain("fix.patch");
    expect(await readFile(join(inner.directory, "report.md"), "utf8")).toContain("fix.patch was left out of the bundle");
    expect(bundle.provedPatch()).toEqual(event.type === "accepted" && event.patch);
    const publisher = guardedPublisher({ earlier: async () => ({ kind: "go" }), publish: () => Promise.reject(new Error("must not be asked")) }, redact);
    const patch = event.type === "accepted" ? event.patch : { changes: [] };
    expect((await publisher.publish({ patch, failure: { cases: [], commands: [] }, lines: [] })).event).toMatchObject({ action: "nothing", branch: null });
  });

  it("keeps a patch whole when the secret stands elsewhere in the file", async () => {
    const far = "\n".repeat(20);
    const change: FileChange = {
      kind: "modify",
      path: "a.js",
      before: `key = "${secret}"${far}let a = 1;\n`,
      after: `key = "${secret}"${far}let a = 2;\n`,
      encoding: "utf8",
    };
    await bundle.append(accepting(change));
    await writeBundleFiles(bundle);
    expect(await readFile(join(inner.directory, "fix.patch"))).toEqual(Buffer.from(patchFile({ changes: [change] })));
    expect(await everyByte()).not.toContain(secret);
  });
});
