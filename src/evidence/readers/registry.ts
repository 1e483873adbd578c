import { javascriptReaders } from "./javascript.js";
import { junitReader } from "./junit/junit.js";
import { pytestConsole } from "./pytest/console.js";
import { pytestJsonLines } from "./pytest/json-lines.js";
import type { Reader } from "./reader.js";
import { unittestConsole } from "./unittest/console.js";
import { unittestJsonLines } from "./unittest/json-lines.js";

/** Every format, most specific first; general JUnit last. */
export const READERS: readonly Reader[] = [pytestJsonLines, unittestJsonLines, pytestConsole, unittestConsole, ...javascriptReaders, junitReader];
