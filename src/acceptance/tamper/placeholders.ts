import type { Mark } from "./finding.js";

/** What redaction puts in a secret's place, word for word. */
const placeholder = /\[(?:redacted: [^\]\n]{1,80}|withheld: it could not be searched[^\]\n]{0,80})\]/g;

/** A model sees these where a secret stands in a file; an answer that keeps one would write it over the secret. */
export function placeholderMarks(text: string): Mark[] {
  return text.split("\n").flatMap((line, row) => {
    return [...line.matchAll(placeholder)].map(([found]) => {
      return {
        rule: "placeholder" as const,
        key: found,
        row,
        reason: `writes "${found}", which stands for text that was not shown: that line has to stay as it is`,
      };
    });
  });
}
