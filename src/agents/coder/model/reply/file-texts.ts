import { diffArrays } from "diff";
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

/** Lines that were there keep their ends; new ones end as those they replace, else as most of the file does. */
function withLineEnds(text: string, before: string): string {
  const windows = before.split("\r\n").length - 1;
  const all = before.split("\n").length - 1;
  if (windows === 0) return text;
  if (windows === all) return text.replaceAll("\n", "\r\n");
  return mixedLineEnds(text, before, windows * 2 > all ? "\r\n" : "\n");
}

function mixedLineEnds(text: string, before: string, usual: string): string {
  const old = before.split("\n");
  const bare = old.map((line) => line.replace(/\r$/, ""));
  const result: string[] = [];
  let at = 0;
  let gone: string[] = [];
  const usualEnd = usual === "\r\n" ? "\r" : "";
  for (const { added, removed, value } of diffArrays(bare, text.split("\n"))) {
    const there = old.slice(at, at + value.length);
    if (removed) gone = there;
    else if (added) result.push(...value.map((line, index) => line + endOf(gone[index], usualEnd)));
    // The last line of a file without an end gets one where lines come behind it.
    else result.push(...there.map((line, index) => (at + index === old.length - 1 ? line + usualEnd : line)));
    if (!added) at += value.length;
    if (!removed) gone = [];
  }
  const last = result.at(-1) ?? "";
  return [...result.slice(0, -1), last.replace(/\r$/, "")].join("\n");
}

/** A line that takes the place of another ends as that one did. */
function endOf(line: string | undefined, usual: string): string {
  if (line === undefined) return usual;
  return line.endsWith("\r") ? "\r" : "";
}
