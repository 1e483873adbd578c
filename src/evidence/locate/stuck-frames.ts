import type { Frame } from "../../domain/failure.js";

/** A function that is on this share of the stacks is where the program goes round; what it calls is on fewer. */
const nearlyAll = 0.9;
const mostLines = 6;

/**
 * Where a program that does not end goes round, most telling first: the innermost function that is on nearly all stacks, at the lines it was seen at by how
 * often, then what it calls, then what called it.
 * @param stacks each innermost first, taken some times over; empty ones say nothing
 */
export function stuckFrames(stacks: readonly (readonly Frame[])[]): Frame[] {
  const seen = stacks.filter((stack) => stack.length > 0);
  const [first = []] = seen;
  const isCommon = (frame: Frame): boolean => seen.filter((stack) => stack.some((one) => isSameFunction(one, frame))).length >= nearlyAll * seen.length;
  const at = Math.max(0, first.findIndex(isCommon));
  const round = first[at];
  if (round === undefined) return [];
  const lines = byFrequency(seen.flatMap((stack) => stack.filter((one) => isSameFunction(one, round)).slice(0, 1)));
  const called = byFrequency(
    seen.flatMap((stack) =>
      stack.slice(
        0,
        Math.max(
          0,
          stack.findIndex((one) => isSameFunction(one, round)),
        ),
      ),
    ),
  );
  return [...lines.slice(0, mostLines), ...called.slice(0, mostLines), ...first.slice(at + 1).filter((one) => !isSameFunction(one, round))];
}

function isSameFunction(one: Frame, other: Frame): boolean {
  return one.file === other.file && one.function === other.function;
}

function byFrequency(frames: readonly Frame[]): Frame[] {
  const counted = new Map<string, { readonly frame: Frame; count: number }>();
  for (const frame of frames) {
    const key = `${frame.file}:${frame.line}`;
    const known = counted.get(key);
    if (known === undefined) counted.set(key, { frame, count: 1 });
    else known.count += 1;
  }
  return [...counted.values()].sort((one, other) => other.count - one.count).map(({ frame }) => frame);
}
