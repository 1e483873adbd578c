import type { Runner, RunnerMatch } from "../../src/checks/runners/runner.js";
import type { CaseName, CaseResult } from "../../src/domain/case.js";
import { javascriptReaders } from "../../src/evidence/readers/javascript.js";
import type { ReadCases } from "../../src/evidence/readers/reader.js";
import type { RunEvidence } from "../../src/evidence/run-evidence.js";
import { type JavascriptProject, javascriptProject } from "./javascript-project.js";

export interface Ran {
  readonly evidence: RunEvidence;
  readonly readings: readonly ReadCases[];
  readonly cases: readonly CaseResult[];
}

/** One runner on one project, as the stages would use them. */
export class RunnerSession {
  readonly runner: Runner;
  readonly project: JavascriptProject;

  constructor(runner: Runner, project: JavascriptProject) {
    this.runner = runner;
    this.project = project;
  }

  match(command: string, directory = ""): RunnerMatch {
    const match = this.runner.recognise({ name: "check-1", command, kind: "test", directory }, this.project.files);
    if (match === undefined) throw new Error(`not recognised as ${this.runner.name}: ${command}`);
    return match;
  }

  recognises(command: string): boolean {
    return this.runner.recognise({ name: "check-1", command, kind: "test", directory: "" }, this.project.files) !== undefined;
  }

  async suite(command: string, directory = ""): Promise<Ran> {
    const { project, runner } = this;
    return read(await project.run(runner.name, runner.withReport(this.match(command, directory), project.rig, project.files)));
  }

  async rerun(command: string, names: readonly Omit<CaseName, "runner">[], directory = ""): Promise<Ran> {
    const { project, runner } = this;
    const cases = names.map((name) => ({ runner: runner.name, ...name }));
    const rerun = runner.rerunOnly(this.match(command, directory), cases, { rig: project.rig, files: project.files });
    if (rerun === undefined) throw new Error(`cannot be narrowed: ${command}`);
    return read(await project.run(runner.name, rerun));
  }

  /** The whole suite with a canary in it: the canary's own case. */
  async canary(command: string, value: string): Promise<CaseResult | undefined> {
    const { project, runner } = this;
    const canary = runner.canary(this.match(command), project.files, { token: "k3v9", value });
    if (canary === undefined) return undefined;
    const texts = Object.fromEntries(project.files.paths().map((path) => [path, project.files.read(path)?.text ?? ""]));
    const copy = javascriptProject({ ...texts, [canary.path]: canary.text });
    const { cases } = read(await copy.run(runner.name, runner.withReport(this.match(command), copy.rig, copy.files)));
    copy.remove();
    return cases.find((result) => result.name.file === canary.name.file && result.name.titlePath.join() === canary.name.titlePath.join());
  }
}

function read(evidence: RunEvidence): Ran {
  const readings = Object.values(evidence.reports).flatMap((text) => {
    const reader = javascriptReaders.find((candidate) => candidate.source === "report" && candidate.sniff(text));
    return reader?.read(text, evidence) ?? [];
  });
  return { evidence, readings, cases: readings.flatMap((reading) => reading.cases) };
}

export function byReportedId(cases: readonly CaseResult[], reportedId: string): CaseResult {
  const found = cases.find((result) => result.reportedId === reportedId);
  if (found === undefined) throw new Error(`no case ${reportedId} in ${cases.map((result) => result.reportedId).join(", ")}`);
  return found;
}

export function failedIds(cases: readonly CaseResult[]): string[] {
  return cases.filter((result) => result.status === "failed").map((result) => result.id);
}
