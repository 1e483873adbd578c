import { describe, expect, it } from "vitest";
import { spaceFull } from "../../../../../src/adapters/sandbox/engines/bubblewrap/space-watch.js";

describe("a scratch file system", () => {
  it.each([
    ["has room", { bsize: 4096, blocks: 1_000_000, bavail: 500_000, ffree: 10 }, { disk: false, inodes: false }],
    ["is full a little before its last block", { bsize: 4096, blocks: 1_000_000, bavail: 240, ffree: 10 }, { disk: true, inodes: false }],
    ["is small and has room", { bsize: 4096, blocks: 8_000, bavail: 4_000, ffree: 10 }, { disk: false, inodes: false }],
    ["has no file left", { bsize: 4096, blocks: 1_000_000, bavail: 500_000, ffree: 0 }, { disk: false, inodes: true }],
  ])("%s", (_, numbers, full) => expect(spaceFull(numbers)).toEqual(full));
});
