import { jestRunner } from "./jest/jest.js";
import { mochaRunner } from "./mocha/mocha.js";
import { nodeTestRunner } from "./node-test/node-test.js";
import type { Runner } from "./runner.js";
import { vitestRunner } from "./vitest/vitest.js";

/** Order matters: a command that several recognise belongs to the first. */
export const javascriptRunners: readonly Runner[] = [vitestRunner, jestRunner, mochaRunner, nodeTestRunner];
