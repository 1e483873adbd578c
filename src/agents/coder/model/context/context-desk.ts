import type { FileView } from "../../../../domain/file-view.js";
import type { ToolCall } from "../../../../domain/model-call.js";
import { fenced } from "../text/fence.js";
import { visibleText } from "../text/visible-text.js";
import type { ContextRequest } from "./context-request.js";
import { deniedPath } from "./denied-path.js";
import { readCall } from "./tools.js";

export interface DeskLimits {
  readonly files: number;
  readonly bytes: number;
  /** Of one answer. */
  readonly answerBytes: number;
  readonly requests: number;
}

export const defaultDeskLimits: DeskLimits = { files: 20, bytes: 60_000, answerBytes: 12_000, requests: 40 };

/** Serves requests for more of the project from the view the brief gives, and from nothing else. Counts what it gives; every file whose text left it is in `sent`. */
export class ContextDesk {
  readonly #files: FileView;
  readonly #token: string;
  readonly #limits: DeskLimits;
  readonly #sent = new Set<string>();
  #bytes = 0;
  #requests = 0;

  constructor(files: FileView, token: string, limits: DeskLimits = defaultDeskLimits) {
    this.#files = files;
    this.#token = token;
    this.#limits = limits;
  }

  get sent(): readonly string[] {
    return [...this.#sent];
  }

  serveCall(call: ToolCall): string {
    const request = readCall(call);
    if (typeof request !== "string") return this.serve(request);
    return this.#counted() ?? request;
  }

  /** What cannot be read counts too: its refusal goes into the next prompt. */
  #counted(): string | undefined {
    this.#requests += 1;
    return this.#requests > this.#limits.requests ? "No more requests are answered. Give the corrected code now." : undefined;
  }

  serve(request: ContextRequest): string {
    const ended = this.#counted();
    if (ended !== undefined) return ended;
    if (this.#bytes >= this.#limits.bytes) return "No more of the project is shown. Give the corrected code now.";
    const answer = request.kind === "read" ? this.#read(request) : request.kind === "search" ? this.#search(request.words) : this.#list(request.path);
    this.#bytes += Buffer.byteLength(answer);
    return answer;
  }

  #read({ path, startLine }: Extract<ContextRequest, { kind: "read" }>): string {
    const problem = deniedPath(path, this.#files);
    if (problem !== undefined) return `Not shown: ${problem}.`;
    if (!this.#mayShow(path)) return "No more files are shown. Give the corrected code now.";
    const text = this.#files.read(path)?.text;
    if (text === undefined) return "Not shown: the file cannot be read as text.";
    const lines = text.split("\n").slice(startLine - 1);
    const shown = this.#within(lines);
    this.#sent.add(path);
    const rest = shown.length < lines.length ? `\nThe file goes on at line ${startLine + shown.length}.` : "";
    return fenced(shown.join("\n"), { names: [path], part: `line ${startLine}` }, this.#token) + rest;
  }

  #search(words: string): string {
    const wanted = words.trim();
    if (wanted.length < 2) return "Name at least two characters to search for.";
    const found: string[] = [];
    let bytes = 0;
    for (const path of this.#files.paths()) {
      if (deniedPath(path, this.#files) !== undefined || !this.#mayShow(path)) continue;
      for (const [index, line] of (this.#files.read(path)?.text ?? "").split("\n").entries()) {
        if (!line.includes(wanted)) continue;
        const shown = `${path}:${index + 1}: ${line.trim().slice(0, 200)}`;
        bytes += Buffer.byteLength(shown);
        if (found.length >= 40 || bytes > Math.min(this.#limits.answerBytes, this.#limits.bytes - this.#bytes))
          return fenced(found.join("\n"), "found", this.#token);
        found.push(shown);
        this.#sent.add(path);
      }
    }
    return found.length === 0 ? "Nothing was found." : fenced(found.join("\n"), "found", this.#token);
  }

  #list(path: string): string {
    const folder = path === "" || path === "." || path === "./" ? "" : `${path.replace(/\/$/, "")}/`;
    if (folder !== "" && !this.#files.paths().some((known) => known.startsWith(folder))) return "There is no such folder.";
    const names = new Set<string>();
    for (const known of this.#files.paths()) {
      if (!known.startsWith(folder) || deniedPath(known, this.#files) !== undefined) continue;
      const [name, ...deeper] = known.slice(folder.length).split("/");
      names.add(deeper.length > 0 ? `${name}/` : (name ?? ""));
    }
    return fenced(this.#within([...names].sort().map(visibleText)).join("\n"), "folder", this.#token);
  }

  #mayShow(path: string): boolean {
    return this.#sent.has(path) || this.#sent.size < this.#limits.files;
  }

  /** Lines from the first on, within what one answer and the whole may still take. */
  #within(lines: readonly string[]): string[] {
    const room = Math.min(this.#limits.answerBytes, this.#limits.bytes - this.#bytes);
    let bytes = 0;
    const end = lines.findIndex((line) => {
      bytes += Buffer.byteLength(line) + 1;
      return bytes > room;
    });
    return end < 0 ? [...lines] : lines.slice(0, end);
  }
}
