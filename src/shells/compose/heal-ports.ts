import { createHash, randomBytes } from "node:crypto";
import { availableParallelism, release, type } from "node:os";
import { createSandbox } from "../../adapters/sandbox/create.js";
import { OperatorsCoder } from "../../agents/coder/operators/coder.js";
import type { OwnSecrets } from "../../domain/own-secrets.js";
import type { RunPlan } from "../../domain/run-plan.js";
import type { BundleStore } from "../../ports/bundle-store.js";
import type { Console } from "../../ports/console.js";
import type { BaseTree } from "../../ports/sandbox.js";
import type { Workspace } from "../../ports/workspace.js";
import type { Redact } from "../../redaction/redactor.js";
import type { HealPorts } from "../../stages/run-context.js";
import type { OpenModels } from "./model-access.js";
import { syntaxTrees } from "./syntax-trees.js";
import { systemClock } from "./system-clock.js";

export interface Surroundings {
  readonly workspace: Workspace;
  readonly base: BaseTree;
  readonly bundle: BundleStore;
  readonly console: Console;
  readonly signal: AbortSignal;
  /** Environment the box's own is picked from by allow-list. */
  readonly hostEnvironment: Readonly<Record<string, string>>;
  /** Absent when no model works in this run. */
  readonly models?: OpenModels | undefined;
  /** What it takes out of a text counts as a secret; absent where no patch is made. */
  readonly redact?: Redact;
  /** What no patch may add; absent where no patch is made. */
  readonly ownSecrets?: OwnSecrets;
}

/** Beyond this many at once the runs of a small machine disturb one another. */
const mostParallel = 4;

/** Binds every port of a run: the one place that knows which adapter stands behind which interface. */
export function healPorts(plan: RunPlan, around: Surroundings): HealPorts {
  const trees = syntaxTrees();
  const { redact, ownSecrets } = around;
  return {
    openSandbox: () =>
      createSandbox({ choice: plan.engine, limits: plan.limits, hostEnvironment: around.hostEnvironment, root: around.base.from ?? plan.root }),
    workspace: around.workspace,
    base: around.base,
    trees,
    coders: [new OperatorsCoder(trees)],
    ...(around.models === undefined ? {} : { models: around.models }),
    bundle: around.bundle,
    ...(redact === undefined ? {} : { holdsSecret: (text) => redact(text) !== text }),
    ...(ownSecrets === undefined ? {} : { ownSecrets }),
    clock: systemClock,
    console: around.console,
    signal: around.signal,
    parallel: Math.min(mostParallel, availableParallelism()),
    randomHex: (bytes) => randomBytes(bytes).toString("hex"),
    sha256: (bytes) => createHash("sha256").update(bytes).digest("hex"),
    fingerprint: { heal: plan.version, node: process.version, system: `${type()} ${release()}`, architecture: process.arch },
  };
}
