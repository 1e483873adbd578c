/** Upper estimate: no tokenizer is known, and code rarely takes more than a token for three bytes. */
export function tokensOf(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 3);
}

/** Bytes that fit into so many tokens. */
export function bytesIn(tokens: number): number {
  return tokens * 3;
}

/** At most so many bytes of the text: its head and its tail, with a mark between them. */
export function headAndTail(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  const lines = text.split("\n");
  const mark = "[...]";
  const head: string[] = [];
  const tail: string[] = [];
  let left = bytes - mark.length - 2;
  for (let turn = 0; head.length + tail.length < lines.length; turn += 1) {
    const line = (turn % 3 === 2 ? lines[lines.length - 1 - tail.length] : lines[head.length]) ?? "";
    left -= Buffer.byteLength(line) + 1;
    if (left < 0) break;
    if (turn % 3 === 2) tail.unshift(line);
    else head.push(line);
  }
  return [...head, mark, ...tail].join("\n");
}
