/** A failure or error block of pytest's output. */
export interface Block {
  /** As printed between the rules: "Class.test_name[param]", "ERROR at setup of test_x", "ERROR collecting tests/test_x.py". */
  readonly title: string;
  /** Source, `E` lines and frames. */
  readonly text: string;
  /** The captured output below. */
  readonly captured: string;
}

/** One line of the short summary. */
export interface SummaryLine {
  readonly word: "FAILED" | "ERROR" | "SUBFAILED";
  readonly id: string;
  /** Description of a subtest, e.g. "(i=1)". */
  readonly subtest: string | undefined;
  readonly message: string;
}

export interface Footer {
  readonly passed: number;
  readonly skipped: number;
}

const SECTION = /^={3,} (.+?) ={3,}$/;
const TITLE = /^_+ (.+?) _+$/;
const RULE = /^(?:_ )+_?$/;

/** Blocks of the sections FAILURES and ERRORS, in order. */
export function blocksIn(text: string): Block[] {
  const blocks: Block[] = [];
  let section = "";
  let open: { title: string; lines: string[] } | undefined;
  const close = () => {
    if (open !== undefined) blocks.push(toBlock(open.title, open.lines));
    open = undefined;
  };
  for (const line of text.split("\n")) {
    const heading = SECTION.exec(line)?.[1];
    const title = RULE.test(line) ? undefined : TITLE.exec(line)?.[1];
    if (heading !== undefined) {
      close();
      section = heading;
    } else if ((section === "FAILURES" || section === "ERRORS") && title !== undefined) {
      close();
      open = { title, lines: [] };
    } else open?.lines.push(line);
  }
  close();
  return blocks;
}

function toBlock(title: string, lines: readonly string[]): Block {
  const captured = lines.findIndex((line) => /^-{3,} ?(?:Captured|generated)/.test(line));
  const cut = captured < 0 ? lines.length : captured;
  return { title, text: lines.slice(0, cut).join("\n").trim(), captured: lines.slice(cut).join("\n").trimEnd() };
}

/** The lines "FAILED id - message" wherever they stand; a message may go on over more lines, which are not read here. */
export function summaryIn(text: string): SummaryLine[] {
  const found: SummaryLine[] = [];
  const at = text.lastIndexOf("short test summary info");
  for (const line of (at < 0 ? text : text.slice(at)).split("\n")) {
    const match = /^(FAILED|ERROR|SUBFAIL(?:ED)?)((?:\s?(?:\[.*?\]|\(.*?\)))+)? (?!at (?:setup|teardown) of )(?!collecting )(\S.*)$/.exec(line);
    if (match === null || (match[2] !== undefined && !match[1]?.startsWith("SUB"))) continue;
    const word = match[1]?.startsWith("SUB") ? "SUBFAILED" : (match[1] as "FAILED" | "ERROR");
    const { id, message } = splitMessage(match[3] ?? "");
    if (/\.[A-Za-z]\w*(?:::|$)|::/.test(id)) found.push({ word, id, subtest: match[2]?.trim(), message });
  }
  return found;
}

/** Parameters may hold " - " themselves: the message begins after the first one that leaves the brackets closed. */
function splitMessage(text: string): { id: string; message: string } {
  for (let at = text.indexOf(" - "); at >= 0; at = text.indexOf(" - ", at + 1)) {
    const id = text.slice(0, at);
    if (!id.includes("[") || id.endsWith("]")) return { id, message: text.slice(at + 3) };
  }
  return { id: text.trimEnd(), message: "" };
}

/** The last line's counts; undefined when the run did not come to its end. */
export function footerIn(text: string): Footer | undefined {
  const line = text
    .split("\n")
    .findLast((candidate) => /^(?:=+ )?\d+ [a-z]+(?: [a-z]+)?(?:, \d+ [a-z ]+)* in [\d.]+s/.test(candidate) || /^=+ no tests ran/.test(candidate));
  if (line === undefined) return undefined;
  return { passed: Number(/(\d+) passed/.exec(line)?.[1] ?? 0), skipped: Number(/(\d+) skipped/.exec(line)?.[1] ?? 0) };
}

/** Counts from the progress marks of a run without a last line. */
export function progressIn(text: string): Footer {
  let passed = 0;
  let skipped = 0;
  for (const line of text.split("\n")) {
    const marks = /^\S+\.py ([.FEsxXR]+)/.exec(line)?.[1] ?? "";
    passed += marks.replace(/[^.]/g, "").length + (/^\S+::\S.* PASSED(?: |$)/.test(line) ? 1 : 0);
    skipped += marks.replace(/[^s]/g, "").length + (/^\S+::\S.* SKIPPED(?: |$)/.test(line) ? 1 : 0);
  }
  return { passed, skipped };
}
