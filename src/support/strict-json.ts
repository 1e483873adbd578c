export type JsonValue = null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue };

export type JsonReading = { readonly kind: "value"; readonly value: JsonValue } | { readonly kind: "invalid"; readonly reason: string };

export interface JsonLimits {
  /** UTF-16 units of the text. */
  readonly length: number;
  /** Arrays and objects inside each other. */
  readonly depth: number;
}

export const defaultJsonLimits: JsonLimits = { length: 1024 ** 2, depth: 32 };

/**
 * Reads RFC 8259 JSON of unknown origin and nothing looser: one value and no text around it, no double key, no `__proto__` key, no number
 * beyond a double, no half of a surrogate pair. Objects have no prototype. Never throws.
 */
export function parseStrictJson(text: string, limits: JsonLimits = defaultJsonLimits): JsonReading {
  if (text.length > limits.length) return { kind: "invalid", reason: `longer than ${limits.length} characters` };
  try {
    return { kind: "value", value: new Reader(text, limits.depth).whole() };
  } catch (error) {
    if (error instanceof NotJson) return { kind: "invalid", reason: error.message };
    throw error;
  }
}

const fenced = /^[ \t]*```[ \t]*(?:json[c5]?)?[ \t]*\r?\n([\s\S]*?)\r?\n[ \t]*```[ \t]*$/gim;

/** As `parseStrictJson`, of a reply that may put its one JSON value into one code fence, with prose around the fence. */
export function strictJsonOf(reply: string, limits: JsonLimits = defaultJsonLimits): JsonReading {
  if (reply.length > limits.length) return { kind: "invalid", reason: `longer than ${limits.length} characters` };
  const blocks = [...reply.matchAll(fenced)];
  if (blocks.length > 1) return { kind: "invalid", reason: "more than one fenced block" };
  return parseStrictJson(blocks[0]?.[1] ?? reply.trim(), limits);
}

class NotJson extends Error {}

const literals: readonly (readonly [string, JsonValue])[] = [
  ["true", true],
  ["false", false],
  ["null", null],
];

const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const whiteSpace = /[ \t\r\n]*/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids them inside strings
const string = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\u0000-\u001f]*)*"/y;
const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

class Reader {
  readonly #text: string;
  readonly #depth: number;
  #at = 0;

  constructor(text: string, depth: number) {
    this.#text = text;
    this.#depth = depth;
  }

  whole(): JsonValue {
    const value = this.#value(0);
    if (this.#at < this.#text.length) throw this.#wrong("text after the value");
    return value;
  }

  /** A value and the white space around it. */
  #value(depth: number): JsonValue {
    this.#take(whiteSpace);
    const value = this.#bareValue(depth);
    this.#take(whiteSpace);
    return value;
  }

  #bareValue(depth: number): JsonValue {
    const next = this.#text[this.#at];
    if ((next === "{" || next === "[") && depth >= this.#depth) throw new NotJson(`nested deeper than ${this.#depth}`);
    if (next === "{") return this.#object(depth);
    if (next === "[") return this.#array(depth);
    if (next === '"') return this.#string();
    for (const [word, value] of literals) if (this.#eats(word)) return value;
    const digits = this.#take(number);
    if (digits === null || digits === "") throw this.#wrong(next === undefined ? "the text ends too early" : "no JSON value");
    const value = Number(digits);
    if (!Number.isFinite(value)) throw this.#wrong("a number that is too large");
    return value;
  }

  #array(depth: number): JsonValue {
    const items: JsonValue[] = [];
    this.#expect("[");
    if (this.#eats("]")) return items;
    do items.push(this.#value(depth + 1));
    while (this.#eats(","));
    this.#expect("]");
    return items;
  }

  #object(depth: number): JsonValue {
    const members = new Map<string, JsonValue>();
    this.#expect("{");
    if (this.#eats("}")) return emptyObject();
    do {
      this.#take(whiteSpace);
      const key = this.#string();
      if (key === "__proto__") throw this.#wrong('the key "__proto__"');
      if (members.has(key)) throw this.#wrong("the same key twice");
      this.#take(whiteSpace);
      this.#expect(":");
      members.set(key, this.#value(depth + 1));
    } while (this.#eats(","));
    this.#expect("}");
    return Object.assign(emptyObject(), Object.fromEntries(members));
  }

  #string(): string {
    const quoted = this.#take(string);
    if (quoted === null) throw this.#wrong("no complete string");
    const text = JSON.parse(quoted) as string;
    if (loneSurrogate.test(text)) throw this.#wrong("half of a surrogate pair");
    return text;
  }

  #take(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0] ?? null;
    this.#at += found?.length ?? 0;
    return found;
  }

  #eats(word: string): boolean {
    if (!this.#text.startsWith(word, this.#at)) return false;
    this.#at += word.length;
    return true;
  }

  #expect(sign: string): void {
    if (!this.#eats(sign)) throw this.#wrong(`"${sign}" is missing`);
    this.#take(whiteSpace);
  }

  #wrong(what: string): NotJson {
    return new NotJson(`${what} at character ${this.#at + 1}`);
  }
}

function emptyObject(): Record<string, JsonValue> {
  return Object.create(null) as Record<string, JsonValue>;
}
