import { expect, test } from "vitest";
import type { JournalLine } from "../../../src/domain/journal.js";
import type { BundleStore } from "../../../src/ports/bundle-store.js";
import { sealableBundle } from "../../../src/stages/sealable-bundle.js";

test("after the seal nothing of what was given up reaches the bundle", async () => {
  const lines: JournalLine[] = [];
  const store: BundleStore = {
    directory: "/bundle",
    lines: () => lines,
    write: async () => {},
    append: async (event) => {
      const line: JournalLine = { schema: "heal/journal/1", sequence: lines.length + 1, at: "", elapsedMs: 0, event };
      lines.push(line);
      return line;
    },
  };
  const bundle = sealableBundle(store);
  await bundle.append({ type: "note", text: "before" });
  bundle.seal();
  await expect(bundle.append({ type: "note", text: "after" })).rejects.toThrow(/run has ended/);
  await expect(bundle.write("report.md", "")).rejects.toThrow(/run has ended/);
  expect(bundle.lines().map(({ event }) => event)).toEqual([{ type: "note", text: "before" }]);
});
