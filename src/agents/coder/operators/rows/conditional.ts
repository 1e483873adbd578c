import type { SyntaxNode } from "../../../../ports/syntax-trees.js";
import { lineStart } from "../layout.js";
import { byRank, edit, type Operator, type Site } from "../operator.js";
import { isDocumentation, isSimple, linesOf, siblings } from "../statements.js";

/** Names the statement itself speaks of. */
function namesIn(node: SyntaxNode): ReadonlySet<string> {
  return new Set(node.text.match(/[A-Za-z_$][\w$]*/g) ?? []);
}

/** Conditions about the loop variables and local names around a statement. */
function conditionsAt(site: Site, node: SyntaxNode): string[] {
  const { context } = site;
  const { words } = context.dialect;
  const local = context.inScope(node).filter((variable) => variable.local && variable.role !== "function" && variable.role !== "import");
  const loops = local.filter((variable) => variable.role === "loop");
  const names = namesIn(node);
  const near = [...loops, ...local.filter((variable) => variable.role !== "loop" && names.has(variable.name))];
  const found: string[] = [];
  for (const [place, one] of near.entries()) {
    for (const two of near.slice(place + 1)) {
      if (one.kind !== two.kind || one.kind === "list" || one.name === two.name) continue;
      found.push(`${one.name} ${words.equal} ${two.name}`, `${one.name} ${words.unequal} ${two.name}`);
      if (one.kind === "number" || one.kind === "unknown") found.push(`${one.name} > ${two.name}`, `${one.name} < ${two.name}`);
    }
  }
  const gathered = local.filter((variable) => variable.role !== "loop" && (variable.kind === "list" || variable.kind === "map") && names.has(variable.name));
  for (const loop of loops) {
    for (const list of gathered) found.push(context.dialect.family === "python" ? `${loop.name} not in ${list.name}` : `!${list.name}.includes(${loop.name})`);
    if (loop.kind === "number" || loop.kind === "unknown") found.push(`${loop.name} % 2 ${words.equal} 0`, `${loop.name} > 0`);
    if (loop.kind !== "number") found.push(loop.name);
  }
  return [...new Set(found)];
}

function seenTests(site: Site): string[] {
  const { context } = site;
  const tests = context.nodes.filter((node) => {
    const shape = context.shape(node);
    return (shape.kind === "binary" && shape.family === "comparison") || (shape.kind === "call" && context.kind(node) === "boolean");
  });
  return tests.map((node) => node.text).filter((text) => text.length < 60);
}

/** A statement inside a loop that should run only sometimes: it is put under a condition about the names it uses. */
export const conditionalStatement: Operator = {
  name: "conditional-statement",
  yield: 5,
  *drafts(site) {
    const { node, context } = site;
    if (!isSimple(context, node) || isDocumentation(context, node) || /^(?:const|let|var|pass|import|from|throw|raise)\b/.test(node.text)) return;
    if (context.text.slice(lineStart(context.text, node.start), node.start).trim() !== "" || insideLoop(site) === undefined) return;
    const layout = context.layout(node);
    const range = linesOf(context.text, node);
    const body = context.text.slice(node.start, range.end).trimEnd();
    const alone = siblings(context, node).length === 1 ? 1 : 0.7;
    for (const [rank, condition] of [...conditionsAt(site, node), ...seenTests(site)].slice(0, 24).entries()) {
      yield edit({ start: node.start, end: node.start + body.length }, context.dialect.words.guard(condition, body, layout), alone * byRank(rank * 0.4));
    }
  },
};

function insideLoop({ node, context }: Site): SyntaxNode | undefined {
  for (let around = node.parent; around !== undefined; around = around.parent) {
    const { kind } = context.shape(around);
    if (kind === "function") return undefined;
    if (kind === "each" || kind === "while" || kind === "count") return around;
  }
  return undefined;
}
