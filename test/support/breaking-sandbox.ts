import type { Patch } from "../../src/domain/patch.js";
import type { Box, BoxResult, Sandbox } from "../../src/ports/sandbox.js";

/** Why the next command in a box with this patch does not start; undefined = it starts. Asked once for each command. */
export type StartFault = (patch: Patch) => string | undefined;

/** A real sandbox whose boxes sometimes do not start, as when its daemon dies or the machine has no room left. */
export function breakingSandbox(real: Sandbox, faultOf: StartFault): Sandbox {
  return {
    engine: real.engine,
    limits: real.limits,
    probe: (root) => real.probe(root),
    open: async (spec) => breakingBox(await real.open(spec), () => faultOf(spec.patch)),
    sweep: () => real.sweep(),
    close: () => real.close(),
  };
}

function breakingBox(real: Box, fault: () => string | undefined): Box {
  return {
    paths: real.paths,
    run: (command) => {
      const reason = fault();
      return reason === undefined ? real.run(command) : Promise.resolve(notStarted(reason));
    },
    close: () => real.close(),
  };
}

const nothing: BoxResult["stdout"] = { head: "", tail: "", omittedBytes: 0, totalBytes: 0 };

function notStarted(reason: string): BoxResult {
  return { end: { kind: "not-started", reason }, stdout: nothing, stderr: nothing, files: {}, durationMs: 0, limitsReached: [] };
}
