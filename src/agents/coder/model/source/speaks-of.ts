/** Whether a text holds a name as a word of its own. */
export function speaksOf(text: string, name: string): boolean {
  return new RegExp(`(?<![\\p{L}\\p{N}_$])${name.replaceAll("$", "\\$")}(?![\\p{L}\\p{N}_$])`, "u").test(text);
}
