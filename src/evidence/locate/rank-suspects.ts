import type { CaseResult } from "../../domain/case.js";
import type { FileView } from "../../domain/file-view.js";
import type { Suspect } from "../../domain/suspect.js";
import type { SyntaxTrees } from "../../ports/syntax-trees.js";
import type { Coverage } from "../probes/coverage.js";
import { type FunctionRange, functionAt, MODULE, moduleRange } from "./functions.js";
import { ParsedFiles } from "./parsed-files.js";
import { reachable } from "./reach.js";
import { Spectrum } from "./spectrum.js";

export interface RankRequest {
  /** Red cases to heal. */
  readonly failures: readonly CaseResult[];
  /** Green cases of the same run. */
  readonly passed: readonly CaseResult[];
  /** Undefined or empty = could not be had. */
  readonly coverage: Coverage | undefined;
  readonly files: FileView;
  readonly trees: SyntaxTrees;
  /** Paths no patch may touch: never suspects. */
  readonly isProtected: (path: string) => boolean;
}

/**
 * Functions that may hold the fault, most suspicious first: those on the stacks of the red cases (innermost first), then those the
 * red cases executed by Ochiai's measure, then those reachable from the red test files by imports. A fault that no frame names is thus still listed.
 */
export async function rankSuspects(request: RankRequest): Promise<Suspect[]> {
  const board = new Board(request);
  await board.addFrames();
  await board.addExecuted();
  await board.addReachable();
  return board.suspects();
}

interface Mark {
  readonly file: string;
  readonly range: FunctionRange;
  readonly score: number;
  readonly because: string;
  readonly lines: readonly number[];
}

/** Where the bands lie: a frame always beats a mere execution, an execution a mere import. */
const FRAME_TOP = 1;
const FRAME_STEP = 0.04;
const FRAME_LEAST = 0.76;
const EXECUTED_LEAST = 0.3;
const EXECUTED_SPAN = 0.45;
const IMPORTED_NAMED = 0.28;
const IMPORTED_TOP = 0.22;
/** Code outside of functions runs once, when its file is loaded: no test can be told to have executed it. */
const MODULE_SHARE = 0.6;

class Board {
  readonly #request: RankRequest;
  readonly #parsed: ParsedFiles;
  readonly #spectrum: Spectrum | undefined;
  readonly #marks = new Map<string, Mark>();

  constructor(request: RankRequest) {
    this.#request = request;
    this.#parsed = new ParsedFiles(request.files, request.trees);
    this.#spectrum = Spectrum.of(request.coverage, { red: request.failures, green: request.passed });
  }

