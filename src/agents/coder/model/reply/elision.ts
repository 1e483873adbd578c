const elisions = [
  /^\s*(?:#|\/\/|\/\*)\s*\.\.\.\s*(?:\*\/)?\s*$/m,
  /(?:#|\/\/|\/\*).*(?:\.\.\.|…).*\b(?:existing|rest|remaining|unchanged|same|previous|other)\b/i,
  /(?:#|\/\/|\/\*).*\b(?:rest|remainder) of (?:the )?(?:code|function|method|body|file|implementation)\b/i,
  /(?:#|\/\/|\/\*).*\b(?:existing|remaining|unchanged|previous) (?:code|implementation|lines|logic)\b/i,
];

/** A comment stands in for code that was to be kept: applying it would delete that code. Comments the original has too do not count. */
export function looksElided(reply: string, original: string): boolean {
  return elisions.some((pattern) => {
    const found = pattern.exec(reply)?.[0].trim();
    return found !== undefined && !original.includes(found);
  });
}
