import type { SyntaxNode } from "../../../../ports/syntax-trees.js";
import { edit, insert, type Operator, type Site } from "../operator.js";
import { linesOf, siblings } from "../statements.js";

/** Methods and functions that give a new value and leave what they are called on as it was. */
const pure: Readonly<Record<"python" | "javascript", ReadonlySet<string>>> = {
  python: new Set(
    "strip lstrip rstrip lower upper replace title capitalize swapcase format join split encode decode zfill ljust rjust center union intersection difference copy sorted reversed abs round str int float list set tuple".split(
      " ",
    ),
  ),
  javascript: new Set(
    "filter map concat slice flat flatMap trim trimStart trimEnd toLowerCase toUpperCase replace replaceAll substring substr split join padStart padEnd repeat toFixed toString toSorted toReversed with".split(
      " ",
    ),
  ),
};

function target({ context }: Site, call: Extract<Site["shape"], { kind: "call" }>): SyntaxNode | undefined {
  const subject = call.receiver ?? call.args[0];
  return subject !== undefined && ["name", "member", "index"].includes(context.shape(subject).kind) ? subject : undefined;
}

/** text.strip() as a whole statement -> text = text.strip(); or what was meant to be returned. */
export const lostResult: Operator = {
  name: "lost-result",
  yield: 45,
  on: ["call"],
  *drafts(site) {
    const { node, shape, context } = site;
    const statement = node.parent;
    if (shape.kind !== "call" || statement?.type !== "expression_statement" || !pure[context.dialect.family].has(shape.name)) return;
    const subject = target(site, shape);
    if (subject !== undefined) yield insert(statement.start, `${subject.text} = `);
    const row = siblings(context, statement);
    const next = row[row.indexOf(statement) + 1];
    const returned = next && context.shape(next);
    if (next !== undefined && returned?.kind === "return" && returned.value?.text === subject?.text && subject !== undefined) {
      yield edit(
        { start: statement.start, end: linesOf(context.text, next).end },
        `return ${node.text}${context.dialect.words.statementEnd}${context.layout(node).newline}`,
      );
    } else if (next === undefined) yield insert(statement.start, "return ", 0.6);
  },
};
