import type { CaseResult, CaseStatus } from "../../../domain/case.js";
import type { Failure } from "../../../domain/failure.js";
import { caseResult, withOrdinals } from "../case-results.js";
import type { ReadCases, ReadContext, Reader } from "../reader.js";
import { type Dialect, type JunitCase, nameIn } from "./dialect.js";
import { junitFailure } from "./story.js";
import { type Element, readXml } from "./tree.js";

/** JUnit XML of any tool: nested suites, direct test cases, reruns, several results in one case. Counters are not believed. */
export const junitReader: Reader = {
  format: "junit",
  runner: "junit",
  source: "report",
  sniff: (text) => /<(?:testsuites?|testcase)[\s/>]/.test(text.slice(0, 4000).replaceAll("\u0000", "")),
  read: readJunit,
};

interface Found {
  readonly element: Element;
  readonly suites: readonly Element[];
}

function readJunit(text: string, context: ReadContext): ReadCases | undefined {
  const tree = readXml(text);
  if (tree === undefined) return undefined;
  const found = tree.roots.flatMap((root) => casesIn(root, []));
  if (found.length === 0) return countersOnly(tree);
  const dialect = dialectOf(text, tree.roots, found);
  const leaves = dropParents(found.filter((one) => !isLeftOut(one.element)));
  const notes: string[] = [];
  const cases = leaves.map((one) => toResult(one, { dialect, context, notes }));
  return {
    cases: withOrdinals(cases),
    listsAll: true,
    intact: tree.wellFormed,
    notes: tree.wellFormed ? notes : [...notes, "the report is not well-formed XML"],
  };
}

/** The dialect of a JUnit text, to name the runner of a file that was merely given. */
export function junitDialect(text: string): Dialect | undefined {
  const tree = readXml(text);
  const found = tree?.roots.flatMap((root) => casesIn(root, [])) ?? [];
  return tree === undefined || found.length === 0 ? undefined : dialectOf(text, tree.roots, found);
}

function casesIn(element: Element, suites: readonly Element[]): Found[] {
  if (element.tag === "testcase") return [{ element, suites }];
  const inside = element.tag === "testsuite" || element.tag === "testsuites" ? [...suites, element] : suites;
  return element.children.flatMap((child) => casesIn(child, inside));
}

/** node:test keeps its totals in comments. */
const NODE_TOTALS = /<!-- (?:tests|suites|duration_ms) [\d.]+ -->/;

function dialectOf(text: string, roots: readonly Element[], found: readonly Found[]): Dialect {
  const names = [...roots, ...roots.flatMap((root) => root.children)].map((element) => element.attributes["name"] ?? "");
  if (names.some((name) => /^pytest(?: tests)?$/.test(name))) return "pytest";
  if (NODE_TOTALS.test(text)) return "node:test";
  if (names.some((name) => name === "jest tests")) return "jest";
  if (names.some((name) => name === "vitest tests")) return "vitest";
  if (names.some((name) => /^Mocha Tests?$/.test(name))) return "mocha";
  const isGo = found.some(
    ({ element }) =>
      /^[\w.-]+\.[a-z]+\//.test(element.attributes["classname"] ?? "") && /^(?:Test|Example|Fuzz|Benchmark)/.test(element.attributes["name"] ?? ""),
  );
  return isGo ? "go" : "general";
}

/** Go and its like list "Test" beside "Test/sub": the parent is red only because of its children. */
function dropParents(found: readonly Found[]): Found[] {
  const key = ({ element }: Found) => `${element.attributes["classname"] ?? ""}\n${element.attributes["name"] ?? ""}`;
  const isRed = ({ element }: Found) => element.children.some((child) => child.tag === "failure" || child.tag === "error");
  const isParent = (one: Found) => found.some((other) => key(other).startsWith(`${key(one)}/`) && (isRed(other) || !isRed(one)));
  return found.filter((one) => !isParent(one));
}

interface Place {
  readonly dialect: Dialect;
  readonly context: ReadContext;
  readonly notes: string[];
}

function toResult(found: Found, place: Place): CaseResult {
  const { element } = found;
  const problems = element.children.filter((child) => child.tag === "failure" || child.tag === "error");
  const status = statusOf(element, problems);
  const told = describe(found, problems, place.dialect);
  const { name, reportedId } = nameIn(place.dialect, told, place.context);
  if (status === "passed" && element.children.some((child) => /^flaky(?:Failure|Error)$/.test(child.tag)))
    place.notes.push(`${reportedId} passed only when it was retried`);
  const failure: Failure | undefined =
    status === "failed" ? junitFailure({ element, problems, dialect: place.dialect, found: told }, place.context) : undefined;
  return caseResult({
    name,
    reportedId,
    kind: name.titlePath.length === 0 ? "load" : "test",
    status,
    durationMs: milliseconds(element.attributes["time"]),
    failure,
  });
}

/** Disabled and todo cases did not run as tests: they are neither skipped nor, whatever they say, red. */
function isLeftOut(element: Element): boolean {
  const skipped = element.children.find((child) => child.tag === "skipped");
  return /^(?:disabled|notrun)$/i.test(element.attributes["status"] ?? "") || /^todo$/i.test(skipped?.attributes["type"] ?? "");
}

/** The worst status wins. */
function statusOf(element: Element, problems: readonly Element[]): CaseStatus {
  const word = (element.attributes["status"] ?? element.attributes["result"] ?? "").toLowerCase();
  const skipped = element.children.find((child) => child.tag === "skipped");
  if (problems.length > 0 || /^(?:failed|fail|error)$/.test(word)) return "failed";
  return skipped !== undefined || /^(?:skipped|skip|xfail)$/.test(word) ? "skipped" : "passed";
}

function describe(found: Found, problems: readonly Element[], dialect: Dialect): JunitCase {
  const { element, suites } = found;
  const named = suites.filter((suite) => suite.tag === "testsuite").map((suite) => suite.attributes["name"] ?? "");
  const file = element.attributes["file"] ?? suites.findLast((suite) => suite.attributes["file"] !== undefined)?.attributes["file"] ?? "";
  return {
    suites: named.filter((name) => name !== "" && name !== "pytest" && !(dialect === "mocha" && name === "Root Suite")),
    className: element.attributes["classname"] ?? "",
    title: element.attributes["name"] ?? "",
    file,
    story: problems.map((problem) => problem.text).join("\n"),
  };
}

function milliseconds(time: string | undefined): number | undefined {
  const seconds = Number(time?.replaceAll(",", ""));
  return time === undefined || !Number.isFinite(seconds) || seconds < 0 || seconds > 1e6 ? undefined : Math.round(seconds * 1000);
}

/** Only when a file lists no case at all its counters are all there is. */
function countersOnly({ roots, wellFormed }: { readonly roots: readonly Element[]; readonly wellFormed: boolean }): ReadCases | undefined {
  const root = roots.find((element) => element.tag === "testsuites" || element.tag === "testsuite");
  if (root === undefined) return undefined;
  const red = Number(root.attributes["failures"] ?? 0) + Number(root.attributes["errors"] ?? 0);
  return { cases: [], listsAll: true, intact: wellFormed, runErrors: red > 0 ? [`the report lists no cases, but counts ${red} red ones`] : [], notes: [] };
}
