import type { Failure, Frame } from "../../../domain/failure.js";
import { projectPath } from "../../frames/project-path.js";
import { placesInText, pythonFrames } from "../../frames/python.js";
import { shapeFailure } from "../../shape/failure.js";
import { pythonFailure } from "../../shape/python-failure.js";
import type { ReadContext } from "../reader.js";
import type { Dialect, JunitCase } from "./dialect.js";
import type { Element } from "./tree.js";

interface Told {
  readonly element: Element;
  readonly problems: readonly Element[];
  readonly dialect: Dialect;
  readonly found: JunitCase;
}

/** Shapes the first failure of a case; further ones stay in the excerpt. */
export function junitFailure(told: Told, context: ReadContext): Failure {
  const first = told.problems[0];
  const body = told.problems
    .map((problem) => problem.text.trim())
    .filter((text) => text !== "")
    .join("\n\n");
  const attribute = first?.attributes["message"] ?? told.element.attributes["failure"] ?? "";
  const text = body === "" ? attribute : body;
  if (told.dialect === "pytest") return pythonFailure({ text }, context);
  const type = typeOf(first?.attributes["type"] ?? "", text);
  return shapeFailure({ type, message: messageOf({ attribute, body, type }), frames: framesOf(told, text, context), excerpt: text });
}

/** Words some tools put where the message should be. */
const EMPTY_WORDS = /^(?:failed|failure|error|collection failure|test failed|exited with error code \d+)?$/i;
const NODE_WORDS =
  /^(?:testCodeFailure|hookFailed|cancelledByParent|testTimeoutFailure|subtestsFailed|uncaughtException|multipleCallbackInvocations|parentAlreadyFinished)$/;

function typeOf(attribute: string, text: string): string {
  const cause = /\bcause: ([A-Z]\w*)/.exec(text)?.[1];
  if (NODE_WORDS.test(attribute)) return cause ?? attribute;
  if (attribute !== "" && !EMPTY_WORDS.test(attribute)) return attribute;
  return /^\s*((?:[A-Z]\w*)?(?:Error|Exception|Failure))\b/.exec(text)?.[1] ?? (/^panic: /m.test(text) ? "panic" : "failure");
}

function messageOf(told: { attribute: string; body: string; type: string }): string {
  if (!EMPTY_WORDS.test(told.attribute.trim())) return told.attribute.replace(/^\S+\.\w+:\d+\n/, "").replace(/^unknown file\n/, "");
  const lines = told.body.split("\n").filter((line) => !/^(?:=== |\s*--- |\s+at )/.test(line));
  const body = lines.join("\n").trim();
  const prefix = `${told.type}: `;
  const text = body.startsWith(prefix) ? body.slice(prefix.length) : body.replace(/^\w[\w./-]*\.\w+:\d+: /, "");
  return text === "" ? told.attribute : text;
}

const ANY_PLACE =
  /(?:^|[\s("'[]|file:\/\/)((?:[A-Za-z]:[\\/])?[\w@.$+/\\-]+\.(?:py|[cm]?[jt]sx?|go|rs|java|kt|scala|cs|rb|php|exs?|swift|dart|c|cc|cpp|cxx|h|hpp|vue|svelte)):(\d+)/g;
const FOREIGN =
  /\bat (?:java|javax|jdk|sun|kotlin|scala|org\.junit|org\.opentest4j|org\.apache\.maven|org\.gradle|org\.mockito|node:)[\w./:$]*|\/(?:hostedtoolcache|rustc|usr)\//;

function framesOf(told: Told, text: string, context: ReadContext): Frame[] {
  const python = pythonFrames(placesInText(text), context);
  if (python.length > 0) return python;
  const frames: Frame[] = [];
  for (const line of text.split("\n")) {
    if (FOREIGN.test(line)) continue;
    for (const match of line.matchAll(ANY_PLACE)) {
      const file = projectPath(inPackage(match[1] ?? "", told), context);
      if (file === undefined || frames.some((frame) => frame.file === file && frame.line === Number(match[2]))) continue;
      frames.push({ file, line: Number(match[2]) });
    }
  }
  return frames.length > 0 ? frames : ownPlace(told, context);
}

/** Go prints base names only: the folder is the package's path below its repository. */
function inPackage(path: string, told: Told): string {
  if (told.dialect !== "go" || path.includes("/")) return path;
  const folders = told.found.className.split("/").slice(3);
  return [...folders, path].join("/");
}

/** The test's own place, when the case says it. */
function ownPlace(told: Told, context: ReadContext): Frame[] {
  const { file, line } = told.element.attributes;
  const path = file === undefined ? undefined : projectPath(file, context);
  return path === undefined || line === undefined || !(Number(line) > 0) ? [] : [{ file: path, line: Number(line) }];
}
