import { Parser } from "htmlparser2";
import type { Code, Definition, Html, Link, LinkReference, Nodes } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";

/** Half-open, in characters of the source. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Markdown of a person as a page would show it: what only its source holds (comments, descriptions of images, titles of links, attributes,
 * hidden elements) is left out and said to be; what is folded away is marked. Code in it stays, and so does every other character.
 */
export function shownProse(source: string): string {
  const nodes = nodesOf(source);
  const used = usedLabels(nodes);
  const edits = nodes.flatMap((node) => markdownEdits(source, node, used));
  return applied(source, [...edits, ...htmlEdits(source, nodes)]);
}

/** Emphasis hides nothing, and looking for it takes the parser minutes on a text made for that; so do quotes within thousands of quotes. */
function constructsLeftOut(source: string): string[] {
  return /^(?:[ \t]*>){100}/m.test(source) ? ["attention", "blockQuote"] : ["attention"];
}

/** In no order that matters; a tree of a hostile text may be too deep for calls within calls. */
function nodesOf(source: string): Nodes[] {
  const found: Nodes[] = [];
  const waiting: Nodes[] = [fromMarkdown(source, { extensions: [{ disable: { null: constructsLeftOut(source) } }] })];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    found.push(node);
    if ("children" in node) waiting.push(...node.children);
  }
  return found;
}

function leftOut(what: string): string {
  return `[${what} left out]`;
}

function rangeOf(node: Nodes): { readonly start: number; readonly end: number } {
  return { start: node.position?.start.offset ?? 0, end: node.position?.end.offset ?? 0 };
}

function markdownEdits(source: string, node: Nodes, used: ReadonlySet<string>): Edit[] {
  switch (node.type) {
    case "image":
    case "imageReference":
      return [{ ...rangeOf(node), text: leftOut("image") }];
    case "link":
      return withoutTitle(node);
    case "linkReference":
      return withPlainLabel(node);
    case "definition":
      return definitionEdits(source, node, used);
    case "code":
      return withoutMeta(source, node);
    default:
      return [];
  }
}

function withoutTitle(node: Link): Edit[] {
  if (node.title === null || node.title === undefined) return [];
  return [{ start: endOfWords(node), end: rangeOf(node).end, text: `](${writtenUrl(node.url)})` }];
}

function writtenUrl(url: string): string {
  return /[\s()<>]/.test(url) ? `<${url}>` : url;
}

/** Where the words of a link end, before its closing bracket. */
function endOfWords(node: Link | LinkReference): number {
  const last = node.children.at(-1);
  return last === undefined ? rangeOf(node).start + 1 : rangeOf(last).end;
}

/** `[words][label]` shows the words alone; a label of several words is more than a mark. */
function withPlainLabel(node: LinkReference): Edit[] {
  if (!hidesLabel(node)) return [];
  return [{ start: endOfWords(node), end: rangeOf(node).end, text: `]${leftOut("name of a link")}` }];
}

function hidesLabel({ referenceType, label, identifier }: LinkReference): boolean {
  return referenceType === "full" && !/^\S{1,30}$/.test(label ?? identifier);
}

/** Of links a reader can follow whose label a reader sees, or which is a mark only. */
function usedLabels(nodes: readonly Nodes[]): ReadonlySet<string> {
  return new Set(nodes.flatMap((node) => (node.type === "linkReference" && !hidesLabel(node) ? [node.identifier] : [])));
}

function definitionEdits(source: string, node: Definition, used: ReadonlySet<string>): Edit[] {
  const range = rangeOf(node);
  if (!used.has(node.identifier)) return [{ ...range, text: leftOut("link nobody follows") }];
  if (node.title === null || node.title === undefined) return [];
  const label = source.slice(range.start, range.end).split("]:")[0] ?? "";
  return [{ ...range, text: `${label}]: ${writtenUrl(node.url)}` }];
}

/** A page shows the language of a block at most. */
function withoutMeta(source: string, node: Code): Edit[] {
  const { start } = rangeOf(node);
  const [line = ""] = source.slice(start).split("\n", 1);
  const { meta } = node;
  if (meta === null || meta === undefined || !line.trimEnd().endsWith(meta)) return [];
  const end = start + line.trimEnd().length;
  return [{ start: end - meta.length, end, text: leftOut("note") }];
}

