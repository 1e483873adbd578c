import { casesReader } from "./cases/cases.js";
import { jestConsoleReader } from "./jest-console/jest-console.js";
import { nodeTestReader } from "./node-test/node-test.js";
import type { Reader } from "./reader.js";

/** Readers of node:test, Vitest, Jest and Mocha, most specific first. */
export const javascriptReaders: readonly Reader[] = [nodeTestReader, casesReader("vitest"), casesReader("jest"), casesReader("mocha"), jestConsoleReader];
