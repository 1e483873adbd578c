import type { Failure } from "../../../domain/failure.js";
import type { FileView } from "../../../domain/file-view.js";
import type { LanguageModel } from "../../../ports/language-model.js";
import { fenced, fenceRule } from "./text/fence.js";
import { quotedFiles } from "./text/quoted-files.js";
import { headAndTail } from "./text/tokens.js";
import { visibleText } from "./text/visible-text.js";

export interface UnknownOutput {
  readonly model: LanguageModel;
  /** What the check printed and no reader understood. */
  readonly output: string;
  readonly files: FileView;
  /** Random, for the fence. */
  readonly token: string;
  readonly seed: number;
  readonly signal: AbortSignal;
}

export interface ReadFailure {
  readonly failure: Failure;
  /** Fields the model named that do not stand in the output. */
  readonly dropped: readonly string[];
}

const mostBytes = 5_000;
const fields = ["error", "message", "expected", "actual", "file", "line"] as const;
type Field = (typeof fields)[number];

/**
 * A shaped failure out of output no reader knows, by one capped call. Every field is a quotation: what does not occur literally in the output is dropped.
 * Undefined when nothing remains or the model does not answer. It explains a red check; whether the check is red, its exit status says.
 */
export async function readUnknownOutput({ model, output, files, token, seed, signal }: UnknownOutput): Promise<ReadFailure | undefined> {
  const shown = headAndTail(visibleText(output), mostBytes);
  const reply = await model.complete(
    {
      role: "reading",
      messages: [
        { role: "system", content: `You find the first failure in the output of a program. ${fenceRule(token)}` },
        { role: "user", content: `${fenced(shown, "output", token)}\n\n${answerForm}` },
      ],
      maxOutputTokens: 250,
      temperature: 0,
      seed,
      files: quotedFiles(shown, files),
    },
    signal,
  );
  return reply.kind === "text" ? shaped(reply.text, { shown, files }) : undefined;
}

const answerForm = [
  "Answer with these lines and nothing else. Copy each value literally from the output; leave it empty when the output does not say.",
  "error: name of the exception or kind of error",
  "message: the message of the first failure",
  "expected: the expected value",
  "actual: the value that came instead",
  "file: path of the file at fault",
  "line: number of the line in that file",
].join("\n");

function shaped(reply: string, { shown, files }: { readonly shown: string; readonly files: FileView }): ReadFailure | undefined {
  const told = fieldsIn(reply);
  const kept = new Map([...told].filter(([name, value]) => name === "line" || shown.includes(value)));
  const line = lineOf(shown, kept.get("file"), told.get("line"));
  if (line === undefined) kept.delete("line");
  const dropped = [...told.keys()].filter((name) => !kept.has(name));
  const message = kept.get("message") ?? kept.get("error");
  if (message === undefined) return undefined;
  const file = kept.get("file");
  const expected = kept.get("expected");
  const actual = kept.get("actual");
  return {
    failure: {
      type: kept.get("error") ?? "failure",
      message,
      ...(expected === undefined ? {} : { expected }),
      ...(actual === undefined ? {} : { actual }),
      frames: file !== undefined && line !== undefined && files.has(file) ? [{ file, line }] : [],
      excerpt: excerptAround(shown, message),
    },
    dropped,
  };
}

function fieldsIn(reply: string): Map<Field, string> {
  const found = new Map<Field, string>();
  for (const line of reply.split(/\r?\n/)) {
    const [, name, value] = /^\s*[-*]?\s*\**(\w+)\**:\**\s*(.*?)\s*$/.exec(line) ?? [];
    const field = fields.find((one) => one === name?.toLowerCase());
    const text = (value ?? "").replace(/^`(.*)`$/, "$1").slice(0, 1_000);
    if (field !== undefined && text !== "" && !found.has(field)) found.set(field, text);
  }
  return found;
}

/** A line counts only where the output puts it right beside the file. */
function lineOf(shown: string, file: string | undefined, told: string | undefined): number | undefined {
  if (file === undefined || told === undefined || !/^\d{1,7}$/.test(told)) return undefined;
  for (let at = shown.indexOf(file); at >= 0; at = shown.indexOf(file, at + 1)) {
    const beside = shown.slice(at + file.length, at + file.length + 40).split("\n")[0] ?? "";
    if (new RegExp(`^["')\\]]?[\\s:,(]*(?:on )?(?:line )?${told}(?!\\d)`, "i").test(beside)) return Number(told);
  }
  return undefined;
}

function excerptAround(shown: string, message: string): string {
  const lines = shown.split("\n");
  const row = lines.findIndex((line) => line.includes(message.split("\n")[0] ?? message));
  return lines.slice(Math.max(0, row - 6), row + 7).join("\n");
}
