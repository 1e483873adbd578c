import type { Word } from "./shell-line.js";

/** What stands behind the wrappers of a simple command. */
export interface Peeled {
  /** Base name of the program or, after `python -m`, the module: "pytest", "jest", "node", "npm". */
  readonly program: string;
  /** Index of the first word after the program. */
  readonly argumentsFrom: number;
  /** `NAME=value` words of env and cross-env, as they were met. */
  readonly assignments: readonly string[];
  /** The Python interpreter's own options before `-m`, e.g. ["-I"]. */
  readonly interpreterOptions: readonly string[];
}

type Skip = (words: readonly string[], from: number) => number;

/** Index of the first word that is no option; options in `valued` take the next word too. */
function pastOptions(valued: readonly string[]): Skip {
  return (words, from) => {
    let at = from;
    while (at < words.length && words[at]?.startsWith("-")) {
      const word = words[at] ?? "";
      at += valued.includes(word) ? 2 : 1;
      if (word === "--") break;
    }
    return at;
  };
}

function pastAssignments(valued: readonly string[]): Skip {
  const options = pastOptions(valued);
  return (words, from) => {
    let at = options(words, from);
    while (/^[A-Za-z_][A-Za-z0-9_]*=/.test(words[at] ?? "")) at += 1;
    return words[at] === "--" ? at + 1 : at;
  };
}

function afterVerb(verbs: readonly string[], valued: readonly string[]): Skip {
  const options = pastOptions(valued);
  return (words, from) => {
    const verb = options(words, from);
    return verbs.includes(words[verb] ?? "") ? options(words, verb + 1) : -1;
  };
}

const PACKAGE_OPTIONS = ["-p", "--package", "-c", "--call", "-C", "--prefix", "-w", "--workspace", "--filter", "-F"];
const UV_OPTIONS = [
  "--with",
  "--extra",
  "--group",
  "--python",
  "-p",
  "--directory",
  "--project",
  "--env-file",
  "--package",
  "--with-requirements",
  "--index-url",
];
const CONDA_OPTIONS = ["-n", "--name", "-p", "--prefix"];

/** Programs that start another one: where does that one's name stand? -1 = not in this spelling. */
const WRAPPERS: Readonly<Record<string, Skip>> = {
  env: pastAssignments(["-u", "--unset", "-C", "--chdir"]),
  "cross-env": pastAssignments([]),
  "cross-env-shell": pastAssignments([]),
  dotenv: pastAssignments(["-e", "-f", "-c"]),
  time: pastOptions(["-f", "-o"]),
  nice: pastOptions(["-n"]),
  nohup: pastOptions([]),
  exec: pastOptions([]),
  command: pastOptions([]),
  stdbuf: pastOptions(["-i", "-o", "-e"]),
  timeout: (words, from) => pastOptions(["-s", "--signal", "-k", "--kill-after"])(words, from) + 1,
  "xvfb-run": pastOptions(["-s", "--server-args", "-n", "-e", "-f", "-w"]),
  npx: pastOptions(PACKAGE_OPTIONS),
  pnpx: pastOptions(PACKAGE_OPTIONS),
  bunx: pastOptions(PACKAGE_OPTIONS),
  poetry: afterVerb(["run"], ["-C", "--directory", "-P", "--project"]),
  pipenv: afterVerb(["run"], []),
  pdm: afterVerb(["run"], ["-p"]),
  rye: afterVerb(["run"], []),
  hatch: afterVerb(["run"], ["-e", "--env"]),
  uv: afterVerb(["run"], UV_OPTIONS),
  conda: afterVerb(["run"], CONDA_OPTIONS),
  mamba: afterVerb(["run"], CONDA_OPTIONS),
  micromamba: afterVerb(["run"], CONDA_OPTIONS),
  c8: pastOptions(["-r", "--reporter", "-o", "--reports-dir", "-x", "--exclude", "-n", "--include"]),
  nyc: pastOptions(["-r", "--reporter", "-x", "--exclude", "-n", "--include"]),
  pnpm: afterVerb(["exec", "dlx"], PACKAGE_OPTIONS),
  yarn: afterVerb(["exec", "dlx"], PACKAGE_OPTIONS),
  npm: afterVerb(["exec", "x"], PACKAGE_OPTIONS),
  bun: afterVerb(["x"], PACKAGE_OPTIONS),
};

const PYTHON = /^(?:python|pypy)(?:\d(?:\.\d+)?)?(?:\.exe)?$/;
const PYTHON_VALUED = ["-X", "-W", "--check-hash-based-pycs"];
const COVERAGE_VALUED = ["--rcfile", "--include", "--omit", "--source", "--context", "--concurrency", "--data-file"];

/** Peels wrappers off until a program is left that is none. */
export function peel(words: readonly Word[]): Peeled | undefined {
  const texts = words.map((word) => word.text);
  const assignments: string[] = [];
  let options: readonly string[] = [];
  let at = 0;
  for (let depth = 0; depth < 12; depth += 1) {
    const name = baseName(texts[at]);
    if (name === undefined) return undefined;
    const python = PYTHON.test(name) ? pythonModule(texts, at + 1) : coverageModule(name, texts, at + 1);
    if (python !== undefined) {
      options = python.options;
      at = python.at;
      continue;
    }
    const next = WRAPPERS[name]?.(texts, at + 1) ?? nodeScript(name, texts, at + 1);
    if (next < 0 || next >= texts.length) return { program: name, argumentsFrom: at + 1, assignments, interpreterOptions: options };
    assignments.push(...texts.slice(at + 1, next).filter((text) => /^[A-Za-z_][A-Za-z0-9_]*=/.test(text)));
    at = next;
  }
  return undefined;
}

function baseName(word: string | undefined): string | undefined {
  if (word === undefined || word === "") return undefined;
  const path = word.replaceAll("\\", "/");
  const tool = /node_modules\/(?!\.)((?:@[^/]+\/)?[^/]+)\//.exec(path);
  if (tool?.[1] !== undefined) return tool[1];
  return path.slice(path.lastIndexOf("/") + 1);
}

/** `python [options] -m module`: the module becomes the program. */
function pythonModule(words: readonly string[], from: number): { at: number; options: string[] } | undefined {
  const options: string[] = [];
  let at = from;
  while (at < words.length) {
    const word = words[at] ?? "";
    if (word === "-m") return at + 1 < words.length ? { at: at + 1, options } : undefined;
    if (!word.startsWith("-") || word === "-c") return undefined;
    options.push(word);
    at += PYTHON_VALUED.includes(word) ? 2 : 1;
  }
  return undefined;
}

/** `coverage run [options] -m module`. */
function coverageModule(name: string, words: readonly string[], from: number): { at: number; options: string[] } | undefined {
  if (!/^coverage3?$/.test(name) || words[from] !== "run") return undefined;
  let at = from + 1;
  while (at < words.length) {
    const word = words[at] ?? "";
    if (word === "-m" || word === "--module") return { at: at + 1, options: [] };
    if (!word.startsWith("-")) return undefined;
    at += COVERAGE_VALUED.includes(word) ? 2 : 1;
  }
  return undefined;
}

const NODE_VALUED = ["-r", "--require", "--import", "--loader", "--experimental-loader", "--env-file", "-C", "--conditions"];

/** `node [options] node_modules/…/tool`: the tool is the program; other scripts leave node as the program. */
function nodeScript(name: string, words: readonly string[], from: number): number {
  if (name !== "node") return -1;
  const script = pastOptions(NODE_VALUED)(words, from);
  return /(?:^|\/)node_modules\//.test(words[script] ?? "") ? script : -1;
}
