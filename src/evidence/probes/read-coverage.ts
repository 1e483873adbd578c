import { z } from "zod";
import type { Frame } from "../../domain/failure.js";
import { jsonLines } from "../readers/json-lines.js";
import { addLines, Coverage, type LineCoverage, titleKey } from "./coverage.js";
import { type MapPlace, type MappedScript, mapScript } from "./mapped-script.js";

const HEAD = /^\{"heal": ?"coverage\/1"/;

const pythonCase = z.object({ case: z.string(), lines: z.record(z.string(), z.array(z.number())) });
const script = z.object({ script: z.string(), path: z.string(), source: z.string() });
const sourceMap = z.object({
  mapOf: z.string(),
  map: z.object({ version: z.literal(3), names: z.array(z.string()), sources: z.array(z.string().nullable()), mappings: z.string() }),
});
const range = z.tuple([z.number(), z.number(), z.number()]);
const javascriptCase = z.object({
  case: z.string().optional(),
  titles: z.array(z.string()).optional(),
  file: z.string().nullish(),
  scripts: z.record(z.string(), z.array(range)),
});

/** What runs in the box may have written these files: no more is taken than a probe writes. */
const most = { stacks: 100, frames: 300, name: 200, path: 1_000 } as const;
const stacksOf = <T extends z.ZodType>(entry: T) => z.array(z.array(entry).max(most.frames)).max(most.stacks);
const functionName = z.string().max(most.name);
const pythonStuck = z.object({ stuck: z.unknown(), stacks: stacksOf(z.tuple([z.string().max(most.path), z.int(), functionName])) });
const javascriptStuck = z.object({ stuck: z.unknown(), stacks: stacksOf(z.tuple([z.string().max(most.name), z.int(), z.int(), functionName])) });

/** Stacks of a case that did not end, each innermost first, as they were seen some times over. */
export type SeenStacks = readonly (readonly Frame[])[];

/** Where the cases that did not end were seen, from the files that the probes left. `root` is the tree as the box saw it. */
export function readStuck(files: Readonly<Record<string, string>>, root: string): SeenStacks {
  const texts = Object.values(files).filter((text) => HEAD.test(text));
  const place: MapPlace = { root, maps: new Map(texts.flatMap(mapsIn)) };
  return texts.filter((text) => text.includes('"stuck"')).flatMap((text) => stacksIn(text, place));
}

function stacksIn(text: string, place: MapPlace): Frame[][] {
  const { values } = jsonLines(text);
  const scripts = scriptsIn(values, place);
  return values.flatMap((value) => {
    const python = pythonStuck.safeParse(value);
    if (python.success) return python.data.stacks.map((stack) => stack.map(([file, line, name]) => frame({ path: file, line }, name)));
    const javascript = javascriptStuck.safeParse(value);
    if (!javascript.success) return [];
    return javascript.data.stacks.map((stack) =>
      stack.flatMap(([id, line, column, name]) => {
        const at = scripts.get(id)?.placeOf(line, column);
        return at === undefined ? [] : [frame(at, name)];
      }),
    );
  });
}

function frame({ path, line }: { readonly path: string; readonly line: number }, name: string): Frame {
  return { file: path, line, ...(name === "" || name.startsWith("<") ? {} : { function: name }) };
}

function scriptsIn(values: readonly unknown[], place: MapPlace): Map<string, MappedScript> {
  const scripts = new Map<string, MappedScript>();
  for (const value of values) {
    const source = script.safeParse(value);
    if (source.success) scripts.set(source.data.script, mapScript(source.data, place));
  }
  return scripts;
}

/** Per-case coverage from the files that the probes left; other files are passed over. `root` is the tree as the box saw it. */
export function readCoverage(files: Readonly<Record<string, string>>, root: string): Coverage {
  const byKey: ByKey = new Map();
  const texts = Object.values(files).filter((text) => HEAD.test(text));
  const place: MapPlace = { root, maps: new Map(texts.flatMap(mapsIn)) };
  for (const text of texts) readFile(text, place, byKey);
  return new Coverage(byKey);
}

type ByKey = Map<string, Map<string, Set<number>>>;

/** Source maps that were written apart from the code, by absolute path of the script. */
function mapsIn(text: string): (readonly [string, z.infer<typeof sourceMap>["map"]])[] {
  return text.includes('"mapOf"')
    ? jsonLines(text).values.flatMap((value) => {
        const found = sourceMap.safeParse(value);
        return found.success ? [[found.data.mapOf, found.data.map] as const] : [];
      })
    : [];
}

function readFile(text: string, place: MapPlace, byKey: ByKey): void {
  const { values } = jsonLines(text);
  const scripts = scriptsIn(values, place);
  for (const value of values) {
    const python = pythonCase.safeParse(value);
    if (python.success) add(byKey, python.data.case, new Map(Object.entries(python.data.lines).map(([path, lines]) => [path, new Set(lines)])));
    const javascript = javascriptCase.safeParse(value);
    if (javascript.success) add(byKey, keyOf(javascript.data, place.root), linesOf(javascript.data.scripts, scripts));
  }
}

function keyOf(told: z.infer<typeof javascriptCase>, root: string): string {
  const file = (told.file ?? "").replace(/^file:\/\//, "");
  const relative = file.startsWith(`${root}/`) ? file.slice(root.length + 1) : file;
  return titleKey(relative, told.titles ?? [told.case ?? ""]);
}

function linesOf(ranges: z.infer<typeof javascriptCase>["scripts"], scripts: ReadonlyMap<string, MappedScript>): LineCoverage {
  const lines = new Map<string, Set<number>>();
  for (const [id, found] of Object.entries(ranges)) {
    const executed = scripts.get(id)?.executedLines(found);
    if (executed !== undefined) addLines(lines, executed);
  }
  return lines;
}

function add(byKey: ByKey, key: string, lines: LineCoverage): void {
  const known = byKey.get(key) ?? new Map<string, Set<number>>();
  addLines(known, lines);
  byKey.set(key, known);
}
