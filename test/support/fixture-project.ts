import {
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";

const repository = resolve(import.meta.dirname, "../..");
const projects = join(repository, "fixtures/projects");

export interface FixtureProject {
  /** A copy outside this repository, as a person has it on disk after installing what it needs. */
  readonly folder: string;
  dispose(): void;
}

interface Manifest {
  readonly name?: string;
  readonly workspaces?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly bin?: string | Readonly<Record<string, string>>;
}

/** Copies a project of `fixtures/projects` and gives it the `node_modules` that `npm install` would: real folders, and links for workspaces. */
export function fixtureProject(name: string): FixtureProject {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `heal-${name}-`)));
  cpSync(join(projects, name), folder, { recursive: true });
  if (existsSync(join(folder, "package.json"))) install(folder);
  return { folder, dispose: () => rmSync(folder, { recursive: true, force: true }) };
}

function install(folder: string): void {
  const manifest = readManifest(folder);
  for (const source of closureOf(Object.keys({ ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies })))
    copyPackage(source, join(folder, relative(repository, source)));
  for (const path of (manifest.workspaces ?? []).flatMap((pattern) => globSync(pattern, { cwd: folder }))) linkWorkspace(folder, path);
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
}

/** This repository's own copies of the packages and of everything they need. */
function closureOf(names: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const open = names.map((name) => ({ name, from: repository }));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const folder = resolvePackage(next.name, next.from);
    if (folder === undefined || found.has(folder)) continue;
    found.add(folder);
    const { dependencies, optionalDependencies, peerDependencies } = readManifest(folder);
    open.push(...Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }).map((name) => ({ name, from: folder })));
  }
  return found;
}

/** Node's own search, from a folder upwards; optional packages for other systems are not there. */
function resolvePackage(name: string, from: string): string | undefined {
  for (let folder = from; folder.startsWith(repository); folder = dirname(folder)) {
    const candidate = join(folder, "node_modules", name);
    if (existsSync(join(candidate, "package.json"))) return candidate;
  }
  return undefined;
}

function copyPackage(source: string, target: string): void {
  copyTree(source, target);
  const { name = "", bin } = readManifest(source);
  const programs = typeof bin === "string" ? { [name.split("/").at(-1) ?? name]: bin } : (bin ?? {});
  for (const [program, path] of Object.entries(programs)) linkProgram(join(target, path), join(modulesOf(target, name), ".bin", program));
}

function modulesOf(folder: string, name: string): string {
  return name.startsWith("@") ? dirname(dirname(folder)) : dirname(folder);
}

/** Two packages may offer a program of one name (jest, jest-cli); the first one has it. */
function linkProgram(file: string, link: string): void {
  if (existsSync(link)) return;
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(relative(dirname(link), file), link);
}

/** Files are linked where the system allows it, which takes no time and no room; a box never writes to them. */
function copyTree(source: string, target: string): void {
  mkdirSync(target, { recursive: true });
  for (const entry of readdirSync(source, { withFileTypes: true })) {
    if (entry.name === "node_modules") continue;
    const [from, to] = [join(source, entry.name), join(target, entry.name)];
    if (entry.isDirectory()) copyTree(from, to);
    else if (entry.isFile()) linkOrCopy(from, to);
  }
}

function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}

/** As npm does: `node_modules/NAME` points to the workspace's folder. */
function linkWorkspace(folder: string, path: string): void {
  const link = join(folder, "node_modules", readManifest(join(folder, path)).name ?? path);
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(relative(dirname(link), join(folder, path)), link);
}
