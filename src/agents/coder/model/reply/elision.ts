/** Comments that may stand in for code: alone on their line, or behind what opens a block or fills it. */
const standIn = /(?:^|[{([:;]|\bpass)[ \t]*(?:#|\/\/|\/\*|--|<!--)(.*)$/gm;

const words =
  /\b(?:(?:rest|remainder) of\b|(?:existing|remaining|unchanged|previous|original|other) (?:code|implementation|lines|logic|functions?|methods?|parts?|statements?|cases|body)\b|same as\b|(?:as|like) (?:before|above)\b|omitted\b|unchanged\b|the same\b|no changes?\b|keep (?:the |as )|your code\b)/i;
const hint = /\b(?:existing|rest|remaining|unchanged|same|previous|other|omitted|code)\b/i;

/**
 * Whether a comment stands in for code that was to be kept: applying it would delete that code. Three dots say so by themselves;
 * words like "the rest of the body" also describe code that is there, so they count only where lines were lost. Comments the original has too do not count.
 */
export function looksElided(reply: string, original: string): boolean {
  const comments = [...reply.matchAll(standIn)].filter(([whole]) => !original.includes(whole.trim())).map(([, text]) => (text ?? "").trim());
  if (comments.some(saysDots) || leavesEllipsis(reply, original)) return true;
  return comments.some((text) => words.test(text)) && losesLines(reply, original);
}

/** Whether a comment that stands where a value should be says that the value is left out. */
export function saysElided(comment: string): boolean {
  return saysDots(comment) || words.test(comment);
}

function saysDots(text: string): boolean {
  if (!/\.\.\.|…/.test(text)) return false;
  return hint.test(text) || text.replace(/[\s.…[\](){}<>*/-]/g, "") === "";
}

/** Python's `...` as a statement fills a body that is still to come. */
function leavesEllipsis(reply: string, original: string): boolean {
  return /^[ \t]*\.\.\.[ \t]*$/m.test(reply) && !/^[ \t]*\.\.\.[ \t]*$/m.test(original);
}

/** More lines of code went than came. */
function losesLines(reply: string, original: string): boolean {
  const left = codeLines(reply);
  const before = codeLines(original);
  let kept = 0;
  for (const line of before) {
    const at = left.indexOf(line);
    if (at < 0) continue;
    left.splice(at, 1);
    kept += 1;
  }
  return before.length - kept > left.length;
}

function codeLines(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !/^(?:#|\/\/|\/?\*|--)/.test(line));
}
