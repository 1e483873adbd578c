/**
 * Indentation a small model gets wrong in a way that has one reading: a body that starts at the depth of its `def`.
 * Every line after the head is then one step too shallow. Gives the mended code, or the same code when nothing or more than that is wrong.
 */
export function withIndentedBody(code: string): string {
  const lines = code.split("\n");
  const heads = lines.flatMap((line, index) => (/^(?:async\s+)?def\s/.test(line) ? [index] : []));
  const [head] = heads;
  if (head === undefined || heads.length > 1) return code;
  const end = headEnd(lines, head);
  const body = lines.slice(end + 1);
  const first = body.find((line) => line.trim() !== "");
  if (first === undefined || /^\s/.test(first) || lines.slice(0, head).some((line) => line.trim() !== "" && !/^(?:@|from |import |#)/.test(line))) return code;
  return [...lines.slice(0, end + 1), ...body.map((line) => (line.trim() === "" ? line : `    ${line}`))].join("\n");
}

/** Index of the line with the colon that ends the head. */
function headEnd(lines: readonly string[], head: number): number {
  let depth = 0;
  for (let index = head; index < lines.length; index += 1) {
    const line = (lines[index] ?? "").replace(/#.*$/, "");
    depth += (line.match(/[([{]/g) ?? []).length - (line.match(/[)\]}]/g) ?? []).length;
    if (depth <= 0 && line.trimEnd().endsWith(":")) return index;
  }
  return head;
}
