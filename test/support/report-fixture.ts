import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { normaliseLog } from "../../src/evidence/readers/log/normalise.js";
import type { ReadCases, ReadContext, Reader } from "../../src/evidence/readers/reader.js";
import { fileViewOf } from "./javascript-project.js";

/** Where the fixtures' project stood when the tools ran. */
export const SHOP: ReadContext = { root: "/home/ci/shop", files: undefined };

export function reportFixture(path: string): string {
  return readFileSync(resolve(import.meta.dirname, "../../fixtures/reports", path), "utf8");
}

/** The fixture read by the first reader that takes it. */
export function readFixture(readers: readonly Reader[], path: string, context: ReadContext = SHOP): { readonly format: string; readonly read: ReadCases } {
  const raw = reportFixture(path);
  const log = normaliseLog(raw).text;
  for (const reader of readers) {
    const text = reader.source === "console" ? log : raw;
    const read = reader.sniff(text) ? reader.read(text, context) : undefined;
    if (read !== undefined) return { format: reader.format, read };
  }
  throw new Error(`no reader takes ${path}`);
}

/** A file view of names alone. */
export function filesNamed(...paths: readonly string[]): ReadContext {
  return { root: SHOP.root, files: fileViewOf(new Map(paths.map((path) => [path, ""]))) };
}
