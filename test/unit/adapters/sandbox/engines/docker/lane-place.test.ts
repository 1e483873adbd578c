import { describe, expect, it } from "vitest";
import { mountedBelow } from "../../../../../../src/adapters/sandbox/engines/docker/lane-place.js";

const table = `22 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw
310 22 7:3 / /data/volumes/8c1f/_data rw,nosuid,nodev,noatime shared:9 - ext4 /dev/loop3 rw,discard
311 22 7:4 / /elsewhere rw - ext4 /dev/loop4 rw
312 22 7:5 / /data/volumes/a/_data rw - ext4 /dev/loop5 rw
313 22 7:5 / /data/volumes/b/_data rw - ext4 /dev/loop5 rw
`;

describe("where the daemon has a disk mounted", () => {
  it("is read from the table of mounts", () => expect(mountedBelow(table, "/dev/loop3", "/data/volumes/")).toBe("/data/volumes/8c1f/_data"));

  it("is not known from a mount that is not the daemon's, from two, or from none", () => {
    for (const device of ["/dev/loop4", "/dev/loop5", "/dev/loop6"]) expect(mountedBelow(table, device, "/data/volumes/")).toBeNull();
  });
});