  suspects(): Suspect[] {
    return [...this.#marks.values()]
      .sort((left, right) => right.score - left.score || left.file.localeCompare(right.file) || left.range.start - right.range.start)
      .map(({ file, range, score, because, lines }) => ({
        file,
        function: range.name,
        start: range.start,
        end: range.end,
        startLine: range.startLine,
        endLine: range.endLine,
        score: Number(score.toFixed(4)),
        because,
        hotLines: this.#hotLines(file, range, lines),
      }));
  }

  async addFrames(): Promise<void> {
    for (const failure of this.#request.failures) {
      const frames = (failure.failure?.frames ?? []).filter((frame) => this.#mayHoldFault(frame.file));
      for (const [depth, frame] of frames.entries()) {
        const score = Math.max(FRAME_LEAST, FRAME_TOP - depth * FRAME_STEP);
        await this.#mark(frame.file, frame.line, { score, because: `on the stack of ${failure.reportedId}` });
      }
    }
  }

  async addExecuted(): Promise<void> {
    const spectrum = this.#spectrum;
    if (spectrum === undefined) return;
    for (const file of spectrum.files().filter((path) => this.#mayHoldFault(path))) {
      const parsed = await this.#parsed.get(file);
      if (parsed === undefined) continue;
      const scores = parsed.functions.map((range) => ({ range, score: spectrum.score(file, ownLines(range, parsed.functions)) }));
      for (const { range, score } of scores) {
        if (score > 0)
          this.#add(file, range, { score: EXECUTED_LEAST + EXECUTED_SPAN * score, because: `executed by failing tests (Ochiai ${score.toFixed(2)})` });
      }
      const best = Math.max(0, ...scores.map((one) => one.score));
      this.#add(file, moduleRange(parsed.tree), {
        score: MODULE_SHARE * (EXECUTED_LEAST + EXECUTED_SPAN * best),
        because: "top-level code of a file that failing tests execute",
      });
    }
  }

  /** Without coverage this is all there is beside the stacks; with it, it only finds what did not run but should have. */
  async addReachable(): Promise<void> {
    const starts = [...new Set(this.#request.failures.map((failure) => failure.name.file))].filter((file) => this.#request.files.has(file));
    const called = new Set(starts.flatMap((file) => [...(this.#request.files.read(file)?.text ?? "").matchAll(/[A-Za-z_$][\w$]*/g)].map((match) => match[0])));
    const weight = this.#spectrum === undefined ? 1 : 0.3;
    for (const [file, distance] of await reachable(starts, this.#parsed)) {
      const parsed = this.#mayHoldFault(file) ? await this.#parsed.get(file) : undefined;
      if (parsed === undefined) continue;
      const because = `imported ${distance === 1 ? "by a failing test file" : `${distance} steps from a failing test file`}`;
      for (const range of parsed.functions) {
        const isNamed = called.has(range.name.split(".").at(-1) ?? "");
        this.#add(file, range, { score: (weight * (isNamed ? IMPORTED_NAMED : IMPORTED_TOP)) / Math.sqrt(Math.max(1, distance)), because });
      }
      this.#add(file, moduleRange(parsed.tree), { score: (weight * MODULE_SHARE * IMPORTED_NAMED) / Math.sqrt(Math.max(1, distance)), because });
    }
  }

  #mayHoldFault(path: string): boolean {
    return this.#request.files.has(path) && !this.#request.isProtected(path);
  }

  async #mark(file: string, line: number, mark: { readonly score: number; readonly because: string }): Promise<void> {
    const parsed = await this.#parsed.get(file);
    if (parsed === undefined) return;
    this.#add(file, functionAt(parsed.functions, line) ?? moduleRange(parsed.tree), { ...mark, line });
  }

  /** The strongest reason is kept; lines that stacks name are gathered. */
  #add(file: string, range: FunctionRange, mark: { readonly score: number; readonly because: string; readonly line?: number }): void {
    const key = `${file}\0${range.start}\0${range.name}`;
    const known = this.#marks.get(key);
    const lines = [...(known?.lines ?? []), ...(mark.line === undefined ? [] : [mark.line])];
    const isStronger = known === undefined || mark.score > known.score;
    const { score, because } = isStronger ? mark : known;
    this.#marks.set(key, { file, range, score, because, lines: [...new Set(lines)] });
  }

  /** Lines the stacks name, then executed lines by how much red cases favour them. */
  #hotLines(file: string, range: FunctionRange, named: readonly number[]): number[] {
    const spectrum = this.#spectrum;
    if (spectrum === undefined || range.name === MODULE) return [...named];
    const executed = spectrum.redLines(file, range.startLine, range.endLine).map((line) => ({ line, score: spectrum.score(file, [line]) }));
    const ordered = executed.sort((left, right) => right.score - left.score || left.line - right.line).map((one) => one.line);
    return [...new Set([...named, ...ordered])];
  }
}

/** Body lines that belong to this function and to no other inside it. A function on one line is that line. */
function ownLines(range: FunctionRange, functions: readonly FunctionRange[]): number[] {
  const inner = functions.filter((other) => other !== range && other.start >= range.start && other.end <= range.end);
  const lines: number[] = [];
  for (let line = Math.min(range.bodyLine, range.endLine); line <= range.endLine; line += 1) {
    if (!inner.some((other) => other.bodyLine <= line && line <= other.endLine && other.startLine !== range.startLine)) lines.push(line);
  }
  return lines;
}
