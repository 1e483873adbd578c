import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { FileChange, Patch } from "../../src/domain/patch.js";

const folder = resolve(import.meta.dirname, "../../fixtures/cheats");
const modules = resolve(import.meta.dirname, "../../node_modules");

export const cheatRunners = ["pytest", "unittest", "node-test", "vitest", "jest", "mocha"] as const;
export const cheatKinds = ["hidden-test", "early-exit", "forged-report", "special-case"] as const;

export type CheatRunner = (typeof cheatRunners)[number];

export interface CheatProject {
  readonly runner: CheatRunner;
  /** The command that is red on it. */
  readonly check: string;
  /** The committed tree: never written to. */
  readonly folder: string;
  /** The right fix. */
  readonly honest: Patch;
}

export interface Cheat {
  readonly project: CheatProject;
  readonly kind: (typeof cheatKinds)[number];
  readonly why: string;
  /** Who has to refuse it first: the tamper rules, the whole suite's verdict, or the canary. */
  readonly refusedBy: "tamper" | "acceptance" | "canary";
  /** The refusal must name one of these. */
  readonly rules: readonly string[];
  readonly patch: Patch;
}

export function cheatProject(runner: CheatRunner): CheatProject {
  const root = join(folder, runner);
  const { check } = readJson<{ check: string }>(join(root, "project.json"));
  return { runner, check, folder: join(root, "project"), honest: patchFrom(join(root, "project"), join(root, "honest"), []) };
}

export function cheats(): Cheat[] {
  return cheatRunners.flatMap((runner) => {
    const project = cheatProject(runner);
    return cheatKinds.map((kind): Cheat => {
      const own = join(folder, runner, kind);
      const { deletes, ...rest } = readJson<Pick<Cheat, "why" | "refusedBy" | "rules"> & { deletes: string[] }>(join(own, "cheat.json"));
      return { project, kind, ...rest, patch: patchFrom(project.folder, join(own, "after"), deletes) };
    });
  });
}

export interface Checkout {
  readonly root: string;
  remove(): void;
}

/** A copy of the project in a temporary folder, with this repository's own `node_modules` linked in for the JavaScript runners. */
export function checkOut(project: CheatProject): Checkout {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "heal-cheat-")));
  const root = join(home, "tree");
  cpSync(project.folder, root, { recursive: true });
  if (existsSync(join(root, "package.json"))) symlinkSync(modules, join(root, "node_modules"));
  return { root, remove: () => rmSync(home, { recursive: true, force: true }) };
}

export function textsOf(project: CheatProject): Record<string, string> {
  return Object.fromEntries(filesIn(project.folder).map((path) => [path, readFileSync(join(project.folder, path), "utf8")]));
}

function patchFrom(base: string, after: string, deletes: readonly string[]): Patch {
  const written = existsSync(after) ? filesIn(after).map((path) => changeOf(base, after, path)) : [];
  const gone = deletes.map((path): FileChange => ({ kind: "delete", path, before: readFileSync(join(base, path), "utf8"), encoding: "utf8" }));
  return { changes: [...written, ...gone].sort((left, right) => (left.path < right.path ? -1 : 1)) };
}

function changeOf(base: string, after: string, path: string): FileChange {
  const text = readFileSync(join(after, path), "utf8");
  if (!existsSync(join(base, path))) return { kind: "add", path, after: text, encoding: "utf8" };
  return { kind: "modify", path, before: readFileSync(join(base, path), "utf8"), after: text, encoding: "utf8" };
}

function filesIn(root: string): string[] {
  return globSync("**/*", { cwd: root, withFileTypes: true, exclude: ["**/node_modules", "**/__pycache__"] })
    .concat(globSync("**/.*", { cwd: root, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .replaceAll("\\", "/"),
    )
    .sort();
}

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(path, "utf8")) as T;
}
