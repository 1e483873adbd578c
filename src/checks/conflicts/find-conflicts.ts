import type { CaseResult } from "../../domain/case.js";
import type { SyntaxTrees } from "../../ports/syntax-trees.js";
import { contradict, type Expectation } from "./expectation.js";
import { pythonExpectations } from "./python-tests.js";
import { scriptExpectations } from "./script-tests.js";

/** Two tests that no code can satisfy both. */
export interface Conflict {
  readonly first: Expectation;
  readonly second: Expectation;
  /** Names both with their lines and values. */
  readonly sentence: string;
}

export interface ConflictSearch {
  /** Test files to look through: those of the red cases, better all. */
  readonly files: readonly { readonly path: string; readonly text: string }[];
  /** Of a pair one at least has to be such a test. */
  readonly isLookedAt: (test: Pick<Expectation, "file" | "test">) => boolean;
  readonly trees: SyntaxTrees;
}

/**
 * Pairs of tests, one of them looked at, that make the same call with equal literal arguments and demand different literals, or a literal and an exception.
 * Only tests that do nothing but call and compare are looked at; a call for which one test alone demands two values
 * depends on something else and is left out.
 */
export async function findConflicts(search: ConflictSearch): Promise<Conflict[]> {
  const expectations = (await Promise.all(search.files.map((file) => expectationsIn(file, search.trees)))).flat();
  const byCall = Map.groupBy(expectations, (one) => one.call);
  return [...byCall.values()].flatMap((group) => conflictsIn(group, search));
}

async function expectationsIn(file: { readonly path: string; readonly text: string }, trees: SyntaxTrees): Promise<Expectation[]> {
  const language = trees.languageOf(file.path);
  if (language === undefined) return [];
  await trees.load(language);
  const { root } = trees.parse(language, file.text);
  return language === "python" ? pythonExpectations(file.path, root) : scriptExpectations(file.path, root);
}

function conflictsIn(group: readonly Expectation[], { isLookedAt }: ConflictSearch): Conflict[] {
  const found: Conflict[] = [];
  for (const [index, first] of group.entries()) {
    for (const second of group.slice(index + 1)) {
      if (!contradict(first.expected, second.expected)) continue;
      if (isSameTest(first, second) && first.line !== second.line) return [];
      if (isLookedAt(first) || isLookedAt(second)) found.push({ first, second, sentence: sentence(first, second) });
    }
  }
  return found;
}

function isSameTest(left: Expectation, right: Expectation): boolean {
  return left.file === right.file && left.test === right.test;
}

/** Whether a failing case is the test, or its file, which cannot be loaded. */
export function isRed({ file, test }: Pick<Expectation, "file" | "test">, failing: readonly CaseResult[]): boolean {
  return failing.some(({ name }) => name.file === file && (name.titlePath.length === 0 || name.titlePath.includes(test)));
}

function sentence(first: Expectation, second: Expectation): string {
  const place = (one: Expectation) =>
    `${one.test} (${one.file}:${one.line}) expects ${one.expected.kind === "raises" ? "it to raise " : ""}${one.expected.text}`;
  return `Two tests contradict each other about \`${first.shownCall}\`: ${place(first)}, ${place(second)}. No code can satisfy both.`;
}
