/** Text of a log or report file: UTF-8 or UTF-16 by its byte order mark, UTF-16 also by its zeros; broken bytes become U+FFFD. */
export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder(encodingOf(bytes)).decode(bytes);
}

function encodingOf(bytes: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  if (bytes.length >= 4 && second === 0 && bytes[3] === 0) return "utf-16le";
  if (bytes.length >= 4 && first === 0 && bytes[2] === 0) return "utf-16be";
  return "utf-8";
}
