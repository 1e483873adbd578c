import type { FileView } from "../../../../domain/file-view.js";
import type { SyntaxTrees } from "../../../../ports/syntax-trees.js";
import type { FileText } from "../../extended-patch.js";
import { syntaxProblem } from "./parse-code.js";
import { type UsableEdit, unusable } from "./usable-edit.js";

/** Texts of files while a reply is applied: with "\n" line ends to work on, with the file's own once they are given out. */
export class FileTexts {
  readonly #files: FileView;
  readonly #trees: SyntaxTrees;
  readonly #texts = new Map<string, string>();

  constructor({ files, trees }: { readonly files: FileView; readonly trees: SyntaxTrees }) {
    this.#files = files;
    this.#trees = trees;
  }

  /** As the blocks before have left it; undefined = no such file. */
  current(path: string): string | undefined {
    return this.#texts.get(path) ?? this.#files.read(path)?.text.replaceAll("\r\n", "\n");
  }

  put(path: string, text: string): void {
    this.#texts.set(path, text);
  }

  with(path: string, text: string): UsableEdit {
    this.put(path, text);
    return this.#given();
  }

  /** Every file with a grammar parses, unless it did not before and has not become worse. */
  async checked(): Promise<UsableEdit> {
    for (const [path, text] of this.#texts) {
      const language = this.#trees.grammarOf(path);
      if (language === undefined) continue;
      await this.#trees.load(language);
      const problem = syntaxProblem(this.#trees.parse(language, text));
      const before = this.#files.read(path)?.text;
      const wasBroken = before !== undefined && syntaxProblem(this.#trees.parse(language, before)) !== undefined;
      if (problem !== undefined && !wasBroken) return unusable(`${path}: ${problem}`);
    }
    return this.#given();
  }

  #given(): UsableEdit {
    const texts: FileText[] = [];
    for (const [path, text] of this.#texts) {
      const source = this.#files.read(path);
      if (source?.encoding === "latin1" && /[^\0-\xff]/.test(text)) return unusable(`${path} is not in UTF-8 and cannot hold the characters of the answer`);
      texts.push({ path, after: source === undefined ? text : withLineEnds(text, source.text) });
    }
    return { kind: "edit", texts };
  }
}

/** Lines that were there keep their ends; new ones end as most of the file does. */
function withLineEnds(text: string, before: string): string {
  const windows = before.split("\r\n").length - 1;
  const all = before.split("\n").length - 1;
  if (windows === 0) return text;
  if (windows === all) return text.replaceAll("\n", "\r\n");
  return mixedLineEnds(text, before, windows * 2 > all ? "\r\n" : "\n");
}

function mixedLineEnds(text: string, before: string, usual: string): string {
  const old = before.split("\n");
  const fresh = text.split("\n");
  const bare = old.map((line) => line.replace(/\r$/, ""));
  let head = 0;
  while (head < fresh.length && head < bare.length && fresh[head] === bare[head]) head += 1;
  let tail = 0;
  while (tail < fresh.length - head && tail < bare.length - head && fresh.at(-1 - tail) === bare.at(-1 - tail)) tail += 1;
  const middle = fresh.slice(head, fresh.length - tail).map((line) => (usual === "\r\n" ? `${line}\r` : line));
  return [...old.slice(0, head), ...middle, ...old.slice(old.length - tail)].join("\n");
}
