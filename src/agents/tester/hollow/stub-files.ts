import type { SyntaxTree } from "../../../ports/syntax-trees.js";
import { moduleKind } from "../suite-place.js";
import { isCodeModule, type Reach } from "../suite-reach.js";
import type { SuiteFile } from "../suite-reply.js";
import { pythonPlaces, scriptPlace } from "./stub-places.js";
import { type Hollow, pythonStub, scriptStub, withoutPlaceholders } from "./stub-text.js";
import { type TakenModule, takenModules } from "./taken-modules.js";

export interface HollowRequest extends Reach {
  /** The suite's files, parsed. */
  readonly tests: readonly { readonly path: string; readonly tree: SyntaxTree }[];
  /** Folder the runner works in. */
  readonly directory: string;
  /** Comes with the language, so no file of the project stands for it. */
  readonly isLibrary: (module: string) => boolean;
  readonly hollow: Hollow;
}

/**
 * Files that lend the tests every name they take and the project does not have yet, so that their cases run; each does nothing or fails at
 * once. What the project has stays as it is. None = nothing is missing.
 */
export function stubFiles(request: HollowRequest): SuiteFile[] {
  const files = new Map<string, string>();
  for (const { path, tree } of request.tests) {
    const stub = tree.language === "python" ? pythonFiles : scriptFiles;
    for (const taken of takenModules(tree)) for (const file of stub(request, { taken, path })) files.set(file.path, file.text);
  }
  const { code } = request.written;
  if (code !== null && !request.files.has(code) && !files.has(code)) files.set(code, /\.py$/.test(code) ? pythonStub(request.hollow, awaitedIn(request)) : "");
  return [...files].map(([path, text]) => ({ path, text }));
}

interface Place {
  readonly taken: TakenModule;
  /** The test file. */
  readonly path: string;
}

function pythonFiles(request: HollowRequest, { taken, path }: Place): SuiteFile[] {
  const { files, hollow } = request;
  const { standing, missing } = pythonPlaces(taken.module, { ...request, path });
  const stub = pythonStub(hollow, awaitedIn(request));
  if (standing.length > 0) return standing.flatMap((known) => overlaid(known, files.read(known)?.text ?? "", { stub, hollow, language: "python" }));
  return isAwaited(taken.module, request) ? missing.map((place) => ({ path: place, text: stub })) : [];
}

function isAwaited(module: string, request: HollowRequest): boolean {
  if (module.startsWith(".")) return true;
  const [top = ""] = module.split(".");
  return !request.isLibrary(top) && (isCodeModule(module, request) || request.files.paths().some((path) => `/${path}`.includes(`/${top}/`)));
}

/** Names that the tests wait for have to be given as coroutines. */
function awaitedIn({ written }: HollowRequest): ReadonlySet<string> {
  const waited = /\b(?:await\s+|asyncio\.run\(\s*|run_until_complete\(\s*)(?:\w+(?:\(\))?\.)*(\w+)\(/g;
  return new Set(written.files.flatMap(({ text }) => [...text.matchAll(waited)].map(([, name]) => name ?? "")));
}

function overlaid(
  path: string,
  text: string,
  { stub, hollow, language }: { readonly stub: string; readonly hollow: Hollow; readonly language: "python" | "script" },
): SuiteFile[] {
  const body = hollow === "raises" ? text : withoutPlaceholders(text, language);
  return [{ path, text: `${body}\n${stub}` }];
}

function scriptFiles(request: HollowRequest, { taken, path }: Place): SuiteFile[] {
  const { files, hollow } = request;
  const place = scriptPlace(taken.module, { ...request, path });
  if (place === undefined) return [];
  if (!files.has(place)) {
    const isModule = taken.form === "import" || moduleKind(files, place) === "module";
    return [{ path: place, text: `// @ts-nocheck\n${scriptStub(hollow)}${isModule ? newExports(taken.names) : commonJsExports}` }];
  }
  const text = files.read(place)?.text ?? "";
  return overlaid(place, text, { stub: scriptStub(hollow) + lent(text, taken.names) + methods(text), hollow, language: "script" });
}

const commonJsExports = `
module.exports = new Proxy(healAnswer("it"), {
  get: (target, key) => (typeof key === "symbol" || key === "__esModule" || key === "then" ? undefined : key === "default" ? module.exports : healStub(key)),
});
`;

function newExports(names: readonly string[]): string {
  return [...new Set([...names, "default"])].map(exported).join("\n");
}

function exported(name: string): string {
  return name === "default" ? 'export default healStub("it");' : `const heal_${name} = healStub("${name}");\nexport { heal_${name} as ${name} };`;
}

/** Exports of the names a standing file lacks. */
function lent(text: string, names: readonly string[]): string {
  if (!isModuleText(text))
    return names.map((name) => `if (module.exports["${name}"] === undefined) module.exports["${name}"] = healStub("${name}");`).join("\n");
  return names
    .filter((name) => !isExported(text, name))
    .map(exported)
    .join("\n");
}

function isModuleText(text: string): boolean {
  return /^[ \t]*(?:export\b|import\b(?!\())/m.test(text);
}

/** Where a file passes on all of another, a name may come from there. */
function isExported(text: string, name: string): boolean {
  if (/^\s*export\s*\*\s*from/m.test(text)) return true;
  if (name === "default") return /\bexport\s+default\b|\bas\s+default\b/.test(text);
  return (
    new RegExp(
      `\\bexport\\s+(?:declare\\s+)?(?:async\\s+)?(?:abstract\\s+)?(?:function\\s*\\*?|const|let|var|class|enum)\\s+${name.replaceAll("$", "\\$")}\\b`,
    ).test(text) ||
    [...text.matchAll(/\bexport\s*\{([^}]*)\}/g)].some(([, list]) =>
      new RegExp(`(?:^|[\\s,])${name.replaceAll("$", "\\$")}\\s*(?:,|$)`).test((list ?? "").trim()),
    )
  );
}

function methods(text: string): string {
  const kinds = [...text.matchAll(/^(?:export\s+(?:default\s+)?)?(?:abstract\s+)?class\s+([A-Za-z_$][\w$]*)/gm)].map(([, name]) => name ?? "");
  return kinds.map((name) => `\nhealMethods(${name});`).join("");
}
