/** Type and message of the last exception in a pytest failure text or a traceback. */
export function headline(text: string): { type: string; message: string } {
  const lines = text.split("\n");
  return fromMarkedLines(lines) ?? fromTraceback(lines) ?? strictXpass(lines) ?? fromTail(lines);
}

const TYPED = /^([A-Za-z_][\w.]*(?:Error|Exception|Warning|Exit|Interrupt|Failed|Skipped|Timeout|Iteration|Group|[A-Z]\w*))(?:: ([\s\S]*))?$/;

/** The last run of `E   ` lines: it belongs to the last exception. */
function fromMarkedLines(lines: readonly string[]): { type: string; message: string } | undefined {
  const last = lines.findLastIndex((line) => /^E(?:\s|$)/.test(line));
  if (last < 0) return undefined;
  let first = last;
  while (first > 0 && /^E(?:\s|$)/.test(lines[first - 1] ?? "")) first -= 1;
  const marked = lines.slice(first, last + 1).map((line) => line.replace(/^E(?: {3}| {1,2}|$)/, ""));
  return headOf(marked, lines.slice(last + 1));
}

function headOf(marked: readonly string[], below: readonly string[]): { type: string; message: string } {
  const indent = Math.min(...marked.filter((line) => line.trim() !== "").map((line) => /^ */.exec(line)?.[0].length ?? 0));
  const flush = marked.map((line) => line.slice(Number.isFinite(indent) ? indent : 0));
  const typedAt = flush.findIndex((line) => /^[A-Za-z_][\w.]*(?:: |$)/.test(line) && TYPED.test(line));
  const text = (typedAt >= 0 ? flush.slice(typedAt) : flush).join("\n").trimEnd();
  const typed = TYPED.exec(text.split("\n")[0] ?? "");
  if (typed?.[1] !== undefined) return { type: typed[1], message: [typed[2] ?? "", ...text.split("\n").slice(1)].join("\n").trim() };
  const place = below.map((line) => /^\S.*:\d+: ([A-Za-z_][\w.]*)$/.exec(line)?.[1]).find((type) => type !== undefined);
  return { type: place ?? (/^assert\b/.test(text) ? "AssertionError" : "Error"), message: text };
}

function fromTraceback(lines: readonly string[]): { type: string; message: string } | undefined {
  const start = lines.findLastIndex((line) => /^\s*Traceback \(most recent call last\):/.test(line));
  if (start < 0) return undefined;
  const indent = /^\s*/.exec(lines[start] ?? "")?.[0].length ?? 0;
  const at = lines.findIndex((line, index) => index > start && line.trim() !== "" && (/^\s*/.exec(line)?.[0].length ?? 0) <= indent);
  if (at < 0) return undefined;
  const end = lines.findIndex((line, index) => index > at && line.trim() === "");
  const text = lines
    .slice(at, end < 0 ? lines.length : end)
    .join("\n")
    .trim();
  const typed = /^([A-Za-z_][\w.]*)(?:: ([\s\S]*))?$/.exec(text);
  return typed?.[1] === undefined ? { type: "Error", message: text } : { type: typed[1], message: typed[2] ?? "" };
}

function strictXpass(lines: readonly string[]): { type: string; message: string } | undefined {
  const line = lines.find((candidate) => candidate.startsWith("[XPASS(strict)]"));
  return line === undefined ? undefined : { type: "XPASS(strict)", message: line };
}

function fromTail(lines: readonly string[]): { type: string; message: string } {
  const line = lines.findLast((candidate) => candidate.trim() !== "") ?? "";
  const typed = TYPED.exec(line.trim());
  return typed?.[1] === undefined ? { type: "Error", message: line.trim() } : { type: typed[1], message: typed[2] ?? "" };
}
