import { byRank, edit, type Operator, type Site } from "../operator.js";

function isText({ node, shape }: Site): boolean {
  return (
    shape.kind === "string" &&
    node.parent?.type !== "expression_statement" &&
    !/^(?:import|export)/.test(node.parent?.type ?? "") &&
    !shape.open.startsWith('"""')
  );
}

function caseVariants(content: string): string[] {
  const swapped = content.toLowerCase() === content ? content.toUpperCase() : content.toLowerCase();
  return [
    content.toLowerCase(),
    content.toUpperCase(),
    content.charAt(0).toUpperCase() + content.slice(1),
    content.charAt(0).toUpperCase() + content.slice(1).toLowerCase(),
    swapped + content,
    content + swapped,
  ];
}

function affixVariants(content: string): string[] {
  const trimmed = content.trim();
  const variants = [trimmed, `${content} `, ` ${content}`, `${content}\\n`, ""];
  return content.length > 1 ? [...variants, content.slice(0, -1), content.slice(1), [...content].reverse().join("")] : variants;
}

const pairs = ["()", "[]", "{}", "<>", "+-", "01", "YN", "/\\", ",;", ".,", "-_", ' "', "*x"];

function partners(content: string): string[] {
  if (/^\d+$/.test(content)) return [String(Number(content) + 1), String(Math.max(0, Number(content) - 1))];
  return pairs
    .filter((pair) => content.length === 1 && pair.includes(content))
    .map((pair) => pair.replace(content, ""))
    .filter((other) => !/["\\]/.test(other));
}

/** Words the function itself quotes: its other literals and what its documentation and comments put in quotes. */
function quotedNearby({ node, context }: Site): string[] {
  const literals = context.nodes.flatMap((other) => {
    const shape = context.shape(other);
    return shape.kind === "string" && shape.plain && other !== node && shape.content.length <= 40 ? [shape.content] : [];
  });
  const source = context.text.slice(Math.max(0, context.suspect.start - 600), context.suspect.end);
  const comments = source.match(/"""[\s\S]*?"""|\/\*[\s\S]*?\*\/|#.*|\/\/.*/g) ?? [];
  const documented = comments.flatMap((comment) => [...comment.matchAll(/(?<![\w"])["'`]([^"'`\n]{1,24})["'`](?![\w"])/g)].map((match) => match[1] ?? ""));
  return [...new Set([...literals, ...documented])];
}

/** A text literal becomes one from nearby, another case, with more or less at its ends. */
export const stringLiteral: Operator = {
  name: "string-literal",
  yield: 8,
  on: ["string"],
  *drafts(site) {
    const { node, shape } = site;
    if (shape.kind !== "string" || !isText(site)) return;
    const put = (content: string, weight: number) => edit(node, shape.open + content + shape.close, weight);
    const short = shape.content.length <= 40;
    const usable = (content: string): boolean => content !== shape.content && !content.includes(shape.close);
    for (const content of partners(shape.content)) yield put(content, 1);
    if (/[a-z]/i.test(shape.content))
      for (const [rank, content] of caseVariants(shape.content).entries()) if (usable(content)) yield put(content, 0.9 * byRank(rank * 0.4));
    if (short) for (const [rank, content] of quotedNearby(site).entries()) if (usable(content)) yield put(content, byRank(rank * 0.5));
    for (const [rank, content] of affixVariants(shape.content).entries()) if (usable(content)) yield put(content, 0.8 * byRank(rank * 0.5));
  },
};

/** A text with `{name}` or `${name}` in it that was never marked as a template, or the other way round. */
export const textTemplate: Operator = {
  name: "text-template",
  yield: 20,
  on: ["string"],
  *drafts(site) {
    const { node, shape, context } = site;
    if (shape.kind !== "string" || !isText(site)) return;
    const names = [...shape.content.matchAll(/\{([A-Za-z_]\w*)/g)].map((match) => match[1] ?? "");
    if (names.length === 0 || !names.every((name) => context.find(name, node) !== undefined)) return;
    if (context.dialect.family === "python") {
      if (/^["']/.test(shape.open) && node.parent?.type !== "attribute") yield edit(node, `f${node.text}`);
    } else if (shape.content.includes("${")) yield edit(node, `\`${shape.content}\``);
  },
};
