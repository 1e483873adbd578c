import type { CaseResult } from "../../../../domain/case.js";
import type { FileView } from "../../../../domain/file-view.js";
import { isPlainName } from "../text/plain-name.js";
import type { TestSource } from "./failing-test.js";

/** The path of a module of the project that a failing test loads and that does not exist, when the failure says so: what is to be written first. Python and JavaScript or TypeScript. A path that is not plain is none: nobody writes such a file, and the text of a test could make it say anything. */
export function missingModule(tests: readonly TestSource[], failures: readonly CaseResult[], files: FileView): string | undefined {
  const told = failures.map(({ failure }) => `${failure?.message}\n${failure?.excerpt}`);
  return tests.flatMap((test) => (test.file.endsWith(".py") ? missingPython(test, { told, files }) : missingScripts(test, { told, files }))).find(isPlainName);
}

interface Told {
  readonly told: readonly string[];
  readonly files: FileView;
}

/** Only beside the root or in a folder the project has: others are packages that would have to be installed. */
function missingPython({ text }: TestSource, { told, files }: Told): string[] {
  const named = told.flatMap((one) => [...one.matchAll(/No module named '([\w.]+)'/g)].map((match) => match[1] ?? ""));
  const loaded = [...text.matchAll(/^[ \t]*(?:from[ \t]+([A-Za-z_][\w.]*)[ \t]+import\b|import[ \t]+([A-Za-z_][\w.]*))/gm)].map(
    (match) => match[1] ?? match[2] ?? "",
  );
  return loaded
    .filter((module) => named.some((name) => module === name || module.startsWith(`${name}.`)))
    .map((module) => `${module.replaceAll(".", "/")}.py`)
    .filter((path) => !files.has(path) && (!path.includes("/") || files.paths().some((known) => known.startsWith(path.slice(0, path.lastIndexOf("/") + 1)))));
}

/** What a module may be called in an import without it, or instead of it. */
const scriptEndings = [
  ...["", ".js", ".mjs", ".cjs", ".ts", ".mts", ".cts", ".tsx", ".jsx"],
  ...["/index.js", "/index.mjs", "/index.cjs", "/index.ts", "/index.mts", "/index.cts", "/index.tsx"],
];

/** Words of Node, Vite and bundlers. */
const missingScript = /Cannot find module|ERR_MODULE_NOT_FOUND|Failed to (?:load|resolve)|Could not resolve|Does the file exist/i;

function missingScripts({ text, file }: TestSource, { told, files }: Told): string[] {
  const about = told.filter((one) => missingScript.test(one)).join("\n");
  const found: string[] = [];
  for (const [, specifier = ""] of text.matchAll(/(?:from|require\(|import\(?)\s*["'](\.{1,2}\/[^"']+)["']/g)) {
    const path = scriptPath(file, specifier);
    if (path === undefined) continue;
    const stem = path.replace(/\.[cm]?js$/, "");
    if (!about.includes(stem.split("/").at(-1) ?? stem) || [path, stem].some((one) => scriptEndings.some((ending) => files.has(one + ending)))) continue;
    const isNamed = /\.[cm]?[jt]sx?$/.test(path) && !/\.tsx?$/.test(file);
    found.push(isNamed ? path : `${stem}${/\.[cm]?[jt]sx?$/.exec(file)?.[0] ?? ".js"}`);
  }
  return found;
}

/** Where a relative specifier of JavaScript or TypeScript leads, its ending as it is written; undefined = out of the tree. */
function scriptPath(from: string, specifier: string): string | undefined {
  const parts = from.split("/").slice(0, -1);
  for (const part of specifier.split("/")) {
    if (part === "..") {
      if (parts.length === 0) return undefined;
      parts.pop();
    } else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}
