import { ruleFindings } from "../../src/acceptance/review/rules.js";
import { TreeSitterTrees } from "../../src/adapters/syntax/tree-sitter-trees.js";
import type { FileChange } from "../../src/domain/patch.js";
import type { ReviewFinding } from "../../src/domain/review.js";
import { ownSecrets } from "../../src/redaction/own-secrets.js";
import { viewOf } from "./tamper-scene.js";

const trees = new TreeSitterTrees();

/** A file before and after a patch; `null` = there is none. */
export interface Edit {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

export function changeOf({ path, before, after }: Edit): FileChange {
  if (before === null) return { kind: "add", path, after: after ?? "", encoding: "utf8" };
  return after === null ? { kind: "delete", path, before, encoding: "utf8" } : { kind: "modify", path, before, after, encoding: "utf8" };
}

/** What the rules say of the edits of a project that holds these other files too. */
export function findingsOf(edits: readonly Edit[], others: Readonly<Record<string, string>> = {}): Promise<ReviewFinding[]> {
  const before = Object.fromEntries(edits.flatMap(({ path, before: text }) => (text === null ? [] : [[path, text] as const])));
  return ruleFindings({ patch: { changes: edits.map(changeOf) }, files: viewOf({ ...others, ...before }), trees });
}

/** The same, where the run itself knows of secrets. */
export function findingsKnowing(secret: string, edits: readonly Edit[]): Promise<ReviewFinding[]> {
  const before = Object.fromEntries(edits.flatMap(({ path, before: text }) => (text === null ? [] : [[path, text] as const])));
  return ruleFindings({ patch: { changes: edits.map(changeOf) }, files: viewOf(before), trees, ownSecrets: ownSecrets([secret]) });
}

export async function flagsOf(edits: readonly Edit[], others: Readonly<Record<string, string>> = {}): Promise<string[]> {
  return [...new Set((await findingsOf(edits, others)).map(({ source }) => source))];
}
