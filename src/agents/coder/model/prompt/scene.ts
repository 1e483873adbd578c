import type { History } from "../../../../domain/attempt.js";
import type { Brief } from "../../../../domain/brief.js";
import type { CaseId } from "../../../../domain/case.js";
import type { FileView } from "../../../../domain/file-view.js";
import type { Profile } from "../../../../domain/model-plan.js";
import type { ValueTrace } from "../../../../domain/value-trace.js";
import type { FailingCall } from "../source/failing-call.js";
import type { TestSource } from "../source/failing-test.js";
import type { Unit } from "../source/units.js";

/** Everything a prompt may be made of. */
export interface Scene {
  readonly brief: Brief;
  readonly history: History;
  readonly profile: Profile;
  /** The tree the answer is put into: the brief's, with the parent candidate's patch in a repair. */
  readonly files: FileView;
  /** Most suspicious first. */
  readonly units: readonly Unit[];
  readonly tests: readonly TestSource[];
  /** Of failures that say little themselves. */
  readonly calls: ReadonlyMap<CaseId, FailingCall>;
  /** Of the code that is shown. */
  readonly trace: ValueTrace | undefined;
  /** The newest two results were the same. */
  readonly stayedWrong: "yes" | "no";
  /** Of the fence. */
  readonly token: string;
  readonly format: "whole" | "blocks";
  /** Why the last reply could not be used. */
  readonly unusable: string | undefined;
  /** What was learned from the change that is shown. */
  readonly lesson: string | undefined;
  /** The model may ask for more of the project before it answers. */
  readonly mayAsk: "yes" | "no";
}
