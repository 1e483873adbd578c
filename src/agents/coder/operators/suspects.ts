import type { Brief } from "../../../domain/brief.js";
import type { Suspect } from "../../../domain/suspect.js";
import type { SyntaxNode, SyntaxTree, SyntaxTrees } from "../../../ports/syntax-trees.js";
import { dialectOf } from "./dialects.js";
import { lineOf } from "./explain.js";
import { walk } from "./walk.js";

const fileCap = 40;
const sizeCap = 400_000;

/** Where to look when nothing is suspected: every function and the module code of the project's own files, in a fixed order. */
export async function everywhere(brief: Brief, trees: SyntaxTrees): Promise<Suspect[]> {
  const paths = brief.files.paths().filter((path) => trees.languageOf(path) !== undefined && !brief.isProtected(path));
  const found: Suspect[] = [];
  for (const path of paths.slice(0, fileCap)) {
    const language = trees.languageOf(path);
    const source = brief.files.read(path);
    if (language === undefined || source === undefined || source.text.length > sizeCap) continue;
    await trees.load(language);
    found.push(...suspectsIn(path, trees.parse(language, source.text)));
  }
  return found;
}

function suspectsIn(file: string, tree: SyntaxTree): Suspect[] {
  const dialect = dialectOf(tree.language);
  const range = (start: number, end: number) => ({ start, end, startLine: lineOf(tree.text, start), endLine: lineOf(tree.text, end) });
  const shared = { file, because: "no failing case names a place", hotLines: [] };
  const found: Suspect[] = [{ ...shared, function: "<module>", score: 0.3, ...range(0, tree.text.length) }];
  for (const node of walk(tree.root, () => true)) {
    const shape = dialect.shape(node);
    const name = shape.kind === "function" ? nameOf(node, shape.name) : undefined;
    if (name !== undefined) found.push({ ...shared, function: name, score: 0.5, ...range(node.start, node.end) });
  }
  return found;
}

/** A function's own name, or that of the variable, field or property it is given to. */
function nameOf(node: SyntaxNode, own: SyntaxNode | undefined): string | undefined {
  if (own !== undefined) return own.text;
  const holder = node.parent;
  if (holder === undefined || node.fieldName === "object" || /^(?:arguments|call_expression)$/.test(holder.type)) return undefined;
  return (holder.child("name") ?? holder.child("key") ?? holder.child("property") ?? holder.child("left"))?.text;
}
