import { createHash } from "node:crypto";
import type { FileChange, TextEncoding } from "../../domain/patch.js";

export function bytesOf(text: string, encoding: TextEncoding): Buffer {
  return Buffer.from(text, encoding);
}

/** The object id git gives a file with these bytes (SHA-1 repositories). */
export function blobId(bytes: Buffer): string {
  return createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}

/** Object id the change expects to find; null = the file must not be there. */
export function expectedBlob(change: FileChange): string | null {
  return change.kind === "add" ? null : blobId(bytesOf(change.before, change.encoding));
}
