/** A fenced block of a reply. */
export interface CodeBlock {
  readonly language: string;
  /** The line right before the fence, without marks: often the name of a file. */
  readonly title: string;
  /** With a line end at its end. */
  readonly code: string;
}

export interface FencedReply {
  readonly blocks: readonly CodeBlock[];
  /** Everything outside of the blocks. */
  readonly prose: string;
  /** A fence was opened and never closed: the reply ends in the middle. */
  readonly isOpen: "yes" | "no";
}

const opening = /^ {0,3}(`{3,}|~{3,})[ \t]*([^`\n]*)$/;

/** Fences as CommonMark has them: closed by as many of the same mark or more, alone on a line. */
export function readFences(reply: string): FencedReply {
  const blocks: CodeBlock[] = [];
  const prose: string[] = [];
  let open: { readonly mark: string; readonly language: string; readonly title: string; readonly lines: string[] } | undefined;
  for (const line of reply.replace(/\r\n?/g, "\n").split("\n")) {
    if (open === undefined) {
      const start = opening.exec(line);
      if (start === null) prose.push(line);
      else open = { mark: start[1] ?? "```", language: (start[2] ?? "").trim(), title: titleBefore(prose), lines: [] };
    } else if (closes(line, open.mark)) {
      blocks.push({ language: open.language, title: open.title, code: `${open.lines.join("\n")}\n` });
      open = undefined;
    } else open.lines.push(line);
  }
  return { blocks, prose: prose.join("\n").trim(), isOpen: open === undefined ? "no" : "yes" };
}

function closes(line: string, mark: string): boolean {
  const text = line.trim();
  return /^ {0,3}\S/.test(line) && text.length >= mark.length && text === (mark[0] ?? "`").repeat(text.length);
}

function titleBefore(prose: readonly string[]): string {
  const last = prose.findLast((line) => line.trim() !== "") ?? "";
  return last
    .trim()
    .replace(/^#+\s*|^\*+|\*+:?$|:$/g, "")
    .replace(/^`|`$/g, "")
    .trim();
}
