/** One numbered block under "N failing". */
export interface MochaBlock {
  readonly titles: readonly string[];
  readonly body: string;
}

const NUMBER = /^ {2}(\d+)\) (.*)$/;
const DEEPER = /^ {7}( *)(\S.*)$/;

/** Titles stand on lines of their own, each two spaces deeper, the last one ending with a colon. */
export function mochaBlocks(text: string): MochaBlock[] {
  const start = text.search(/^ {2}\d+ failing$/m);
  if (start === -1) return [];
  const lines = text.slice(start).split("\n").slice(1);
  const blocks: MochaBlock[] = [];
  let at = 0;
  for (let wanted = 1; ; wanted += 1) {
    const begin = lines.findIndex((line, index) => index >= at && NUMBER.exec(line)?.[1] === String(wanted));
    if (begin === -1) return blocks;
    const next = lines.findIndex((line, index) => index > begin && NUMBER.exec(line)?.[1] === String(wanted + 1));
    blocks.push(parseBlock(lines.slice(begin, next === -1 ? lines.length : next)));
    at = begin + 1;
  }
}

function parseBlock(lines: readonly string[]): MochaBlock {
  const titles = [NUMBER.exec(lines[0] ?? "")?.[2] ?? ""];
  let at = 1;
  while (!(titles.at(-1) ?? "").endsWith(":") && at < lines.length) {
    const deeper = DEEPER.exec(lines[at] ?? "");
    if (deeper === null) break;
    titles.push(deeper[2] ?? "");
    at += 1;
  }
  const last = (titles.pop() ?? "").replace(/:$/, "");
  return { titles: [...titles, last], body: lines.slice(at).join("\n") };
}
