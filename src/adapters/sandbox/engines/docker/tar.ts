/** One entry of a tar archive; `name` has at most 100 ASCII bytes. */
export type TarEntry =
  | { readonly kind: "file"; readonly name: string; readonly mode: number; readonly content: Buffer }
  | { readonly kind: "folder"; readonly name: string; readonly mode: number }
  | { readonly kind: "link"; readonly name: string; readonly target: string };

const blockBytes = 512;
/** Readers take whole records; a stream that ends on one leaves nothing unread and makes no reader wait for more. */
const recordBytes = 20 * blockBytes;
const typeFlags = { file: "0", link: "2", folder: "5" } as const;

/** A POSIX ustar archive with no owners and no times, so equal entries give equal bytes. */
export function tarArchive(entries: readonly TarEntry[]): Buffer {
  const parts: Buffer[] = [];
  for (const entry of entries) {
    parts.push(header(entry));
    if (entry.kind === "file") parts.push(entry.content, padding(entry.content.length, blockBytes));
  }
  parts.push(Buffer.alloc(2 * blockBytes));
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([...parts, padding(length, recordBytes)]);
}

function header(entry: TarEntry): Buffer {
  const block = Buffer.alloc(blockBytes);
  if (Buffer.byteLength(entry.name) > 100) throw new Error(`Too long a name for the archive: ${entry.name}`);
  block.write(entry.name, 0);
  block.write(octal(entry.kind === "link" ? 0o777 : entry.mode, 7), 100);
  block.write(octal(0, 7), 108);
  block.write(octal(0, 7), 116);
  block.write(octal(entry.kind === "file" ? entry.content.length : 0, 11), 124);
  block.write(octal(0, 11), 136);
  block.write(" ".repeat(8), 148);
  block.write(typeFlags[entry.kind], 156);
  if (entry.kind === "link") block.write(entry.target, 157);
  block.write("ustar\x0000", 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${octal(sum, 6)}\0 `, 148);
  return block;
}

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, "0");
}

function padding(length: number, unit: number): Buffer {
  return Buffer.alloc((unit - (length % unit)) % unit);
}
