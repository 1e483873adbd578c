import { isJestLike, readJestLike } from "../jest-json/jest-json.js";
import type { Reader } from "../reader.js";

/** `vitest --reporter=json`: Jest's form without Jest's own counters. */
export const vitestJsonReader: Reader = {
  format: "vitest-json",
  runner: "vitest",
  source: "report",
  sniff: (text) => isJestLike(text) && !text.includes('"numRuntimeErrorTestSuites"'),
  read: (text, context) => readJestLike("vitest", text, context),
};
