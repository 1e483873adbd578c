import type { Patch } from "../domain/patch.js";
import { assemble, type MinimisationResult, type Part, partsOf } from "./minimisation.js";

export interface ConsiderateResult extends MinimisationResult {
  /** Parts that no test was seen to need and that stay all the same, e.g. "src/a.py line 12". */
  readonly unneeded: readonly string[];
}

/**
 * For patches of a model, whose edits belong together by thought: only files that no test needs, comments and formatting are dropped. Any
 * other part that could be left out stays, and is named. Yields smaller patches and must be told whether each is still good.
 */
export function* considerateMinimisation(patch: Patch, { runsLeft }: { readonly runsLeft: number }): Generator<Patch, ConsiderateResult, boolean> {
  const start = patch.changes.flatMap((change) => partsOf(change, "hunk"));
  const asking: Asking = { patch, parts: start, runs: 0, runsLeft, cut: "no" };
  for (const path of new Set(start.map((part) => part.path))) yield* dropIfGood(asking, (part) => part.path === path);
  for (const part of start.filter(isIncidental)) yield* dropIfGood(asking, (other) => other === part);
  const unneeded: string[] = [];
  for (const part of asking.parts) if (yield* isGoodWithout(asking, (other) => other === part)) unneeded.push(nameOf(part));
  const { parts, runs } = asking;
  return {
    patch: parts === start ? patch : assemble(patch, parts),
    dropped: start.length - parts.length,
    kept: parts.length,
    runs,
    finished: asking.cut === "no",
    unneeded,
  };
}

interface Asking {
  readonly patch: Patch;
  parts: readonly Part[];
  runs: number;
  readonly runsLeft: number;
  /** Whether the runs were used up. */
  cut: "yes" | "no";
}

type Chosen = (part: Part) => boolean;

function* dropIfGood(asking: Asking, chosen: Chosen): Generator<Patch, void, boolean> {
  if (yield* isGoodWithout(asking, chosen)) asking.parts = asking.parts.filter((part) => !chosen(part));
}

function* isGoodWithout(asking: Asking, chosen: Chosen): Generator<Patch, boolean, boolean> {
  const rest = asking.parts.filter((part) => !chosen(part));
  if (rest.length === 0 || rest.length === asking.parts.length) return false;
  if (asking.runs >= asking.runsLeft) {
    asking.cut = "yes";
    return false;
  }
  asking.runs += 1;
  return yield assemble(asking.patch, rest);
}

const comment = /^\s*(?:#|\/\/|\/\*|\*|\*\/|<!--|--)/;

/** Nothing but blanks or comments differs. Blanks may still mean something, so it is dropped only when the tests agree. */
function isIncidental(part: Part): boolean {
  if (!("hunk" in part)) return false;
  const code = (lines: readonly string[]): string =>
    lines
      .filter((line) => !comment.test(line))
      .join("")
      .replace(/\s+/g, "");
  return code(part.hunk.before) === code(part.hunk.after);
}

function nameOf(part: Part): string {
  return "hunk" in part ? `${part.path} line ${part.hunk.at + 1}` : part.path;
}
