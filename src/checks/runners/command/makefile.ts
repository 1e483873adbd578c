import type { FileView } from "../../../domain/file-view.js";

interface Rule {
  readonly needs: readonly string[];
  readonly recipe: readonly string[];
}

interface Makefile {
  readonly variables: ReadonlyMap<string, string>;
  readonly rules: ReadonlyMap<string, Rule>;
}

const NAMES = ["GNUmakefile", "makefile", "Makefile"];

/**
 * The shell lines `make <args>` runs in `directory`, prerequisites first, variables put in.
 * Undefined when the file uses what is not understood here (functions, unknown variables, includes that matter).
 */
export function makeRecipe(args: readonly string[], directory: string, files: FileView): string[] | undefined {
  const prefix = directory === "" ? "" : `${directory}/`;
  const path = NAMES.map((name) => prefix + name).find((candidate) => files.has(candidate));
  const source = path === undefined ? undefined : files.read(path);
  if (source === undefined || args.some((word) => word.startsWith("-") && !/^(?:-s|-k|-B|--silent|--no-print-directory)$/.test(word))) return undefined;
  const makefile = parseMakefile(
    source.text,
    args.filter((word) => word.includes("=")),
  );
  const targets = args.filter((word) => !word.includes("=") && !word.startsWith("-"));
  const first = [...makefile.rules.keys()].find((name) => !name.startsWith("."));
  const wanted = targets.length > 0 ? targets : first === undefined ? [] : [first];
  const lines: string[] = [];
  const done = new Set<string>();
  return wanted.every((target) => collect(target, makefile, { lines, done })) && lines.length > 0 ? lines : undefined;
}

function parseMakefile(text: string, overrides: readonly string[]): Makefile {
  const variables = new Map([["MAKE", "make"]]);
  const rules = new Map<string, Rule>();
  let current: string[] = [];
  for (const line of text
    .replace(/\r/g, "")
    .replace(/\\\n[ \t]*/g, " ")
    .split("\n")) {
    if (line.startsWith("\t")) {
      current.push(line.slice(1).replace(/^[@+-]+\s*/, ""));
      continue;
    }
    const assignment = /^(?:export\s+)?([A-Za-z_][\w.-]*)\s*(\?|:{1,2}|\+)?=\s*(.*)$/.exec(line);
    if (assignment !== null) {
      assign(variables, { name: assignment[1] ?? "", operator: assignment[2] ?? "", value: (assignment[3] ?? "").replace(/\s+#.*$/, "") });
      continue;
    }
    const rule = /^([^\s#:=][^:=#]*):(?!=)([^#;]*)(?:;(.*))?/.exec(line);
    if (rule === null) continue;
    current = rule[3] === undefined ? [] : [rule[3].trim()];
    for (const target of (rule[1] ?? "").trim().split(/\s+/))
      addRule(rules, target, { needs: (rule[2] ?? "").trim().split(/\s+/).filter(Boolean), recipe: current });
  }
  for (const override of overrides) variables.set(override.slice(0, override.indexOf("=")), override.slice(override.indexOf("=") + 1));
  return { variables, rules };
}

function assign(variables: Map<string, string>, parts: { name: string; operator: string; value: string }): void {
  const before = variables.get(parts.name);
  if (parts.operator === "?" && before !== undefined) return;
  variables.set(parts.name, parts.operator === "+" && before !== undefined ? `${before} ${parts.value}` : parts.value);
}

function addRule(rules: Map<string, Rule>, target: string, rule: Rule): void {
  const before = rules.get(target);
  rules.set(target, before === undefined ? rule : { needs: [...before.needs, ...rule.needs], recipe: before.recipe.length > 0 ? before.recipe : rule.recipe });
}

function collect(target: string, makefile: Makefile, into: { lines: string[]; done: Set<string> }): boolean {
  if (into.done.has(target)) return true;
  into.done.add(target);
  const rule = makefile.rules.get(target);
  if (rule === undefined) return true;
  for (const need of rule.needs) {
    if (!collect(need, makefile, into)) return false;
  }
  for (const line of rule.recipe) {
    const expanded = expand(line, makefile.variables, 0);
    if (expanded === undefined) return false;
    if (expanded.trim() !== "") into.lines.push(expanded);
  }
  return true;
}

function expand(text: string, variables: ReadonlyMap<string, string>, depth: number): string | undefined {
  if (depth > 8) return undefined;
  let unknown = false;
  const result = text.replace(/\$\$|\$\(([^()]*)\)|\$\{([^{}]*)\}|\$(.)/g, (whole, round?: string, curly?: string, single?: string) => {
    if (whole === "$$") return "$";
    const value = variables.get(round ?? curly ?? single ?? "");
    const expanded = value === undefined ? undefined : expand(value, variables, depth + 1);
    if (expanded === undefined) unknown = true;
    return expanded ?? "";
  });
  return unknown ? undefined : result;
}
