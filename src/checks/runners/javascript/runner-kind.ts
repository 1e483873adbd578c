import type { CaseName, RunnerName } from "../../../domain/case.js";
import type { FileView } from "../../../domain/file-view.js";
import type { Invocation } from "../command/invocation.js";
import { type Rewritten, rewrite } from "../command/rewrite.js";
import type { InstrumentedCommand, Place, Rig, Runner, RunnerMatch } from "../runner.js";
import { type CanaryPlace, canaryPlace } from "./canary.js";
import { lastInvocation, OUT_VARIABLE } from "./find.js";
import { isJavascriptTestMaterial } from "./material.js";

/** What tells one JavaScript runner from another. */
export interface RunnerKind {
  readonly name: RunnerName;
  /** The injected reporter: its name in the tool folder and its text. */
  readonly reporter: { readonly file: string; readonly source: string };
  isOwn(invocation: Invocation, files: FileView): boolean;
  /** The command for just these cases, of which there is one at least, each in a file. */
  rerun(invocation: Invocation, cases: readonly CaseName[], place: Place): Rewritten;
  /** Does the command, as it is written, run a file of this path? */
  picksUp(invocation: Invocation, files: FileView): (path: string) => boolean;
  /** A test file with one case of this title that fails with the value. */
  canaryText(place: CanaryPlace, told: { readonly title: string; readonly value: string }): string;
}

/** All of a runner but how its report is switched on. */
export function javascriptRunner(kind: RunnerKind): Omit<Runner, "withReport"> {
  return {
    name: kind.name,
    recognise(check, files) {
      const invocation = lastInvocation(check, files, (found) => kind.isOwn(found, files));
      return invocation === undefined ? undefined : { runner: kind.name, check, directory: invocation.directory };
    },
    rerunOnly(match, cases, place) {
      const invocation = invocationOf(kind, match, place.files);
      if (invocation === undefined || cases.length === 0 || cases.some((name) => name.file === "")) return undefined;
      return { ...instruments(kind, place.rig), ...kind.rerun(invocation, cases, place) };
    },
    canary(match, files, { token, value }) {
      const invocation = invocationOf(kind, match, files);
      if (invocation === undefined) return undefined;
      const place = canaryPlace(files, { token, isTestFile: kind.picksUp(invocation, files) });
      if (place === undefined) return undefined;
      const title = `heal canary ${token}`;
      return { path: place.path, text: kind.canaryText(place, { title, value }), name: { runner: kind.name, file: place.path, titlePath: [title] } };
    },
    isTestMaterial: isJavascriptTestMaterial,
  };
}

/** For runners whose reporter is named by arguments at the command's end. */
export function appendedReport(kind: RunnerKind, argumentsFor: (invocation: Invocation, rig: Rig) => readonly string[]): Runner["withReport"] {
  return (match, rig, files) => {
    const invocation = invocationOf(kind, match, files);
    if (invocation === undefined) return { ...instruments(kind, rig), command: match.check.command, directory: match.check.directory };
    return { ...instruments(kind, rig), ...rewrite(invocation, { append: argumentsFor(invocation, rig) }, match.check.directory) };
  };
}

export function invocationOf(kind: RunnerKind, match: RunnerMatch, files: FileView): Invocation | undefined {
  return lastInvocation(match.check, files, (found) => kind.isOwn(found, files));
}

export function instruments({ reporter }: RunnerKind, rig: Rig): Pick<InstrumentedCommand, "environment" | "tools" | "collect"> {
  return { environment: { [OUT_VARIABLE]: rig.out }, tools: { [reporter.file]: reporter.source }, collect: ["*"] };
}

/** Where the injected reporter lies inside the box. */
export function reporterPath({ reporter }: RunnerKind, rig: Rig): string {
  return `${rig.tools}/${reporter.file}`;
}
