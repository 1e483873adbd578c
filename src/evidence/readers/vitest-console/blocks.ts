import { shownPath } from "../../frames/project-path.js";
import type { ReadContext } from "../reader.js";

export interface VitestBlock {
  readonly section: "suites" | "tests";
  readonly file: string;
  readonly titles: readonly string[];
  readonly body: string;
}

/** ` FAIL  |project| file > a > b`, or ` FAIL  file [ file ]` for a file as a whole. */
const HEAD = /^ ?FAIL {1,2}(?:\|[^|]+\| |(?!\S+\.[cm]?[jt]sx?\b)\S+ {1,2})?(\S.*?\.[cm]?[jt]sx?)(?: \[ .* \])?(?: > (.*))?$/;
/** Vitest 4 and newer say which runs of a retried test the error is of. */
const RETRIES = / \((?:initial run|\d+\w\w (?:retry|repeat))(?:, (?:initial run|\d+\w\w (?:retry|repeat)))*\)$/;
const RULE = /^⎯{3,}(?:\[\d+\/\d+\])?⎯*$/;
const SECTION = /^⎯{3,} (Failed Suites|Failed Tests|Unhandled Errors|Unhandled \w+|.*?)(?: \d+)? ⎯{3,}$/;

/** Blocks in the order they are printed. Several heads over one error each get it. */
export function vitestBlocks(text: string): VitestBlock[] {
  const blocks: VitestBlock[] = [];
  let section: VitestBlock["section"] | undefined;
  let heads: { file: string; titles: readonly string[] }[] = [];
  let body: string[] = [];
  const close = (): void => {
    const current = section;
    if (current !== undefined) blocks.push(...heads.map((head) => ({ ...head, section: current, body: body.join("\n") })));
    heads = [];
    body = [];
  };
  for (const line of text.split("\n")) {
    const title = SECTION.exec(line)?.[1];
    const head = HEAD.exec(line);
    if (title !== undefined) {
      close();
      section = title === "Failed Suites" ? "suites" : title === "Failed Tests" ? "tests" : undefined;
    } else if (RULE.test(line)) close();
    else if (head !== null && section !== undefined) {
      if (body.length > 0) close();
      heads.push({ file: head[1] ?? "", titles: head[2] === undefined ? [] : head[2].replace(RETRIES, "").split(" > ") });
    } else if (heads.length > 0) body.push(line);
  }
  close();
  return blocks;
}

/** One sentence for each error under "Unhandled Errors". */
export function unhandledErrors(text: string, context: ReadContext): string[] {
  const start = text.search(/^⎯{3,} Unhandled Errors ⎯{3,}$/m);
  if (start === -1) return [];
  const sentences: string[] = [];
  for (const match of text.slice(start).matchAll(/^⎯{3,} (Unhandled (?!Errors)[\w ]+|Uncaught [\w ]+) ⎯{3,}\n(.*)\n([\s\S]*?)(?=^⎯{3,})/gm)) {
    const file = /originated in "([^"]+)"/.exec(match[3] ?? "")?.[1];
    sentences.push(`${match[1]}${file === undefined ? "" : ` in ${shownPath(file, context)}`}: ${match[2] ?? ""}`);
  }
  return sentences;
}
