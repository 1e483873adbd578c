import { posix } from "node:path";
import { decodedMappings, type SourceMapInput, TraceMap } from "@jridgewell/trace-mapping";
import type { LineCoverage } from "./coverage.js";

/** V8's block coverage: start and end offset, executions; a later range lies inside or behind an earlier one of its function. */
export type V8Range = readonly [start: number, end: number, count: number];

/** One script as V8 compiled it, and where its code comes from. */
export interface MappedScript {
  /** Lines of the original files that these counts say were executed. */
  executedLines(ranges: readonly V8Range[]): LineCoverage;
  /** Where a place of the script (line 1-based, column 0-based) stands in the original files; undefined = in none of the tree's. */
  placeOf(line: number, column: number): { readonly path: string; readonly line: number } | undefined;
}

interface Point {
  readonly offset: number;
  readonly path: string;
  /** 1-based. */
  readonly line: number;
}

const INLINE_MAP = /\/\/[#@] sourceMappingURL=data:application\/json[^,]*;base64,([A-Za-z0-9+/=]+)\s*$/gm;
/** Vitest runs a module inside a function that it opens on the module's first line. */
const VITEST_WRAPPER = /^'use strict';async \([^)]*\)=>\{\{/;

export interface MapPlace {
  /** Absolute root of the tree. */
  readonly root: string;
  /** Maps that do not stand in the script itself, by absolute path of the script. */
  readonly maps: ReadonlyMap<string, SourceMapInput>;
}

interface Script {
  readonly path: string;
  readonly source: string;
}

/** Positions whose execution is asked for: each mapped segment, or without a source map the first character of each line. */
export function mapScript(script: Script, place: MapPlace): MappedScript {
  const points = pointsOf(script, place).sort((left, right) => left.offset - right.offset);
  const starts = lineStarts(script.source);
  return {
    executedLines: (ranges) => executedLines(points, ranges),
    placeOf: (line, column) => {
      const offset = (starts[line - 1] ?? 0) + column;
      const next = firstAtOrAfter(points, offset);
      const point = points[next]?.offset === offset ? points[next] : points[next - 1];
      return point === undefined ? undefined : { path: point.path, line: point.line };
    },
  };
}

function pointsOf(script: Script, place: MapPlace): Point[] {
  const map = mapOf(script, place);
  return map === undefined ? plainPoints(script, place.root) : mappedPoints(map, script, place.root);
}

function mapOf(script: Script, place: MapPlace): TraceMap | undefined {
  const encoded = [...script.source.matchAll(INLINE_MAP)].at(-1)?.[1];
  const input = encoded === undefined ? place.maps.get(script.path) : Buffer.from(encoded, "base64").toString("utf8");
  try {
    return input === undefined ? undefined : new TraceMap(input);
  } catch {
    return undefined;
  }
}

function plainPoints(script: Script, root: string): Point[] {
  const path = relative(script.path, root);
  if (path === undefined) return [];
  const starts = lineStarts(script.source);
  return script.source
    .split("\n")
    .flatMap((text, index) => codeOffsets(text).map((offset) => ({ offset: (starts[index] ?? 0) + offset, path, line: index + 1 })));
}

/** The first character of a line that is more than closing brackets, and the bodies of functions that stand on one line. */
function codeOffsets(text: string): number[] {
  const indent = text.replace(VITEST_WRAPPER, (wrapper) => " ".repeat(wrapper.length)).search(/\S/);
  if (indent === -1 || /^[\s)}\];,]*$/.test(text)) return [];
  const bodies = [...text.matchAll(/(?:=>|\{)\s*(?=[^\s{])/g)].map((match) => match.index + match[0].length);
  return [indent, ...bodies.filter((offset) => offset > indent)];
}

function mappedPoints(map: TraceMap, script: Script, root: string): Point[] {
  const starts = lineStarts(script.source);
  const shift = VITEST_WRAPPER.exec(script.source)?.[0].length ?? 0;
  const paths = map.sources.map((source) => sourcePath(source, script.path, root));
  return decodedMappings(map).flatMap((segments, index) => {
    const start = starts[index];
    if (start === undefined) return [];
    return segments.flatMap((segment) => {
      const path = segment.length > 1 ? paths[segment[1] ?? -1] : undefined;
      return path === undefined ? [] : [{ offset: start + segment[0] + (index === 0 ? shift : 0), path, line: (segment[2] ?? 0) + 1 }];
    });
  });
}

/** Sources are named absolutely, as URLs, or beside the script; a map with one nameless source means the script itself. */
function sourcePath(source: string | null, script: string, root: string): string | undefined {
  if (source === null || source === "") return relative(script, root);
  const path = source.replace(/^file:\/\//, "");
  const found = relative(path.startsWith("/") ? path : posix.join(posix.dirname(script), path), root);
  return found ?? (posix.basename(path) === posix.basename(script) ? relative(script, root) : undefined);
}

function relative(path: string, root: string): string | undefined {
  return path.startsWith(`${root}/`) && !path.includes("/node_modules/") ? path.slice(root.length + 1) : undefined;
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

/** The innermost range around a point decides: ranges are painted from the outside in. A function that ran also marks the line it begins on. */
function executedLines(points: readonly Point[], ranges: readonly V8Range[]): LineCoverage {
  const counts = new Array<number>(points.length).fill(0);
  const begun = new Set<number>();
  const outsideIn = ranges.toSorted((left, right) => left[0] - right[0] || right[1] - left[1]);
  for (const [start, end, count] of outsideIn) {
    const first = firstAtOrAfter(points, start);
    for (let at = first; at < points.length && (points[at]?.offset ?? end) < end; at += 1) counts[at] = count;
    if (count > 0 && first > 0) begun.add(points[first]?.offset === start ? first : first - 1);
  }
  const lines = new Map<string, Set<number>>();
  points.forEach((point, index) => {
    if ((counts[index] ?? 0) === 0 && !begun.has(index)) return;
    lines.set(point.path, (lines.get(point.path) ?? new Set<number>()).add(point.line));
  });
  return lines;
}

function firstAtOrAfter(points: readonly Point[], offset: number): number {
  let low = 0;
  let high = points.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((points[middle]?.offset ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
