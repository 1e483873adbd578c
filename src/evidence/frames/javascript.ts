import type { Frame } from "../../domain/failure.js";
import type { ReadContext } from "../readers/reader.js";
import { projectPath } from "./project-path.js";

/** `at fn (path:l:c)`, `at path:l:c`, `❯ fn path:l:c`, `fn (path:l:c)` as node's TAP writes it. */
const PARENTHESISED = /^(?:at |❯ )?(?:async )?(.*?) ?\((.+?):(\d+)(?::\d+)?\)$/;
const BARE = /^(?:at |❯ )(?:async )?(.+?):(\d+)(?::\d+)?$/;
const VITEST_NAMED = /^❯ (?:async )?(\S+) (\S.*?):(\d+):(\d+)$/;
const NOT_CODE = /^(?:node:|internal\/|ext:|native|<anonymous>|webpack:\/\/\/?node_modules)/;

/** Project frames of a V8-like stack, innermost first. Lines that are no frames are passed over. */
export function javascriptFrames(stack: string, context: ReadContext): Frame[] {
  const frames: Frame[] = [];
  for (const line of stack.split("\n")) {
    const frame = parseFrame(line.trim(), context);
    if (frame !== undefined && !sameFrame(frames.at(-1), frame)) frames.push(frame);
  }
  return frames;
}

/** True for a line that is a stack frame of any file, the project's or not. */
export function isJavascriptFrame(line: string): boolean {
  return (
    /^\s+at .+:\d+(?::\d+)?\)?$/.test(line) || /^\s*❯ .+:\d+:\d+$/.test(line) || /^\s+at (?:async |new )?.*\((?:<anonymous>|index \d+|native)\)$/.test(line)
  );
}

function parseFrame(line: string, context: ReadContext): Frame | undefined {
  const named = VITEST_NAMED.exec(line) ?? PARENTHESISED.exec(line);
  if (named !== null && /[/\\.]/.test(named[2] ?? "")) return frameOf({ path: named[2] ?? "", line: Number(named[3]), name: named[1] }, context);
  const bare = BARE.exec(line);
  return bare === null ? undefined : frameOf({ path: bare[1] ?? "", line: Number(bare[2]), name: undefined }, context);
}

interface RawFrame {
  readonly path: string;
  readonly line: number;
  readonly name: string | undefined;
}

function frameOf({ path, line, name }: RawFrame, context: ReadContext): Frame | undefined {
  if (NOT_CODE.test(path) || /\beval at /.test(path)) return undefined;
  const file = projectPath(decodeUrl(path), context);
  if (file === undefined) return undefined;
  const label = functionName(name);
  return label === undefined ? { file, line } : { file, line, function: label };
}

/** A module that was not found names who asked for it; the line is that of the import, where the file can be read. */
export function importingPlace(message: string, context: ReadContext): Frame | undefined {
  const match = /Cannot find (?:module|package) '([^']+)' imported from '?([^\n']+?)'?(?:\n|$)/.exec(message);
  const file = match === null ? undefined : projectPath(decodeUrl(match[2] ?? ""), context);
  if (match === null || file === undefined) return undefined;
  const wanted = (match[1] ?? "").replace(/\/$/, "").split("/").at(-1) ?? "";
  const lines = context.files?.read(file)?.text.split("\n") ?? [];
  const at = lines.findIndex((line) => /\b(?:import|from|require)\b/.test(line) && line.includes(wanted));
  return { file, line: at + 1 || 1 };
}

/** `file://` paths are percent-encoded; a plain path with a "%" is not. */
function decodeUrl(path: string): string {
  if (!path.startsWith("file://")) return path;
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

function functionName(raw: string | undefined): string | undefined {
  if (raw === undefined) return undefined;
  const name = raw
    .replace(/ \[as .*\]$/, "")
    .replace(/^new /, "")
    .replace(/^(?:Object|Function|Proxy|Module|exports|module\.exports)\./, "");
  return name === "" || name.includes("<anonymous>") || name === "null" || name === "eval" ? undefined : name;
}

function sameFrame(left: Frame | undefined, right: Frame): boolean {
  return left !== undefined && left.file === right.file && left.line === right.line && left.function === right.function;
}

/** The `path:line` header that node prints above the source line of an error nobody caught. */
export function javascriptLocation(lines: readonly string[], context: ReadContext): Frame | undefined {
  for (const line of lines) {
    const match = /^((?:file:\/\/)?\S.*?):(\d+)$/.exec(line);
    if (match !== null) {
      const frame = frameOf({ path: match[1] ?? "", line: Number(match[2]), name: undefined }, context);
      if (frame !== undefined) return frame;
    }
  }
  return undefined;
}
