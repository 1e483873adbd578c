import type { Failure } from "../../../domain/failure.js";
import { importingPlace, isJavascriptFrame, javascriptFrames, javascriptLocation } from "../../frames/javascript.js";
import { shapeFailure } from "../../shape/failure.js";
import type { ReadContext } from "../reader.js";
import type { NodeReport } from "./events.js";
import type { NodeOutcome } from "./walk.js";

const HEADLINE = /^(?:Uncaught )?([A-Z]\w*(?:Error|Exception)|Error)(?: \[([A-Z_]+)\])?: (.*)$/;

/** node says only "test failed" of a file that could not be loaded; what went wrong stands on the file's stderr. */
export function fileFailure(outcome: NodeOutcome, report: NodeReport, context: ReadContext): Failure {
  const output = outputOf(outcome.file, report);
  const lines = output.split("\n");
  const at = lines.findIndex((line) => HEADLINE.test(line));
  if (at === -1) return silentFailure(outcome, report, output);
  const headline = HEADLINE.exec(lines[at] ?? "");
  const frameAt = lines.findIndex((line, index) => index > at && isJavascriptFrame(line));
  const message = [headline?.[3] ?? "", ...lines.slice(at + 1, frameAt === -1 ? at + 1 : frameAt)].join("\n");
  const place = javascriptLocation(lines.slice(0, at), context) ?? importingPlace(message, context);
  const frames = javascriptFrames(lines.slice(at).join("\n"), context);
  return shapeFailure({
    type: headline?.[1] ?? "Error",
    message,
    frames: place !== undefined && headline?.[1] === "SyntaxError" ? [place, ...frames] : frames.length > 0 ? frames : place === undefined ? [] : [place],
    excerpt: output,
  });
}

/** No error on stderr: late activity that the runner noted, or a bare exit. */
function silentFailure(outcome: NodeOutcome, report: NodeReport, output: string): Failure {
  const late = report.events.find((event) => event.type === "test:diagnostic" && event.file === outcome.file && /^Error: /.test(event.message ?? ""));
  const message = late?.message?.replace(/^Error: /, "") ?? "The file's process ended with an error and said nothing else.";
  return shapeFailure({ type: "Error", message, frames: [], excerpt: output === "" ? message : output });
}

function outputOf(file: string, report: NodeReport): string {
  return report.events
    .filter((event) => event.type === "test:stderr" && sameFile(event.file ?? "", file))
    .map((event) => event.message ?? "")
    .join("");
}

function sameFile(left: string, right: string): boolean {
  return left === right || (left !== "" && right.endsWith(`/${left}`));
}
