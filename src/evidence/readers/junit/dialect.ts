import type { CaseName } from "../../../domain/case.js";
import { shownPath } from "../../frames/project-path.js";
import { placesInText } from "../../frames/python.js";
import { splitNodeId } from "../pytest/node-id.js";
import type { ReadContext } from "../reader.js";

/** A test case of a JUnit file with what stands around it. */
export interface JunitCase {
  /** Names of the suites from the outside in, without those of a tool ("jest tests", "pytest"). */
  readonly suites: readonly string[];
  readonly className: string;
  readonly title: string;
  /** `file` attribute of the case or of the nearest suite that has one; "" = none. */
  readonly file: string;
  /** Text of its failures. */
  readonly story: string;
}

/** The tool that wrote a file, as far as it can be told; it decides how names are spelled. */
export type Dialect = "pytest" | "node:test" | "jest" | "vitest" | "mocha" | "go" | "general";

export interface DialectName {
  readonly name: CaseName;
  readonly reportedId: string;
}

export function nameIn(dialect: Dialect, found: JunitCase, context: ReadContext): DialectName {
  if (dialect === "pytest") return pytestCase(found, context);
  if (dialect === "node:test")
    return {
      name: { runner: "node:test", file: shown(found.file, context), titlePath: [...found.suites, found.title] },
      reportedId: [...found.suites, found.title].join(" > "),
    };
  if (dialect === "jest" || dialect === "vitest" || dialect === "mocha") return scriptCase(dialect, found, context);
  return generalCase(found, context);
}

function shown(file: string, context: ReadContext): string {
  return file === "" ? "" : shownPath(file, context);
}

/** `classname` is the dotted module and the classes, `name` the function with its parameters. A file that did not load has no class name. */
function pytestCase(found: JunitCase, context: ReadContext): DialectName {
  const loads = found.className === "";
  const dotted = loads ? found.title : found.className;
  const { file, classes } = moduleFile(dotted, found, context);
  const reportedId = loads ? found.title : `${found.className}::${found.title}`;
  if (loads) return { name: { runner: "pytest", file, titlePath: [] }, reportedId };
  const { titles, parameters } = splitNodeId(`x::${found.title}`);
  return { name: { runner: "pytest", file, titlePath: [...classes, ...titles], ...(parameters === undefined ? {} : { parameters }) }, reportedId };
}

/** The module part of a dotted name: by the file attribute, by a frame, by the tree, else up to the first class name. */
function moduleFile(dotted: string, found: JunitCase, context: ReadContext): { file: string; classes: string[] } {
  const parts = dotted.split(".");
  const frames = placesInText(found.story).map((place) => shownPath(place.path, context));
  const known = found.file === "" ? [] : [shownPath(found.file, context)];
  for (let length = parts.length; length > 0; length -= 1) {
    const path = `${parts.slice(0, length).join("/")}.py`;
    const match = [...known, ...frames].find((file) => file === path || file.endsWith(`/${path}`)) ?? (context.files?.has(path) ? path : undefined);
    if (match !== undefined) return { file: match, classes: parts.slice(length) };
  }
  const firstClass = parts.findIndex((part, index) => index > 0 && /^[A-Z]/.test(part));
  const length = firstClass < 0 ? parts.length : firstClass;
  return { file: `${parts.slice(0, length).join("/")}.py`, classes: parts.slice(length) };
}

const SCRIPT_FILE = /\.[cm]?[jt]sx?$/;

/** The file is a suite's or the class name; titles stand in the class name (joined by " › " or " > ") or in the name. */
function scriptCase(runner: "jest" | "vitest" | "mocha", found: JunitCase, context: ReadContext): DialectName {
  const holder = [found.file, ...found.suites, found.className].find((text) => SCRIPT_FILE.test(text)) ?? "";
  const file = shown(holder, context);
  const separator = runner === "vitest" ? " > " : " › ";
  const above = [...found.suites.filter((suite) => suite !== holder), found.className].filter((text) => text !== "" && text !== holder && text !== found.title);
  const titlePath = [...above, found.title].flatMap((text) => text.split(separator));
  const loads = titlePath.length === 1 && titlePath[0] === holder;
  return {
    name: { runner, file, titlePath: loads ? [] : titlePath },
    reportedId: [file, ...(loads ? [] : titlePath)].filter((text) => text !== "").join(separator),
  };
}

function generalCase(found: JunitCase, context: ReadContext): DialectName {
  const titlePath = found.className === "" ? [...found.suites, found.title] : [found.className, found.title];
  return {
    name: { runner: "unknown", file: shown(found.file, context), titlePath },
    reportedId: found.className === "" ? titlePath.join(" > ") : titlePath.join("."),
  };
}
