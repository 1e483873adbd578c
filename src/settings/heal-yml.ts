import { type Document, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, visit } from "yaml";
import * as z from "zod";
import { SetupError } from "../domain/errors.js";
import { elsewhere } from "./elsewhere.js";
import { isLocalModel, isModelName } from "./model-name.js";

/** A command or pattern; the system's calls end a text at a NUL. */
const line = z
  .string()
  .trim()
  .min(1)
  .refine((text) => !text.includes("\0"), "it must not hold a NUL character");

/** Below these no box comes up; above, a system call would overflow. */
const between = (least: number, most: number) => z.int().min(least).max(most);

/** Names of files and bundles are the command line's: a repository must not say what is read on the machine. */
const modelName = line
  .refine(isModelName, "it must be a name without hidden characters")
  .refine((name) => !isLocalModel(name), "only --model and the `model` input take `scripted:` and `replay:`");
const onOff = z.enum(["on", "off"]);
/** US dollars for a million tokens. */
const dollars = z.number().min(0).max(1_000_000);

/** `.github/heal.yml`; every key is optional. Where a key is sent is none of them: whoever may change the repository could have it sent elsewhere. */
const healYml = z.strictObject({
  checks: z.array(line).min(1).optional(),
  sandbox: z.enum(["auto", "docker", "bubblewrap", "none"]).optional(),
  protected: z.array(line).optional(),
  allow: z.array(line).optional(),
  model: modelName.optional(),
  "repair-model": modelName.optional(),
  profile: z.enum(["auto", "small", "large"]).optional(),
  prices: z.record(line, z.strictObject({ input: dollars, output: dollars })).optional(),
  tester: onOff.optional(),
  reviewer: onOff.optional(),
  approval: z.enum(["required", "auto"]).optional(),
  limits: z
    .strictObject({
      "memory-mib": between(16, 16_777_216).optional(),
      processes: between(8, 4_194_304).optional(),
      cpus: z.number().min(0.1).max(4096).optional(),
      "disk-mib": between(16, 16_777_216).optional(),
      inodes: between(1000, 1_000_000_000).optional(),
      "output-mib": between(1, 1024).optional(),
      "timeout-seconds": z.number().min(0.1).max(86_400).optional(),
    })
    .optional(),
});

export type HealYml = z.infer<typeof healYml>;

export const healYmlKeys = Object.keys(healYml.shape);

/** Throws SetupError that names every problem with its line, key and remedy. `where` is how people know the file. */
export function parseHealYml(text: string, where: string): HealYml {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, logLevel: "error" });
  const broken = document.errors[0];
  if (broken !== undefined)
    throw new SetupError(`${where}, line ${lines.linePos(broken.pos[0]).line}: not valid YAML: ${broken.message.trim()} Correct that line.`);
  if (document.contents === null) return {};
  refuseHiddenKey(document, (offset) => `${where}, line ${lines.linePos(offset).line}`);
  const result = healYml.safeParse(resolved(document, where));
  if (result.success) return result.data;
  const root = document.contents as unknown as Node;
  throw new SetupError(
    result.error.issues
      .flatMap((issue) => describe(issue))
      .map(({ path, text: problem }) => `${where}, line ${lineOf(root, path, lines)}: ${problem}`)
      .join("\n"),
  );
}

/** Objects pass over a key of this name without a word. */
function refuseHiddenKey(document: Document, place: (offset: number) => string): void {
  visit(document, {
    Pair: (_, { key }) => {
      if (isScalar(key) && key.value === "__proto__") throw new SetupError(`${place(key.range?.[0] ?? 0)}: unknown key \`__proto__\`. Remove it.`);
    },
  });
}

/** An alias that is not defined, or aliases that multiply beyond all measure, only show here. */
function resolved(document: Document, where: string): unknown {
  try {
    return document.toJS();
  } catch (error) {
    throw new SetupError(`${where}: its aliases cannot be resolved: ${error instanceof Error ? error.message : String(error)}. Write the values out.`);
  }
}

interface Problem {
  readonly path: readonly PropertyKey[];
  readonly text: string;
}

function describe(issue: z.core.$ZodIssue): Problem[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      path: [...issue.path, key],
      text: `unknown key \`${[...issue.path, key].join(".")}\`. ${elsewhere(key) ?? `Known keys here: ${knownKeys(issue.path).join(", ")}. Remove it or correct its spelling.`}`,
    }));
  }
  const key = issue.path.length === 0 ? "the file" : `\`${issue.path.join(".")}\``;
  return [{ path: issue.path, text: `${key} has a wrong value: ${issue.message}. Correct the value.` }];
}

function knownKeys(path: readonly PropertyKey[]): string[] {
  if (path[0] === "prices") return ["input", "output"];
  return path[0] === "limits" ? Object.keys(healYml.shape.limits.unwrap().shape) : healYmlKeys;
}

/** 1-based line of the key or entry that `path` leads to, or of the nearest node above it. */
function lineOf(root: Node, path: readonly PropertyKey[], lines: LineCounter): number {
  let node: Node | null | undefined = root;
  let offset = root.range?.[0] ?? 0;
  for (const step of path) {
    const next = stepInto(node, step);
    if (next === undefined) break;
    offset = next.at ?? offset;
    node = next.value;
  }
  return lines.linePos(offset).line;
}

function stepInto(node: Node | null | undefined, step: PropertyKey): { readonly at: number | undefined; readonly value: Node | null } | undefined {
  if (isSeq(node)) {
    const value = node.items[Number(step)] as Node | undefined;
    return value === undefined ? undefined : { at: value.range?.[0], value };
  }
  if (!isMap(node)) return undefined;
  const pair = node.items.find((item) => isScalar(item.key) && item.key.value === step);
  return pair === undefined ? undefined : { at: (pair.key as Node).range?.[0], value: pair.value as Node | null };
}
