import { type CaseName, type CaseResult, HOOK_TITLE } from "../../../domain/case.js";
import { shownPath } from "../../frames/project-path.js";
import { caseResult } from "../case-results.js";
import { reportedId } from "../cases/reported-id.js";
import { count } from "../footer.js";
import type { ReadCases, ReadContext, Reader } from "../reader.js";
import { unhandledErrors, type VitestBlock, vitestBlocks } from "./blocks.js";
import { vitestBody } from "./body.js";

/** Vitest's default output: ` FAIL  file > suite > test` blocks under "Failed Suites" and "Failed Tests". */
export const vitestConsoleReader: Reader = {
  format: "vitest-console",
  runner: "vitest",
  source: "console",
  sniff: (text) => /^ ?(?: RUN )? *v\d+\.\d+\.\d+/m.test(text) && /^ *(?:Test Files|Tests) {2}/m.test(text),
  read: readVitestConsole,
};

const FOOTER = /^ +Tests {2}(.*)$/m;

function readVitestConsole(text: string, context: ReadContext): ReadCases | undefined {
  const blocks = vitestBlocks(text);
  const footer = FOOTER.exec(text)?.[1];
  if (blocks.length === 0 && footer === undefined && !/^ *Test Files {2}/m.test(text)) return undefined;
  const totals = footer === undefined ? undefined : { passed: count(footer, "passed") + count(footer, "expected fail"), skipped: count(footer, "skipped") };
  return {
    cases: firstOfEach(blocks.map((block) => toCase(block, context))),
    listsAll: false,
    intact: /^ *Test Files {2}/m.test(text),
    ...(totals === undefined ? {} : { totals }),
    runErrors: unhandledErrors(text, context),
    notes: [],
  };
}

/** A case with several errors (soft assertions, retries) gets a block for each: the first is taken. */
function firstOfEach(cases: readonly CaseResult[]): CaseResult[] {
  return [...new Map(cases.toReversed().map((result) => [result.id, result])).values()].toReversed();
}

function toCase(block: VitestBlock, context: ReadContext): CaseResult {
  const isHook = block.section === "suites" && block.titles.length > 0;
  const titlePath = isHook ? [...block.titles, HOOK_TITLE] : block.titles;
  const name: CaseName = { runner: "vitest", file: shownPath(block.file, context), titlePath };
  const kind = isHook ? "hook" : block.titles.length === 0 ? "load" : "test";
  return caseResult({ name, reportedId: reportedId(name), kind, status: "failed", failure: vitestBody(block.body, context) });
}
