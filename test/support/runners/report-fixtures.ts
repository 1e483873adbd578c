import { readFileSync } from "node:fs";

/** Text of a file below fixtures/reports. */
export function reportFixture(path: string): string {
  return readFileSync(new URL(`../../../fixtures/reports/${path}`, import.meta.url), "utf8");
}
