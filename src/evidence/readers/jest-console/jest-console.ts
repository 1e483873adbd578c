import type { CaseResult } from "../../../domain/case.js";
import { shownPath } from "../../frames/project-path.js";
import { caseResult, withOrdinals } from "../case-results.js";
import { reportedId } from "../cases/reported-id.js";
import { count } from "../footer.js";
import type { ReadCases, ReadContext, Reader } from "../reader.js";
import { jestBody } from "./body.js";
import { dedent } from "./suite-error.js";

/** Jest's default and verbose output: `FAIL path`, then one `  ●` block a failure. */
export const jestConsoleReader: Reader = {
  format: "jest-console",
  runner: "jest",
  source: "console",
  sniff: (text) => /^(?:FAIL|PASS) .*\S/m.test(text) && (/^Test Suites: .*total/m.test(text) || /^ {2}● /m.test(text)),
  read: readJestConsole,
};

interface Block {
  readonly file: string;
  readonly title: string;
  readonly body: string[];
}

const FILE_LINE = /^(FAIL|PASS) (?:(?!\S*[/\\.])\S+ )?(\S.*?)(?: \([\d.]+ m?s(?:, [^)]*)?\))?$/;
const BLOCK_LINE = /^ {2}● (.+)$/;
const BLOCK_END = /^(?: › \d+ snapshots?|Test Suites:|Snapshot Summary|Snapshots:|A worker process has failed|Jest did not exit|-+\|)/;
const NO_CASE = /^(?:Console|Cannot log after tests are done|process\.exit called|Validation|Deprecation|Obsolete)/;

function readJestConsole(text: string, context: ReadContext): ReadCases | undefined {
  const blocks = blocksOf(text);
  const footer = /^Tests: +(.*total)$/m.exec(text)?.[1];
  if (blocks.length === 0 && footer === undefined) return undefined;
  return {
    cases: withOrdinals(blocks.map((block) => toCase(block, context))),
    listsAll: false,
    intact: footer !== undefined,
    ...(footer === undefined ? {} : { totals: { passed: count(footer, "passed"), skipped: count(footer, "skipped") } }),
    runErrors: obsoleteSnapshots(text, blocks.length),
    notes: [],
  };
}

/** When many files fail Jest prints every block again under "Summary of all failing tests": that part is left out. */
function blocksOf(text: string): Block[] {
  const summary = text.indexOf("\nSummary of all failing tests");
  const part = summary === -1 ? text : text.slice(0, summary);
  const blocks = parseBlocks(part);
  return blocks.length > 0 || summary === -1 ? blocks : parseBlocks(text.slice(summary));
}

function parseBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  let file = "";
  let open: Block | undefined;
  for (const line of text.split("\n")) {
    const fileLine = FILE_LINE.exec(line);
    const title = BLOCK_LINE.exec(line)?.[1];
    if (fileLine !== null) {
      file = fileLine[2] ?? "";
      open = undefined;
    } else if (title !== undefined) {
      open = NO_CASE.test(title) ? undefined : { file, title, body: [] };
      if (open !== undefined) blocks.push(open);
    } else if (BLOCK_END.test(line)) open = undefined;
    else open?.body.push(line);
  }
  return blocks;
}

function toCase(block: Block, context: ReadContext): CaseResult {
  const isSuite = block.title === "Test suite failed to run";
  const file = shownPath(block.file, context);
  const name = { runner: "jest" as const, file, titlePath: isSuite ? [] : block.title.split(" › ") };
  return caseResult({
    name,
    reportedId: reportedId(name),
    kind: isSuite ? "load" : "test",
    status: "failed",
    failure: jestBody(dedent(block.body.join("\n")), context),
  });
}

/** With `--ci` an obsolete snapshot alone makes the run red. */
function obsoleteSnapshots(text: string, failures: number): string[] {
  const line = /^ › (\d+ snapshots?) obsolete/m.exec(text);
  return line !== null && failures === 0 ? [`${line[1]} obsolete: with --ci that alone makes the run red`] : [];
}
