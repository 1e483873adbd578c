/** A word of a shell line with its place; `text` is what the program sees when nothing has to be expanded. */
export interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** False when the shell would still expand it: a variable, a command, an unquoted glob. */
  readonly literal: boolean;
}

/** One simple command of a line: assignments, words, redirections. */
export interface SimpleCommand {
  readonly assignments: readonly Word[];
  readonly words: readonly Word[];
  readonly redirections: readonly Word[];
  readonly start: number;
  /** End of the last word or redirection. */
  readonly end: number;
}

export interface ShellLine {
  readonly text: string;
  readonly commands: readonly SimpleCommand[];
  /** True when the line has groups, loops or conditions: commands cannot simply be cut off its end. */
  readonly nested: boolean;
}

type Token = { readonly kind: "word" | "operator" | "redirection"; readonly word: Word };

const RESERVED = new Set(["if", "then", "else", "elif", "fi", "do", "done", "while", "until", "for", "case", "esac", "{", "}", "!"]);
const ASSIGNMENT = /^[A-Za-z_][A-Za-z0-9_]*=/;

/** Splits a POSIX shell line into simple commands. Here-documents and functions are not understood: their text is read as commands. */
export function parseShellLine(text: string): ShellLine {
  const commands: SimpleCommand[] = [];
  let nested = false;
  let open = new CommandBuilder();
  for (const token of tokens(text)) {
    const separates = token.kind === "operator" || (token.kind === "word" && open.isEmpty && RESERVED.has(token.word.text));
    if (!separates) {
      open.add(token);
      continue;
    }
    if (token.kind === "word" || "()".includes(token.word.text)) nested = true;
    open.finish(commands);
    open = new CommandBuilder();
  }
  open.finish(commands);
  return { text, commands, nested };
}

class CommandBuilder {
  readonly #assignments: Word[] = [];
  readonly #words: Word[] = [];
  readonly #redirections: Word[] = [];

  get isEmpty(): boolean {
    return this.#words.length === 0 && this.#assignments.length === 0;
  }

  add(token: Token): void {
    if (token.kind === "redirection") this.#redirections.push(token.word);
    else if (this.#words.length === 0 && ASSIGNMENT.test(token.word.text)) this.#assignments.push(token.word);
    else this.#words.push(token.word);
  }

  finish(commands: SimpleCommand[]): void {
    const all = [...this.#assignments, ...this.#words, ...this.#redirections];
    if (all.length === 0) return;
    commands.push({
      assignments: this.#assignments,
      words: this.#words,
      redirections: this.#redirections,
      start: Math.min(...all.map((word) => word.start)),
      end: Math.max(...all.map((word) => word.end)),
    });
  }
}

const OPERATOR = /^(?:&&|\|\||;;|\|&|[;|()\n]|&(?!>))/;
const REDIRECTION = /^(?:\d*(?:>>|>&|<&|<>|>\||<<<|<<-?|>|<)|&>>?)/;

function* tokens(text: string): Generator<Token> {
  let at = 0;
  while (at < text.length) {
    const rest = text.slice(at);
    const blank = /^(?:[ \t\r]+|\\\n)/.exec(rest);
    if (blank !== null) {
      at += blank[0].length;
      continue;
    }
    if (rest.startsWith("#")) {
      const lineEnd = rest.indexOf("\n");
      at = lineEnd < 0 ? text.length : at + lineEnd;
      continue;
    }
    const token = redirectionAt(text, at) ?? operatorAt(text, at) ?? { kind: "word" as const, word: wordAt(text, at) };
    yield token;
    at = token.word.end;
  }
}

function operatorAt(text: string, at: number): Token | undefined {
  const match = OPERATOR.exec(text.slice(at));
  if (match === null) return undefined;
  return { kind: "operator", word: { text: match[0], start: at, end: at + match[0].length, literal: true } };
}

function redirectionAt(text: string, at: number): Token | undefined {
  const match = REDIRECTION.exec(text.slice(at));
  if (match === null) return undefined;
  let target = at + match[0].length;
  while (text[target] === " ") target += 1;
  const end = target < text.length ? wordAt(text, target).end : target;
  return { kind: "redirection", word: { text: text.slice(at, end), start: at, end, literal: true } };
}

const WORD_END = /[\s;|&()<>]/;

function wordAt(text: string, start: number): Word {
  let at = start;
  let value = "";
  let literal = true;
  while (at < text.length && !WORD_END.test(text.charAt(at))) {
    const piece = pieceAt(text, at);
    value += piece.value;
    literal &&= piece.literal;
    at = piece.end;
  }
  return { text: value, start, end: Math.max(at, start + 1), literal };
}

interface Piece {
  readonly value: string;
  readonly end: number;
  readonly literal: boolean;
}

function pieceAt(text: string, at: number): Piece {
  const char = text.charAt(at);
  if (char === "'") {
    const end = endOf(text, "'", at + 1);
    return { value: text.slice(at + 1, end), end: end + 1, literal: true };
  }
  if (char === '"') return doubleQuoted(text, at);
  if (char === "\\") return { value: text.charAt(at + 1), end: at + 2, literal: true };
  if (char === "$" && text.charAt(at + 1) === "(") {
    const end = closingParenthesis(text, at + 1);
    return { value: text.slice(at, end), end, literal: false };
  }
  if (char === "`") {
    const end = endOf(text, "`", at + 1) + 1;
    return { value: text.slice(at, end), end, literal: false };
  }
  return { value: char, end: at + 1, literal: !/[$*?[\]]/.test(char) };
}

function doubleQuoted(text: string, start: number): Piece {
  let value = "";
  let literal = true;
  let at = start + 1;
  while (at < text.length && text.charAt(at) !== '"') {
    const char = text.charAt(at);
    if (char === "\\" && /["\\$`\n]/.test(text.charAt(at + 1))) at += 1;
    else if (char === "$" || char === "`") literal = false;
    value += text.charAt(at);
    at += 1;
  }
  return { value, end: at + 1, literal };
}

function endOf(text: string, mark: string, from: number): number {
  const end = text.indexOf(mark, from);
  return end < 0 ? text.length : end;
}

function closingParenthesis(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    if (text.charAt(at) === "(") depth += 1;
    if (text.charAt(at) === ")") depth -= 1;
    if (depth === 0) return at + 1;
  }
  return text.length;
}

/** One word for `sh`, whatever it contains. */
export function quote(text: string): string {
  return /^[A-Za-z0-9_@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
