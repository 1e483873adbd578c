import { randomBytes } from "node:crypto";
import { getState, saveState } from "@actions/core";
import { ownSecrets } from "../../redaction/own-secrets.js";
import { createRedactor } from "../../redaction/redactor.js";
import { shutDiagnostics } from "../compose/shut-diagnostics.js";
import { uploadBundle } from "./artifact.js";
import { completeBundle } from "./complete-bundle.js";
import { type ActionStart, takeEnvironment, toolEnvironment } from "./environment.js";
import { healPinned } from "./heal-pinned.js";
import { logWriter } from "./log-writer.js";
import { type PostDeps, runPost } from "./post.js";
import { type ActionDeps, runAction } from "./run.js";
import { sweepBoxes } from "./sweep-boxes.js";
import { views } from "./views.js";

/** The main step: `dist/index.cjs`. */
export async function mainStep(version: string): Promise<void> {
  shutDiagnostics(process);
  const start = takeEnvironment(process);
  process.exitCode = await runAction(start, actionDeps(start, version));
}

/** The post step: `dist/post.cjs`. */
export async function postStep(): Promise<void> {
  shutDiagnostics(process);
  const start = takeEnvironment(process);
  await runPost(start, postDeps(start));
}

/** What the main step works with on a real runner. */
export function actionDeps(start: ActionStart, version: string): ActionDeps {
  const redact = createRedactor({ knownValues: start.secrets });
  return {
    heal: healPinned(version),
    redact,
    ownSecrets: ownSecrets(start.secrets),
    upload: uploadBundle,
    log: logWriter(process.stdout, redact),
    signal: cancelSignal(),
    version,
    suffix: randomBytes(3).toString("hex"),
    remember: (bundle) => {
      if (bundle === "uploaded") return saveState("uploaded", "yes");
      saveState("bundle", bundle.directory);
      saveState("artifact", bundle.artifact);
    },
    views,
  };
}

function postDeps(start: ActionStart): PostDeps {
  return {
    upload: uploadBundle,
    sweep: () => sweepBoxes(toolEnvironment(start)),
    log: logWriter(process.stdout, createRedactor({ knownValues: start.secrets })),
    remembered: { directory: getState("bundle"), artifact: getState("artifact"), uploaded: getState("uploaded") === "yes" },
    complete: completeBundle,
  };
}

/** The runner sends SIGINT, then SIGTERM, then kills: the run ends itself at the first. */
function cancelSignal(): AbortSignal {
  const controller = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) process.on(name, () => controller.abort());
  return controller.signal;
}
