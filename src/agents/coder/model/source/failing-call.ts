import type { Brief } from "../../../../domain/brief.js";
import type { CaseId, CaseResult } from "../../../../domain/case.js";
import type { Frame } from "../../../../domain/failure.js";
import type { TraceStep } from "../../../../domain/value-trace.js";
import type { SyntaxTrees } from "../../../../ports/syntax-trees.js";

/** What an assertion that says only "false" leaves out. */
export interface FailingCall {
  /** The statement of the test that failed; undefined = not found. */
  readonly statement: string | undefined;
  /** What the function under suspicion gave last, e.g. `total returned 3`; undefined = not recorded. */
  readonly result: string | undefined;
}

const longest = 400;

/** The lines a prompt shows of it. */
export function failingCallText({ statement, result }: FailingCall): string[] {
  const shown = result !== undefined && result.length > longest ? `${result.slice(0, longest - 3)}...` : result;
  return [...(statement === undefined ? [] : [`failing line: ${statement}`]), ...(shown === undefined ? [] : [`there: ${shown}`])];
}

/**
 * Of each failure whose assertion shows neither value nor line (`assert.ok(total([1]) === 1)`, helpers inside the test): the statement that
 * failed, and what the suspected function gave there, as recorded by one more run.
 */
export async function failingCalls(brief: Brief, failures: readonly CaseResult[], trees: SyntaxTrees): Promise<ReadonlyMap<CaseId, FailingCall>> {
  const calls = new Map<CaseId, FailingCall>();
  for (const red of failures.filter(saysLittle)) {
    const statement = await failingStatement(brief, red, trees);
    const result = statement === undefined ? undefined : await lastResult(brief, red, statement);
    if (statement !== undefined) calls.set(red.id, { statement, result });
  }
  return calls;
}

function saysLittle({ failure }: CaseResult): boolean {
  if (failure === undefined || failure.frames.length === 0 || /^>\s+\S/m.test(failure.excerpt)) return false;
  const { expected, actual } = failure;
  return (expected === undefined && actual === undefined) || [expected, actual].every((value) => value === "true" || value === "false");
}

/** Of the stack inside the test's file, the innermost statement that names a suspected function: what lies within it are helpers of the test. */
async function failingStatement(brief: Brief, { name, failure }: CaseResult, trees: SyntaxTrees): Promise<string | undefined> {
  const text = brief.files.read(name.file)?.text;
  const language = trees.grammarOf(name.file);
  if (text === undefined || language === undefined) return undefined;
  await trees.load(language);
  const statements = [...trees.parse(language, text).root.namedNodes()].filter(({ type }) => /statement$|declaration$/.test(type));
  const at = ({ line }: Frame): string | undefined => statements.find(({ startRow }) => startRow === line - 1)?.text;
  const own = (failure?.frames ?? []).filter(({ file }) => file === name.file).map(at);
  return own.find((statement) => statement !== undefined && statement.length <= longest && suspectIn(brief, statement) !== undefined);
}

function suspectIn({ suspects }: Brief, statement: string): string | undefined {
  const words = new Set(statement.match(/[A-Za-z_$][\w$]*/g) ?? []);
  return suspects.map(({ function: name }) => ownName(name)).find((name) => words.has(name));
}

function ownName(name: string): string {
  return name.split(".").at(-1) ?? name;
}

async function lastResult(brief: Brief, { id }: CaseResult, statement: string): Promise<string | undefined> {
  const name = suspectIn(brief, statement);
  const trace = await brief.trace?.({ patch: brief.parent, caseId: id });
  const isEnd = (step: TraceStep): boolean => ownName(step.function) === name && (step.event === "return" || step.event === "throw");
  const step = [...(trace?.first ?? []), ...(trace?.last ?? [])].findLast(isEnd);
  const value = step?.values[step.event];
  return step === undefined || value === undefined ? undefined : `${name} ${step.event === "return" ? "returned" : "threw"} ${value}`;
}
