import type { SyntaxNode } from "../../../../ports/syntax-trees.js";
import { type Draft, edit, type Operator, type Site } from "../operator.js";

function inside(node: SyntaxNode, { context }: Site): SyntaxNode {
  const shape = context.shape(node);
  return shape.kind === "group" ? shape.inner : node;
}

/** a * b + c -> a * (b + c), and (a + b) * c -> a + b * c: brackets that were forgotten or stand in the wrong place. */
export const regroup: Operator = {
  name: "regroup",
  yield: 12,
  on: ["binary"],
  *drafts(site) {
    const { node, shape, context } = site;
    if (shape.kind !== "binary" || shape.chained || shape.family === "comparison") return;
    const left = context.shape(inside(shape.left, site));
    const right = context.shape(inside(shape.right, site));
    const put = (text: string, weight: number): Draft => edit(node, text, weight);
    const operator = shape.operator.text;
    if (left.kind === "binary" && left.family === shape.family && (left.operator.text !== operator || operator === "-" || operator === "/")) {
      yield put(`${left.left.text} ${left.operator.text} (${left.right.text} ${operator} ${shape.right.text})`, 1);
      if (context.shape(shape.left).kind === "group")
        yield put(`${left.left.text} ${left.operator.text} ${left.right.text} ${operator} ${shape.right.text}`, 0.9);
    }
    if (right.kind === "binary" && right.family === shape.family && right.operator.text !== operator) {
      yield put(`(${shape.left.text} ${operator} ${right.left.text}) ${right.operator.text} ${right.right.text}`, 1);
      if (context.shape(shape.right).kind === "group")
        yield put(`${shape.left.text} ${operator} ${right.left.text} ${right.operator.text} ${right.right.text}`, 0.9);
    }
  },
};
