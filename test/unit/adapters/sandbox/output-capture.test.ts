import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { OutputCapture } from "../../../../src/adapters/sandbox/output-capture.js";

describe("captured output", () => {
  it("is whole while it fits", () => {
    const capture = new OutputCapture(16);
    capture.write(Buffer.from("0123456789abcdef"));
    expect(capture.result()).toEqual({ head: "0123456789abcdef", tail: "", omittedBytes: 0, totalBytes: 16 });
    expect(capture.cut).toBe(false);
  });

  it("keeps a quarter at the head and the rest at the tail, and counts what is missing", () => {
    const capture = new OutputCapture(8);
    for (const digit of "0123456789") capture.write(Buffer.from(digit));
    expect(capture.result()).toEqual({ head: "01", tail: "456789", omittedBytes: 2, totalBytes: 10 });
    expect(capture.cut).toBe(true);
  });

  it("decodes broken characters without failing", () => {
    const capture = new OutputCapture(64);
    capture.write(Buffer.from([0x61, 0x00, 0xff, 0xfe, 0x62]));
    expect(capture.result().head).toBe("a\0\ufffd\ufffdb");
  });

  it("gives the same head and tail however the bytes were cut into pieces", () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 50 })), fc.integer({ min: 4, max: 200 }), (pieces, limit) => {
        const capture = new OutputCapture(limit);
        for (const piece of pieces) capture.write(Buffer.from(piece.map((byte) => 32 + (byte % 90))));
        const all = Buffer.concat(pieces.map((piece) => Buffer.from(piece.map((byte) => 32 + (byte % 90))))).toString("latin1");
        const head = Math.floor(limit / 4);
        const expected =
          all.length <= limit
            ? { head: all, tail: "", omittedBytes: 0, totalBytes: all.length }
            : { head: all.slice(0, head), tail: all.slice(all.length - (limit - head)), omittedBytes: all.length - limit, totalBytes: all.length };
        expect(capture.result()).toEqual(expected);
      }),
    );
  });
});
