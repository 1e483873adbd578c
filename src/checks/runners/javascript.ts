import { nodeTestRunner } from "./node-test/node-test.js";
import type { Runner } from "./runner.js";

/** Order matters: a command that several recognise belongs to the first. */
export const javascriptRunners: readonly Runner[] = [nodeTestRunner];
