import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import * as fc from "fast-check";
import { readLogs } from "../../src/stages/read-logs.js";
import { decodeText } from "../../src/support/decode-text.js";
import type { Sweep } from "./trial.js";

const runsPerTrial = 10;
/** Quadratic work on the longest line that is put in takes far longer, also on a busy machine. */
const slowMs = 8_000;

const reports = resolve(import.meta.dirname, "../../fixtures/reports");
const samples = readdirSync(reports, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name))
  .sort();

type Edit = readonly [at: number, drop: number, put: string];

const insertion = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom(
    "\u001b[31m",
    "\r\n",
    "\r",
    "\0",
    "\uFEFF",
    "]]>",
    "<![CDATA[",
    "{",
    "}",
    "##[group]",
    "2026-01-01T00:00:00.0000000Z ",
    "not ok 1 - ",
    "FAILED ",
    "E   ",
    "x".repeat(70_000),
  ),
);
const edits = fc.array(fc.tuple(fc.nat(1_000_000), fc.nat(400), insertion), { maxLength: 6 });

/** Real reports and logs, cut and stuffed at random: a reading comes back, soon, and its counts are no nonsense. */
export const readersFuzz: Sweep = {
  name: "readers",
  count: async () => samples.length * 2,
  trial: async (index, seed) => {
    const path = samples[index % samples.length] ?? "";
    const text = readFileSync(path, "latin1");
    const property = fc.property(edits, fc.option(fc.nat(255), { nil: undefined }), (changes, exitCode) => isRead(path, damaged(text, changes), exitCode));
    const result = fc.check(property, { numRuns: runsPerTrial, seed: seed + index });
    return result.failed ? [`${path}: ${JSON.stringify(result.counterexample)?.slice(0, 500)}: ${String(result.errorInstance)}`] : [];
  },
};

function damaged(text: string, changes: readonly Edit[]): string {
  return changes.reduce((before, [at, drop, put]) => {
    const start = at % (before.length + 1);
    return before.slice(0, start) + put + before.slice(start + drop);
  }, text);
}

function isRead(path: string, text: string, exitCode: number | undefined): void {
  const began = performance.now();
  const { reading, document } = readLogs({
    files: [{ name: path, text: decodeText(Buffer.from(text, "latin1")) }],
    ...(exitCode === undefined ? {} : { exitCode }),
  });
  if (performance.now() - began > slowMs) throw new Error(`took ${Math.round(performance.now() - began)} ms`);
  if (!(reading.counts.failing >= 0)) throw new Error(`counts ${JSON.stringify(reading.counts)}`);
  JSON.parse(JSON.stringify(document));
}
