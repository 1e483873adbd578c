import { posix } from "node:path";
import { parse } from "yaml";
import type { FileView } from "../../../domain/file-view.js";
import type { Invocation } from "../command/invocation.js";
import { joinPath } from "../command/paths.js";
import { mochaPositionals } from "./command.js";

const SCRIPT = /\.(?:[cm]?js|[cm]?ts|jsx|tsx)$/;

/** Does mocha run this file (path relative to its folder)? Specs of the command line and of the configuration add up; with neither it is `./test/*`. */
export function mochaSpecs(invocation: Invocation, files: FileView): (path: string) => boolean {
  const settings = configuration(invocation.directory, files);
  const specs = [...mochaPositionals(invocation), ...listOf(settings.spec)];
  const recursive = invocation.arguments.some((word) => word.text === "--recursive") || settings.recursive === true;
  const patterns = (specs.length === 0 ? ["test"] : specs).map((spec) => posix.normalize(spec).replace(/\/$/, ""));
  return (path) => SCRIPT.test(path) && !path.startsWith("../") && patterns.some((pattern) => matches(pattern, path, recursive ? "any" : "own"));
}

/** `depth`: files of the named folder itself, or at any depth below it. */
function matches(pattern: string, path: string, depth: "own" | "any"): boolean {
  if (posix.matchesGlob(path, pattern)) return true;
  if (/[*?[{]/.test(pattern) || SCRIPT.test(pattern)) return false;
  const inside = pattern === "." ? path : path.startsWith(`${pattern}/`) ? path.slice(pattern.length + 1) : undefined;
  return inside !== undefined && (depth === "any" || !inside.includes("/"));
}

/** `.mocharc.*` or the "mocha" key of package.json, as far as they are data. */
function configuration(directory: string, files: FileView): Readonly<Record<string, unknown>> {
  for (const name of [".mocharc.yaml", ".mocharc.yml", ".mocharc.jsonc", ".mocharc.json"]) {
    const text = files.read(joinPath(directory, name) ?? name)?.text;
    if (text !== undefined) return record(parsed(text));
  }
  const text = files.read(joinPath(directory, "package.json") ?? "package.json")?.text;
  return text === undefined ? {} : record(record(parsed(text)).mocha);
}

/** YAML reads JSON too. */
function parsed(text: string): unknown {
  try {
    return parse(text.replace(/^\s*\/\/.*$/gm, ""));
  } catch {
    return undefined;
  }
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

function listOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === "string") : [];
}
