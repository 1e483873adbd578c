/** Words a reflection may have. */
const wordLimit = 80;

export function cutToWords(text: string): string {
  const words = text.split(/\s+/);
  return words.length <= wordLimit ? text : `${words.slice(0, wordLimit).join(" ")}...`;
}
