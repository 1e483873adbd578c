import { TreeSitterTrees } from "../../../../../src/adapters/syntax/tree-sitter-trees.js";
import { catalogue } from "../../../../../src/agents/coder/operators/catalogue.js";
import { OperatorsCoder } from "../../../../../src/agents/coder/operators/coder.js";
import type { History, Proposal } from "../../../../../src/domain/attempt.js";
import type { Brief } from "../../../../../src/domain/brief.js";
import { emptyPatch } from "../../../../../src/domain/patch.js";

export const trees = new TreeSitterTrees();

export const noHistory: History = { tried: [], reflections: [] };

export function briefOf(files: Readonly<Record<string, string>>, more: Partial<Brief> = {}): Brief {
  const view = {
    paths: () => Object.keys(files).sort(),
    has: (path: string) => path in files,
    read: (path: string) => (files[path] === undefined ? undefined : { text: files[path], encoding: "utf8" as const }),
  };
  return { failures: [], suspects: [], files: view, parent: emptyPatch, isProtected: () => false, seed: 1, ...more };
}

export async function proposals(coder: OperatorsCoder, brief: Brief, history: History = noHistory): Promise<Proposal[]> {
  const found: Proposal[] = [];
  for await (const proposal of coder.propose(brief, history)) found.push(proposal);
  return found;
}

/** Everything one row makes of a file, likeliest first; `others` stand beside it. */
export async function variants(
  operator: string,
  file: { readonly path: string; readonly text: string },
  others: Readonly<Record<string, string>> = {},
): Promise<string[]> {
  const row = catalogue.filter((candidate) => candidate.name === operator);
  if (row.length !== 1) throw new Error(`The catalogue has ${row.length} rows named ${operator}.`);
  const brief = briefOf({ ...others, [file.path]: file.text }, { isProtected: (path) => path !== file.path });
  const found = await proposals(new OperatorsCoder(trees, row), brief);
  return found.flatMap(({ patch }) => patch.changes.map((change) => (change.kind === "delete" ? "" : change.after)));
}
