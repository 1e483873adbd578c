import { isMap, isScalar, LineCounter, type Node, parseDocument } from "yaml";
import * as z from "zod";
import { SetupError } from "../domain/errors.js";

const positive = z.number().positive();
const wholePositive = z.int().positive();

/** `.github/heal.yml`; every key is optional. */
const healYml = z.strictObject({
  checks: z.array(z.string().trim().min(1)).min(1).optional(),
  sandbox: z.enum(["auto", "docker", "bubblewrap", "none"]).optional(),
  protected: z.array(z.string().min(1)).optional(),
  allow: z.array(z.string().min(1)).optional(),
  limits: z
    .strictObject({
      "memory-mib": wholePositive.optional(),
      processes: wholePositive.optional(),
      cpus: positive.optional(),
      "disk-mib": wholePositive.optional(),
      inodes: wholePositive.optional(),
      "output-mib": wholePositive.optional(),
      "timeout-seconds": positive.optional(),
    })
    .optional(),
});

export type HealYml = z.infer<typeof healYml>;

export const healYmlKeys = Object.keys(healYml.shape);

/** Throws SetupError that names every problem with its line, key and remedy. `where` is how people know the file. */
export function parseHealYml(text: string, where: string): HealYml {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const broken = document.errors[0];
  if (broken !== undefined) throw new SetupError(`${where}, line ${lines.linePos(broken.pos[0]).line}: not valid YAML: ${broken.message}`);
  if (document.contents === null) return {};
  const result = healYml.safeParse(document.toJS());
  if (result.success) return result.data;
  const root = document.contents as unknown as Node;
  throw new SetupError(
    result.error.issues
      .flatMap((issue) => describe(issue))
      .map(({ path, text: problem }) => `${where}, line ${lineOf(root, path, lines)}: ${problem}`)
      .join("\n"),
  );
}

interface Problem {
  readonly path: readonly PropertyKey[];
  readonly text: string;
}

function describe(issue: z.core.$ZodIssue): Problem[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      path: [...issue.path, key],
      text: `unknown key \`${[...issue.path, key].join(".")}\`. Known keys here: ${knownKeys(issue.path).join(", ")}. Remove it or correct its spelling.`,
    }));
  }
  const key = issue.path.length === 0 ? "the file" : `\`${issue.path.join(".")}\``;
  return [{ path: issue.path, text: `${key} has a wrong value: ${issue.message}. Correct the value.` }];
}

function knownKeys(path: readonly PropertyKey[]): string[] {
  return path[0] === "limits" ? Object.keys(healYml.shape.limits.unwrap().shape) : healYmlKeys;
}

/** 1-based line of the key that `path` leads to, or of the nearest node above it. */
function lineOf(root: Node, path: readonly PropertyKey[], lines: LineCounter): number {
  let node: Node | null | undefined = root;
  let offset = root.range?.[0] ?? 0;
  for (const step of path) {
    if (!isMap(node)) break;
    const pair = node.items.find((item) => isScalar(item.key) && item.key.value === step);
    if (pair === undefined) break;
    offset = (pair.key as Node).range?.[0] ?? offset;
    node = pair.value as Node | null;
  }
  return lines.linePos(offset).line;
}
