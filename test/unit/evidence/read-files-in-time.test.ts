import { expect, it } from "vitest";
import { readFiles } from "../../../src/evidence/read-files.js";
import { reportFixture } from "../../support/report-fixture.js";

/** What this thread works for it, in microseconds: the lesser of two, for whatever else the machine does only adds. */
function work(text: string): number {
  const spent = [1, 2].map(() => {
    const before = process.threadCpuUsage();
    readFiles({ files: [{ name: "a.log", text }] });
    const { user, system } = process.threadCpuUsage(before);
    return user + system;
  });
  return Math.min(...spent);
}

/** Enough to be measured in spite of the clock's steps. */
const measurable = 30_000;

/** What twice as many cost over so many: 2 where each costs the same, 4 where each looks at all others. */
function growth(textOf: (count: number) => string): number {
  let count = 1_000;
  let cost = work(textOf(count));
  while (cost < measurable) {
    count *= 2;
    cost = work(textOf(count));
  }
  return work(textOf(2 * count)) / cost;
}

const timeout = 120_000;

it.each([
  ["nothing", ""],
  ["spaces", "    "],
  ["a carriage return", "\r"],
])("a file of blank lines costs twice as much when it has twice as many: lines of %s", { timeout }, (_what, blank) => {
  expect(growth((count) => `${blank}\n`.repeat(count))).toBeLessThanOrEqual(3);
});

it.each([
  "jest/console.txt",
  "mocha/console.txt",
  "node-test/spec.txt",
  "node-test/tap.txt",
  "pytest/mixed-ci.txt",
  "unittest/mixed.txt",
  "vitest/console.txt",
])("so does %s with blank lines inside it and at its ends", { timeout }, (name) => {
  const lines = reportFixture(name).split("\n");
  const [early, late] = [4, 6].map((ninths) => Math.floor((lines.length * ninths) / 9));
  const filled = (count: number): string => {
    const gap = Array.from({ length: count }, () => "  ");
    return [...gap, ...lines.slice(0, early), ...gap, ...lines.slice(early, late), ...gap, ...lines.slice(late), ...gap].join("\n");
  };
  expect(growth(filled)).toBeLessThanOrEqual(3);
});

it.each([
  ["carriage returns before a last word", (count: number) => `${"\r".repeat(count)}x`],
  ["parameters of a terminal sequence without an end", (count: number) => `\u001b${"?;".repeat(count)}\n`],
])("so does one line of %s", { timeout }, (_what, line) => {
  expect(growth(line)).toBeLessThanOrEqual(3);
});
