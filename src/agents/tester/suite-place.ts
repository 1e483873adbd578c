import { posix } from "node:path";
import type { RunnerName } from "../../domain/case.js";
import type { FileView } from "../../domain/file-view.js";
import { isPlainName } from "../coder/model/text/plain-name.js";

/** How a check finds its tests. */
export interface TestGround {
  readonly runner: RunnerName;
  /** The check's shell line. */
  readonly command: string;
  /** Folder the runner works in, relative to the root. */
  readonly directory: string;
  readonly files: FileView;
  readonly isTestMaterial: (path: string) => boolean;
}

const script = /\.[cm]?[jt]sx?$/;

export function isPython({ runner }: Pick<TestGround, "runner">): boolean {
  return runner === "pytest" || runner === "unittest";
}

/** Does the text declare a case of the runner? */
export function declaresCases(text: string, ground: Pick<TestGround, "runner">): boolean {
  if (isPython(ground)) return /^[ \t]*(?:async[ \t]+)?def[ \t]+test|^class[ \t]+\w+\(.*TestCase\b/m.test(text);
  return /^[ \t]*(?:describe|it|test|suite)(?:\.\w+)*\s*\(/m.test(text);
}

/** Test files of the project in the runner's language, those first whose path or text shares most words with the description. */
export function existingTests(ground: TestGround, task: string): string[] {
  const words = wordsOf(task);
  const isCandidate = (path: string): boolean =>
    (isPython(ground) ? path.endsWith(".py") : script.test(path)) && !/(?:^|\/)(?:node_modules|\.venv|venv|site-packages)\//.test(path);
  const scored = ground.files
    .paths()
    .filter((path) => isCandidate(path) && ground.isTestMaterial(path))
    .slice(0, 300)
    .flatMap((path) => {
      const text = ground.files.read(path)?.text ?? "";
      return declaresCases(text, ground) ? [{ path, score: shared(words, `${path} ${text}`), length: text.length }] : [];
    });
  return scored.sort((one, other) => other.score - one.score || one.length - other.length).map(({ path }) => path);
}

/** Words that may name code: identifiers of some length. */
export function wordsOf(text: string): ReadonlySet<string> {
  return new Set((text.match(/[A-Za-z_$][\w$]{2,}/g) ?? []).map((word) => word.toLowerCase()));
}

function shared(words: ReadonlySet<string>, text: string): number {
  const inText = wordsOf(text);
  return [...words].filter((word) => inText.has(word)).length;
}

/** A new path the check would most likely collect: beside and named like the tests that are there, where their path is plain. */
export function suggestedPath(ground: TestGround, task: string): string {
  const sibling = existingTests(ground, task).find(isPlainName);
  const folder = sibling === undefined ? emptyFolder(ground) : posix.dirname(sibling);
  const name = subject(task);
  for (let turn = 1; ; turn += 1) {
    const path = posix.join(folder, fileNamed(ground, turn === 1 ? name : `${name}_${turn}`, sibling));
    if (!ground.files.has(path)) return path;
  }
}

/** A folder the command names for its tests; mocha looks into test/ by itself, the others everywhere. */
function emptyFolder({ command, runner, directory }: TestGround): string {
  const words = command.trim().split(/\s+/);
  const named = words.find((word, index) => /^(?:\.\/)?(?:[\w.-]+\/)*(?:tests?|specs?|__tests__)(?:\/[\w.-]*)*\/?$/.test(word) && isArgument(words, index));
  return posix.join(directory, named ?? (runner === "mocha" ? "test" : "."));
}

function isArgument(words: readonly string[], index: number): boolean {
  return index > 0 && !/^(?:npm|yarn|pnpm|bun|run|make|.*\.py|env|-m)$/.test(words[index - 1] ?? "");
}

/** The name of what is asked for: a name in code marks, else one before a bracket, else the first words. */
function subject(task: string): string {
  const marked = /`([A-Za-z_$][\w$]*)[^`]*`/.exec(task)?.[1] ?? /\b([A-Za-z_$][\w$]*)\(/.exec(task)?.[1];
  const words = marked ?? (task.match(/[A-Za-z]\w+/g) ?? ["task"]).slice(0, 3).join("_");
  return words
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/\W+/g, "")
    .toLowerCase()
    .slice(0, 40);
}

function fileNamed(ground: TestGround, name: string, sibling: string | undefined): string {
  if (isPython(ground)) return sibling?.endsWith("_test.py") === true ? `${name}_test.py` : `test_${name}.py`;
  const dashed = name.replaceAll("_", "-");
  const ending = sibling === undefined ? undefined : /((?:[._-](?:test|spec))?)(\.[cm]?[jt]sx?)$/.exec(sibling);
  return ending === undefined || ending === null ? `${dashed}.test.js` : `${dashed}${ending[1] === "" ? ".test" : ending[1]}${ending[2]}`;
}

/** Whether a script at that path is read as an ES module by Node and the tools that follow it. */
export function moduleKind(files: FileView, path: string): "module" | "commonjs" {
  if (/\.(?:mjs|mts|tsx?|jsx)$/.test(path)) return "module";
  if (/\.c[jt]s$/.test(path)) return "commonjs";
  for (let folder = posix.dirname(path); ; folder = posix.dirname(folder)) {
    const manifest = files.read(posix.join(folder, "package.json"))?.text;
    if (manifest !== undefined) return /"type"\s*:\s*"module"/.test(manifest) ? "module" : "commonjs";
    if (folder === "." || folder === "/") return "commonjs";
  }
}
