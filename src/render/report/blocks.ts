/** A list of bullets, and how many more there are. */
export function capped(bullets: readonly string[], most: number): string[] {
  const shown = bullets.slice(0, most);
  return bullets.length > shown.length ? [...shown, `- … and ${bullets.length - shown.length} more`] : shown;
}

/** Blocks of a section under its heading; no section when there is nothing to say. */
export function section(title: string, blocks: readonly (string | undefined)[]): string[] {
  const said = blocks.filter((block) => block !== undefined && block !== "") as string[];
  return said.length === 0 ? [] : [`## ${title}`, ...said];
}

/** `summary` consists of words of ours only: Markdown is not read in it. */
export function folded(summary: string, blocks: readonly string[]): string {
  return ["<details>", `<summary>${summary}</summary>`, "", blocks.filter((block) => block !== "").join("\n\n"), "", "</details>"].join("\n");
}
