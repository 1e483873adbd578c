import { javascriptReaders } from "./javascript.js";
import { pytestJsonLines } from "./pytest/json-lines.js";
import type { Reader } from "./reader.js";
import { unittestJsonLines } from "./unittest/json-lines.js";

/** Every format, most specific first; general JUnit last. */
export const READERS: readonly Reader[] = [pytestJsonLines, unittestJsonLines, ...javascriptReaders];
