import type { SourceText } from "../../domain/file-view.js";

const strictUtf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Bytes to text so that `encodeSource` gives the same bytes back. */
export function decodeSource(bytes: Uint8Array): SourceText {
  try {
    return { text: strictUtf8.decode(bytes), encoding: "utf8" };
  } catch {
    return { text: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1"), encoding: "latin1" };
  }
}

export function encodeSource(source: SourceText): Buffer {
  return Buffer.from(source.text, source.encoding);
}
