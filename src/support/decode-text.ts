/** Text of a file of unknown origin: UTF-16 when a byte order mark says so, else UTF-8 with unreadable bytes replaced. */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}
