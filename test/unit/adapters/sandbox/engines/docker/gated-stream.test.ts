import fc from "fast-check";
import { expect, test } from "vitest";
import { GatedStream } from "../../../../../../src/adapters/sandbox/engines/docker/gated-stream.js";

const lines = { start: "started\n", end: "\nended-1\n" };

function pass(chunks: readonly Buffer[]): { readonly text: string; readonly stream: GatedStream } {
  const stream = new GatedStream(lines);
  const received: Buffer[] = [];
  stream.onOpen(
    (chunk) => received.push(Buffer.from(chunk)),
    () => undefined,
  );
  for (const chunk of chunks) stream.write(chunk);
  stream.flush();
  return { text: Buffer.concat(received).toString("latin1"), stream };
}

test("hands on what lies between the two lines, wherever the stream is cut", () => {
  const noise = "warning: swap\nready\nstarted\none\n\nende\nended-2\n\nended-1\nstraggler\n";
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1 }), (sizes) => {
      const chunks: Buffer[] = [];
      for (let at = 0, index = 0; at < noise.length; index += 1) {
        const size = sizes[index % sizes.length] ?? 1;
        chunks.push(Buffer.from(noise.slice(at, at + size)));
        at += size;
      }
      expect(pass(chunks).text).toBe("one\n\nende\nended-2\n");
    }),
  );
});

test("keeps the beginning for error messages and stays shut without the first line", () => {
  const { text, stream } = pass([Buffer.from("docker: no such image\n")]);
  expect(text).toBe("");
  expect(stream.before).toBe("docker: no such image\n");
  expect(stream.isOpen).toBe(false);
});

test("hands on a possible beginning of the last line when the stream ends there", () => {
  expect(pass([Buffer.from("started\nout\nend")]).text).toBe("out\nend");
});