const images = new Set(["img", "picture", "video", "audio", "source"]);
const neverShown = new Set(["script", "style", "template"]);
const hidingStyle = /display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0|opacity\s*:\s*0(?![.\d])/i;

type Attributes = Readonly<Record<string, string>>;

function isHidden(name: string, attributes: Attributes): boolean {
  return neverShown.has(name) || "hidden" in attributes || hidingStyle.test(attributes.style ?? "");
}

/** The HTML in it, read as one document: everything else is blank there, so places are the same in both. */
function htmlEdits(source: string, nodes: readonly Nodes[]): Edit[] {
  const html = nodes.filter((node): node is Html => node.type === "html").map(rangeOf);
  if (html.length === 0) return [];
  const reader = new HtmlReader();
  reader.read(skeletonOf(source, html));
  return [...reader.edits, ...unfinished(source, reader.readTo, html)];
}

function skeletonOf(source: string, html: readonly { readonly start: number; readonly end: number }[]): string {
  let text = "";
  for (const { start, end } of [...html].sort((one, other) => one.start - other.start)) text += " ".repeat(start - text.length) + source.slice(start, end);
  return text + " ".repeat(source.length - text.length);
}

/** A tag that never ends is read to the end of its piece of HTML, and shown nowhere. */
function unfinished(source: string, from: number, html: readonly { readonly start: number; readonly end: number }[]): Edit[] {
  const around = html.find(({ start, end }) => start <= from && from < end);
  if (around === undefined || !/^<[a-z!?]/i.test(source.slice(from, from + 2))) return [];
  return [{ start: from, end: around.end, text: leftOut("unfinished element") }];
}

class HtmlReader {
  readonly edits: Edit[] = [];
  /** Everything before it was read. */
  readTo = 0;
  /** Elements around the place, the innermost last. */
  private readonly open: { readonly name: string; readonly start: number; readonly hidden: "yes" | "no" }[] = [];
  private readonly parser = new Parser(
    {
      onopentag: (name, attributes) => this.opened(name, attributes),
      onclosetag: (name, implied) => this.closed(name, implied ? "implied" : "written"),
      oncomment: () => this.leave("comment"),
      onprocessinginstruction: () => this.leave("comment"),
      oncdatastart: () => this.leave("comment"),
      ontext: () => this.reach(),
    },
    { decodeEntities: false, recognizeCDATA: true },
  );

  read(html: string): void {
    this.parser.end(html);
  }

  private opened(name: string, attributes: Attributes): void {
    const start = this.parser.startIndex;
    this.open.push({ name, start, hidden: isHidden(name, attributes) ? "yes" : "no" });
    if (images.has(name)) {
      this.leave("image");
      return;
    }
    this.reach();
    const replaced = name === "details" ? "[folded part:]" : Object.keys(attributes).length > 0 ? `<${name}>` : undefined;
    if (replaced !== undefined) this.edits.push({ start, end: this.readTo, text: replaced });
  }

  /** Also told of tags that were never opened, as they did not end. */
  private closed(name: string, tag: "implied" | "written"): void {
    const { startIndex, endIndex } = this.parser;
    if (tag === "written") this.reach();
    if (this.open.at(-1)?.name !== name) return;
    const end = tag === "written" ? endIndex + 1 : startIndex;
    const element = this.open.pop();
    if (element?.hidden === "yes") this.edits.push({ start: element.start, end, text: leftOut("hidden element") });
    else if (name === "details" && tag === "written") this.edits.push({ start: startIndex, end, text: "[end of the folded part]" });
  }

  private leave(what: string): void {
    this.reach();
    this.edits.push({ start: this.parser.startIndex, end: this.readTo, text: leftOut(what) });
  }

  private reach(): void {
    this.readTo = Math.max(this.readTo, this.parser.endIndex + 1);
  }
}

/** Of edits one inside another the outer counts. */
function applied(source: string, edits: readonly Edit[]): string {
  let text = "";
  let at = 0;
  for (const edit of [...edits].sort((one, other) => one.start - other.start || other.end - one.end)) {
    if (edit.start < at) continue;
    text += source.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return text + source.slice(at);
}
