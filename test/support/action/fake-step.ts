import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { FolderBundle } from "../../../src/adapters/bundle/folder-bundle.js";
import type { CaseId } from "../../../src/domain/case.js";
import type { JournalEvent } from "../../../src/domain/journal.js";
import type { Stop } from "../../../src/domain/outcome.js";
import { actionDeps } from "../../../src/shells/action/deps.js";
import { takeEnvironment } from "../../../src/shells/action/environment.js";
import type { HealFunction, HealRequest } from "../../../src/shells/action/request.js";
import { runAction } from "../../../src/shells/action/run.js";
import { systemClock } from "../../../src/shells/compose/system-clock.js";
import { writeBundleFiles } from "../../../src/stages/bundle-files.js";

/** The whole action with a heal that does at once what FAKE_HEAL says; what it was asked for is written to FAKE_SEEN. */
const fakeHeal: HealFunction = async (request) => {
  const bundle = await FolderBundle.create(request.bundleDirectory, systemClock);
  const record = async (event: JournalEvent) => request.console.event(await bundle.append(event));
  writeSeen(request);
  request.console.note(request.hostEnvironment.FAKE_OUTPUT ?? "working");
  const stop = await stopFor(request, record);
  await record({ type: "stopped", stop, class: null });
  await writeBundleFiles(bundle);
  await bundle.close();
  return { stop, lines: bundle.lines() };
};

async function stopFor(request: HealRequest, record: (event: JournalEvent) => Promise<void>): Promise<Stop> {
  switch (request.hostEnvironment.FAKE_HEAL) {
    case "give-up":
      return { reason: "no-progress", sentence: "Nothing helped." };
    case "wait":
      await record({ type: "note", text: "begun" });
      await aborted(request.signal);
      return { reason: "cancelled", sentence: "The run was cancelled." };
    case "hang":
      await record({ type: "note", text: "begun" });
      return new Promise(() => setInterval(() => undefined, 1000));
    default:
      return healed(request, record);
  }
}

async function healed(request: HealRequest, record: (event: JournalEvent) => Promise<void>): Promise<Stop> {
  const before = request.pinned.workspace.view.read("a.txt")?.text ?? "";
  const failure = { cases: ["pytest:a.py::a" as CaseId], commands: ["pytest"] };
  const earlier = await request.publisher.earlier(failure);
  if (earlier.kind === "closed") return earlier.stop;
  const patch = { changes: [{ kind: "modify", path: "a.txt", before, after: "mended\n", encoding: "utf8" }] } as const;
  const publication = await request.publisher.publish({ patch, failure, lines: [] });
  await record(publication.event);
  return publication.stop ?? { reason: "fixed", sentence: "Healed 1 case." };
}

function aborted(signal: AbortSignal): Promise<void> {
  const beat = setInterval(() => undefined, 1000);
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(clearInterval(beat))));
}

function writeSeen(request: HealRequest): void {
  const child = execFileSync("env", { encoding: "utf8" });
  const { inputs, directory, settings, pinned, hostEnvironment } = request;
  const seen = { inputs: { ...inputs, githubToken: "" }, directory, settings, commit: pinned.commit, tree: pinned.tree, hostEnvironment, child };
  if (hostEnvironment.FAKE_SEEN !== undefined) writeFileSync(hostEnvironment.FAKE_SEEN, JSON.stringify(seen));
}

const start = takeEnvironment(process);
void runAction(start, { ...actionDeps(start, "0.0.0-test"), heal: fakeHeal, pace: { secondMs: 5, spaceWrites: false } }).then((status) => {
  process.exitCode = status;
});
