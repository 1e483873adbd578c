import type { Failure } from "../../domain/failure.js";
import { placesInText, pythonFrames } from "../frames/python.js";
import { headline } from "../readers/pytest/block.js";
import type { ReadContext } from "../readers/reader.js";
import { shapeFailure } from "./failure.js";
import { pythonValues } from "./python-values.js";

/** An exception as the injected hooks tell it; frames innermost first. */
export interface ToldException {
  readonly type: string;
  readonly message: string;
  readonly frames: readonly (readonly [string, number | null, string])[];
  readonly causes?: readonly ToldException[] | undefined;
  readonly expected?: string | undefined;
  readonly actual?: string | undefined;
}

export interface PythonStory {
  /** Undefined = only the printed text is known. */
  readonly told?: ToldException | undefined;
  /** The failure as the runner prints it. */
  readonly text: string;
  /** Captured output and the like, for the excerpt only. */
  readonly after?: string;
}

/** Shapes a Python failure from what the hook told, else from the printed text. */
export function pythonFailure(story: PythonStory, context: ReadContext): Failure {
  const { told, text } = story;
  const head = told ?? headline(text);
  const message = head.message.trim() === "" ? headline(text).message : head.message;
  const places = told === undefined ? placesInText(text) : [told, ...(told.causes ?? [])].flatMap(placesOf);
  const values =
    told?.expected !== undefined && told.actual !== undefined ? { expected: told.expected, actual: told.actual } : pythonValues(head.type, message);
  const excerpt = story.after === undefined || story.after === "" ? text : `${text.trimEnd()}\n${story.after}`;
  return shapeFailure({ type: head.type, message, ...values, frames: pythonFrames(places, context), excerpt });
}

function placesOf(told: ToldException): { path: string; line: number; function: string }[] {
  return told.frames.map(([path, line, name]) => ({ path, line: line ?? 0, function: name }));
}
