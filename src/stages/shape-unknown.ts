import { readUnknownOutput } from "../agents/coder/model/read-unknown-output.js";
import type { CaseId, CaseResult } from "../domain/case.js";
import { endless } from "../domain/failure.js";
import { fenceToken } from "./fence-token.js";
import type { ModelsInUse, RunContext } from "./run-context.js";

/**
 * Failures for a brief, in which the red exit of a check that no reader knows is told by what a model quotes from its output. It explains
 * only: what is red and green stays with exit status and reports. Each output is read once in a run.
 */
export function unknownShaper(context: RunContext, models: ModelsInUse): (failures: readonly CaseResult[]) => Promise<readonly CaseResult[]> {
  const read = new Map<CaseId, Promise<CaseResult>>();
  return (failures) =>
    Promise.all(
      failures.map((red) => {
        const { excerpt = "", type } = red.failure ?? {};
        // Where it goes round was seen; what it printed cannot tell more.
        if (red.kind !== "run" || excerpt.trim() === "" || type === endless) return red;
        const known = read.get(red.id) ?? shaped(context, models, red);
        read.set(red.id, known);
        return known;
      }),
    );
}

async function shaped({ plan, ports }: RunContext, models: ModelsInUse, red: CaseResult): Promise<CaseResult> {
  const output = red.failure?.excerpt ?? "";
  const reading = { output, files: ports.workspace.view, seed: plan.seed, signal: ports.signal };
  const found = await readUnknownOutput({ ...reading, model: models.coder, token: fenceToken({ ports }) });
  return found === undefined ? red : { ...red, failure: { ...found.failure, excerpt: output } };
}
