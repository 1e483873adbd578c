import { XMLParser, XMLValidator } from "fast-xml-parser";

/** An element with its children in document order. */
export interface Element {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Element[];
  /** Text and CDATA directly inside. */
  readonly text: string;
}

export interface Tree {
  readonly roots: readonly Element[];
  readonly wellFormed: boolean;
}

// Numeric references stay undecoded and "007" becomes 7 with the library's own defaults.
const PARSER = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: "",
  htmlEntities: true,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  maxNestedTags: 1000,
});

/** Reads XML as tolerantly as it can be read; undefined = not XML at all. */
export function readXml(raw: string): Tree | undefined {
  const text = cleaned(raw);
  if (!text.startsWith("<")) return undefined;
  const whole = parsed(text);
  if (whole !== undefined) return { roots: whole, wellFormed: XMLValidator.validate(text) === true };
  // A file that was cut inside a tag can be read up to the tag before.
  return { roots: parsed(text.slice(0, text.lastIndexOf("<"))) ?? [], wellFormed: false };
}

function parsed(text: string): Element[] | undefined {
  try {
    return elements(PARSER.parse(text));
  } catch {
    return undefined;
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** UTF-16 read as bytes leaves a zero beside every letter; anything before the first tag is dropped. */
function cleaned(raw: string): string {
  const text = raw
    .replace(CONTROLS, "")
    .replace(/&#x?0*(?:[0-8bcef]|1[0-9a-f]);/gi, (reference) => (/^&#(?:x0*[9ad]|0*(?:9|10|13));$/i.test(reference) ? reference : ""));
  const first = text.indexOf("<");
  return first < 0 ? "" : text.slice(first);
}

type Raw = Readonly<Record<string, unknown>>;

function elements(value: unknown): Element[] {
  if (!Array.isArray(value)) return [];
  return (value as Raw[]).flatMap((raw) => {
    const tag = Object.keys(raw).find((key) => key !== ":@" && key !== "#text");
    if (tag === undefined || tag.startsWith("?")) return [];
    return [{ tag, attributes: attributesOf(raw[":@"]), children: elements(raw[tag]), text: textOf(raw[tag]) }];
  });
}

function attributesOf(value: unknown): Record<string, string> {
  if (typeof value !== "object" || value === null) return {};
  return Object.fromEntries(Object.entries(value).map(([name, text]) => [name, String(text)]));
}

function textOf(value: unknown): string {
  if (!Array.isArray(value)) return "";
  return (value as Raw[]).map((raw) => (typeof raw["#text"] === "string" ? raw["#text"] : "")).join("");
}
