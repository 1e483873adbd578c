/** Parts of a page that a person does not see, in the order a page is read; what is code is shown as it stands. */
const parts = new RegExp(
  [
    /(?<fence>^ {0,3}(?<marks>`{3,}|~{3,})[^\n]*(?:\n(?! {0,3}\k<marks>)[^\n]*)*(?:\n[^\n]*)?)/,
    /(?<span>(?<![\\`])(?<ticks>`{1,5})(?!`)[^\n]{1,500}?(?<!`)\k<ticks>(?!`))/,
    /(?<comment><!--[\s\S]*?(?:-->|$(?![\s\S]))|<!\[CDATA\[[\s\S]*?(?:\]\]>|$(?![\s\S]))|<\?[\s\S]{0,2000}?\?>|<![a-z][^>]{0,2000}>)/,
    /(?<image>!\[(?:[^[\]\\]|\\[\s\S]|\[[^[\]]{0,500}\]){0,2000}\](?:\([^)]{0,2000}\)|\[[^\]\n]{0,200}\])?|<(?:img|picture|video|source)\b[^>]{0,2000}>)/,
    /(?<unseen><(?<tag>[a-z][a-z0-9]*)\b[^>]{0,500}(?:\shidden\b|display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0)[^>]{0,500}>[\s\S]*?(?:<\/\k<tag>>|$(?![\s\S])))/,
    /(?<definition>^ {0,3}\[(?<label>[^\]\n]{1,200})\]:[ \t]*\n?[ \t]*(?:<[^>\n]{0,2000}>|[^\s<]\S{0,2000})(?<title>\s+(?:"[^"]{0,2000}"|'[^']{0,2000}'|\([^)]{0,2000}\)))?[ \t]*$)/,
    /(?<linkTitle>\]\((?<url>[^\s()]{1,2000})\s+(?:"[^"]{0,2000}"|'[^']{0,2000}'|\([^)]{0,2000}\))\s*\))/,
    /(?<opens><details\b[^>]{0,500}>)|(?<closes><\/details\s*>)/,
    /(?<attributes><(?<element>a|abbr|b|blockquote|code|div|em|h[1-6]|i|kbd|li|ol|p|pre|span|strong|sub|sup|summary|table|td|th|tr|ul)\s[^>]{1,2000}>)/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "gim",
);

/**
 * Words of a person as a page would show them: what only its source holds (comments, descriptions of images, titles of links, attributes,
 * hidden elements) is left out and said to be; what is folded away is marked. Code in it stays.
 */
export function shownProse(text: string): string {
  return text.replace(parts, (...found) => {
    const groups = found.at(-1) as Readonly<Record<string, string | undefined>>;
    const before = text.slice(0, found.at(-3) as number);
    const code = groups.fence ?? groups.span;
    if (code !== undefined) return isCode(before) ? code : withoutHtml(code);
    return shown(groups, text);
  });
}

function shown(groups: Readonly<Record<string, string | undefined>>, text: string): string {
  if (groups.comment !== undefined) return leftOut("comment");
  if (groups.image !== undefined) return leftOut("image");
  if (groups.unseen !== undefined) return leftOut("hidden element");
  if (groups.definition !== undefined) return isUsed(groups.label ?? "", text) ? withoutTitle(groups.definition, groups.title) : leftOut("link nobody follows");
  if (groups.linkTitle !== undefined) return `](${groups.url})`;
  if (groups.opens !== undefined) return "[folded part:]";
  if (groups.closes !== undefined) return "[end of the folded part]";
  return `<${groups.element}>`;
}

function leftOut(what: string): string {
  return `[${what} left out]`;
}

/** Inside HTML, marks of code are plain characters. */
function isCode(before: string): boolean {
  const block = before.slice(before.lastIndexOf("\n\n") + 1);
  return !/^ {0,3}</m.test(block) && !/<(?:pre|script|style|textarea)\b/i.test(before);
}

function withoutHtml(code: string): string {
  return code.replace(/<!--[\s\S]*?(?:-->|$)/g, leftOut("comment"));
}

function isUsed(label: string, text: string): boolean {
  return text.toLowerCase().split(`[${label.toLowerCase()}]`).length > 2;
}

function withoutTitle(definition: string, title = ""): string {
  return title === "" ? definition : definition.slice(0, definition.lastIndexOf(title));
}
