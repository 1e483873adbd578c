/** The number before a word of a footer ("2 failed, 1 passed"); 0 when the word is not there. */
export function count(footer: string, word: string): number {
  return Number(new RegExp(`(\\d+) ${word}\\b`).exec(footer)?.[1] ?? 0);
}
