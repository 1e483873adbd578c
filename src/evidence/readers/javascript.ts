import { casesReader } from "./cases/cases.js";
import { jestConsoleReader } from "./jest-console/jest-console.js";
import { jestJsonReader } from "./jest-json/jest-json.js";
import { mochaConsoleReader } from "./mocha-console/mocha-console.js";
import { mochaJsonReader } from "./mocha-json/mocha-json.js";
import { nodeSpecReader } from "./node-spec/node-spec.js";
import { nodeTestReader } from "./node-test/node-test.js";
import type { Reader } from "./reader.js";
import { nodeTapReader } from "./tap/tap.js";
import { vitestConsoleReader } from "./vitest-console/vitest-console.js";
import { vitestJsonReader } from "./vitest-json/vitest-json.js";

/** Readers of node:test, Vitest, Jest and Mocha, most specific first. */
export const javascriptReaders: readonly Reader[] = [
  nodeTestReader,
  casesReader("vitest"),
  casesReader("jest"),
  casesReader("mocha"),
  jestJsonReader,
  vitestJsonReader,
  mochaJsonReader,
  nodeTapReader,
  nodeSpecReader,
  vitestConsoleReader,
  jestConsoleReader,
  mochaConsoleReader,
];
