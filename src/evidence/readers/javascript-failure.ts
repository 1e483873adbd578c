import type { Failure } from "../../domain/failure.js";
import { importingPlace, isJavascriptFrame, javascriptFrames } from "../frames/javascript.js";
import { shapeFailure } from "../shape/failure.js";
import type { ReadContext } from "./reader.js";

/** An error as a JavaScript runner reports it; every part may be missing. */
export interface ReportedError {
  readonly name?: string | undefined;
  readonly message?: string | undefined;
  /** Headline and frames, as V8 prints them. */
  readonly stack?: string | undefined;
  readonly expected?: string | undefined;
  readonly actual?: string | undefined;
  readonly diff?: string | undefined;
  readonly cause?: ReportedError | undefined;
}

/** Frames come from the error itself; only when it has none in the project, from its causes. */
export function javascriptFailure(error: ReportedError, context: ReadContext): Failure {
  const headline = headlineOf(error);
  return shapeFailure({
    type: headline.type,
    message: headline.message,
    expected: error.expected,
    actual: error.actual,
    frames: framesOf(error, context),
    excerpt: excerptOf(error),
  });
}

function framesOf(error: ReportedError, context: ReadContext) {
  for (let current: ReportedError | undefined = error; current !== undefined; current = current.cause) {
    const frames = javascriptFrames(framesText(current.stack ?? ""), context);
    if (frames.length > 0) return frames;
  }
  const place = importingPlace(error.message ?? error.stack ?? "", context);
  return place === undefined ? [] : [place];
}

/** The frame lines of a stack; a message that looks like a frame ("at noon (x:1:2)") stands before the first blank-free run and is rare. */
function framesText(stack: string): string {
  return stack
    .split("\n")
    .filter((line) => isJavascriptFrame(line) || isJavascriptFrame(`    at ${line.trim()}`))
    .join("\n");
}

function headlineOf(error: ReportedError): { readonly type: string; readonly message: string } {
  const first = (error.stack ?? "").split("\n", 1)[0] ?? "";
  const match = /^(?:Uncaught )?([A-Z][\w.]*)(?: \[[\w-]+\])?(?:: |$)/.exec(first);
  const type = error.name !== undefined && error.name !== "" ? error.name : (match?.[1] ?? "Error");
  const message = error.message ?? stackMessage(error.stack ?? "");
  return { type, message };
}

/** What stands before the first frame, without the class. */
export function stackMessage(stack: string): string {
  const lines = stack.split("\n");
  const frame = lines.findIndex((line) => isJavascriptFrame(line));
  const head = (frame === -1 ? lines : lines.slice(0, frame)).join("\n");
  return head.replace(/^(?:[A-Z]\w*(?:Error|Exception)|Error)(?: \[[\w-]+\])?: /, "");
}

function excerptOf(error: ReportedError): string {
  const own = error.stack ?? `${error.name ?? "Error"}: ${error.message ?? ""}`;
  const message = error.message ?? "";
  const head = message !== "" && !own.includes(message.split("\n", 1)[0] ?? "") ? `${message}\n` : "";
  const diff = error.diff === undefined || error.diff === "" ? "" : `\n${error.diff}`;
  const cause = error.cause === undefined ? "" : `\nCaused by: ${excerptOf(error.cause)}`;
  return `${head}${withoutLibraryFrames(own)}${diff}${cause}`;
}

/** Frames of the runner and of node itself tell nobody anything. */
function withoutLibraryFrames(stack: string): string {
  return stack
    .split("\n")
    .filter((line) => !(isJavascriptFrame(line) && /node:|node_modules|<anonymous>\)?$|\(index \d+\)/.test(line)))
    .join("\n");
}
