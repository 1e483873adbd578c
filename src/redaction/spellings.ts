/**
 * Every way a value is commonly spelt: as it is, JSON- and URL-escaped, base64 and base64url at the three alignments it may have
 * inside longer data, hex of either case, and backwards. Only the part that does not depend on neighbouring bytes is taken.
 */
export function spellings(value: string): string[] {
  const bytes = Buffer.from(value, "utf8");
  const hex = bytes.toString("hex");
  const all = [
    value,
    JSON.stringify(value).slice(1, -1),
    encodeURIComponent(value.toWellFormed()),
    encodeURIComponent(value.toWellFormed()).replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    ...base64Alignments(bytes),
    hex,
    hex.toUpperCase(),
    [...value].reverse().join(""),
  ];
  return [...new Set(all)];
}

/** The part that does not depend on neighbouring bytes, in both alphabets, at each of the three places in a group of three bytes. */
export function base64Alignments(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString("base64")
      .replace(/=+$/, "");
    const first = offset === 0 ? 0 : offset + 1;
    const last = (offset + bytes.length) % 3 === 0 ? text.length : text.length - 1;
    const stable = text.slice(first, last);
    return [stable, stable.replaceAll("+", "-").replaceAll("/", "_")];
  });
}
