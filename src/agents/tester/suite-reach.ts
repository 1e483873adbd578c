import { posix } from "node:path";
import type { FileView } from "../../domain/file-view.js";
import type { SuiteFile, WrittenFiles } from "./suite-reply.js";

export interface Reach {
  readonly written: WrittenFiles;
  /** The description. */
  readonly task: string;
  readonly files: FileView;
}

/** Why a test file would show nothing of the project's code; undefined = it reaches for it, there already or still to be written. */
export function reachProblem({ path, text }: SuiteFile, reach: Reach): string | undefined {
  const { code } = reach.written;
  if (path.endsWith(".py") ? !importsCode(text, reach) && !namesFile(text, reach) : !/["'`](?:\.{1,2}\/|@\/|~\/|#)/.test(text) && !namesFile(text, reach))
    return `${path} imports nothing of the project, so it would test only itself; import what is tested${code === null ? ', and name its file with the line "Code: path"' : ` from ${code}, also while that is not there`}, and do not define it in the test file`;
  const own = path.endsWith(".py") ? redefined(text) : undefined;
  return own === undefined ? undefined : `${path} defines ${own} itself, though it imports it; take the definition out of the test file`;
}

/** Is the module the code that is asked for? The Tester or the description names its file, or the test file is called after it. */
export function isCodeModule(module: string, { written, task }: Omit<Reach, "files">): boolean {
  const [top = ""] = module.split(/[./]/);
  const codePath =
    written.code === null
      ? []
      : posix
          .normalize(written.code)
          .replace(/\.\w+$/, "")
          .split("/");
  const titles = written.files.map(({ path }) => posix.basename(path).replace(/^test[-_]|[-_.](?:test|spec)(?=\.)|\.\w+$/g, ""));
  return codePath.includes(top) || titles.includes(top) || new RegExp(`(?<!\\w)${top.replace(/\W/g, "\\$&")}\\.\\w`).test(task);
}

const imports = /^[ \t]*(?:from[ \t]+(\.*[\w.]*)[ \t]+import\b|import[ \t]+([\w., \t]+))/gm;

function importsCode(text: string, reach: Reach): boolean {
  const modules = [...text.matchAll(imports)].flatMap(([, from, plain]) => (from === undefined ? (plain ?? "").split(",").map((name) => name.trim()) : [from]));
  return modules.some((module) => module.startsWith(".") || isInProject(module, reach.files) || isCodeModule(module, reach));
}

function isInProject(module: string, files: FileView): boolean {
  const [top = ""] = module.split(".");
  return files.paths().some((path) => path === `${top}.py` || path.endsWith(`/${top}.py`) || path.startsWith(`${top}/`) || path.includes(`/${top}/`));
}

/** A program may be started instead of imported: then its file stands in a text. */
function namesFile(text: string, { written, files }: Reach): boolean {
  const own = new Set(written.files.map(({ path }) => path));
  const known = [...(written.code === null ? [] : [written.code]), ...files.paths().filter((path) => /\.(?:py|[cm]?[jt]sx?)$/.test(path) && !own.has(path))];
  return known.some((path) => ['"', "'", "/"].some((before) => text.includes(`${before}${posix.basename(path)}`)));
}

function redefined(text: string): string | undefined {
  const taken = new Set(
    [...text.matchAll(/^from[ \t]+[\w.]+[ \t]+import[ \t]+(?:\(([^)]*)\)|(.+))/gm)].flatMap((found) => (found[1] ?? found[2] ?? "").match(/\w+/g) ?? []),
  );
  return [...text.matchAll(/^(?:async[ \t]+)?(?:def|class)[ \t]+(\w+)/gm)].map(([, name]) => name ?? "").find((name) => taken.has(name));
}
