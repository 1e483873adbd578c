/** A line of a log without what the platform added around it. */
export interface LogLine {
  readonly text: string;
  /** 0-based line in the given text, so that every claim can be traced. */
  readonly number: number;
  readonly stamped: boolean;
  /** What the platform said about the line: `##[error]` and the like. */
  readonly marker: "error" | "warning" | "notice" | "debug" | "command" | "section" | "group" | "endgroup" | undefined;
}

export interface Log {
  readonly lines: readonly LogLine[];
  /** The lines' texts without group marks, joined: what console readers get. */
  readonly text: string;
}

const STAMP = /^\uFEFF?\d{4}-\d\d-\d\dT[\d:.]{12,}Z ?/;
const MARKER = /^##\[(error|warning|notice|debug|command|section|group|endgroup)\]/;
const ESCAPES =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what is removed
  /\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)|\u001b[[\]()#;?]{0,8}[0-9;?]{0,64}[ -/]{0,8}[@-~]|\u001b[@-_]|\u009b[0-9;?]{0,64}[@-~]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/** Takes time stamps, byte order marks, colours, cursor movement, progress overwrites and group marks off a log. Idempotent. */
export function normaliseLog(text: string): Log {
  const lines = text.split("\n").map(readLine);
  const shown = lines.filter((line) => line.marker !== "group" && line.marker !== "endgroup" && line.marker !== "debug");
  return { lines, text: shown.map((line) => line.text).join("\n") };
}

/** Most lines, blank ones above all, hold nothing of what is taken off. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const PLAIN = /^(?![\d#])[^\u0000-\u001f\u007f\u009b\uFEFF]*$/;

function readLine(raw: string, number: number): LogLine {
  if (PLAIN.test(raw)) return { text: raw, number, stamped: false, marker: undefined };
  const stamp = STAMP.exec(raw);
  let rest = (stamp === null ? raw : raw.slice(stamp[0].length)).replaceAll("\uFEFF", "");
  rest = lastRewrite(rest.replace(ESCAPES, ""));
  const marker = MARKER.exec(rest);
  const text = (marker === null ? rest : rest.slice(marker[0].length)).replace(CONTROLS, "");
  return { text, number, stamped: stamp !== null, marker: marker?.[1] as LogLine["marker"] };
}

/** A progress line is overwritten after each carriage return: only the last text was to be seen. */
function lastRewrite(text: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === "\r") end -= 1;
  return text.slice(text.lastIndexOf("\r", end - 1) + 1, end);
}
