import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { githubClient, type Pace } from "../../adapters/github/client.js";
import { githubPullRequests } from "../../adapters/github/pull-requests.js";
import { githubRepository } from "../../adapters/github/repository.js";
import { openPinnedCommit } from "../../adapters/workspace/pinned-commit.js";
import { SetupError } from "../../domain/errors.js";
import type { JournalLine } from "../../domain/journal.js";
import { type Stop, stopReasons } from "../../domain/outcome.js";
import type { OwnSecrets } from "../../domain/own-secrets.js";
import type { Redact } from "../../redaction/redactor.js";
import type { Annotation } from "../../render/annotations.js";
import { lastOf } from "../../render/journal-view.js";
import { outcomeDocument } from "../../render/outcome-document.js";
import { type PullRequestWriter, publisher } from "../../stages/publish.js";
import { readTrigger } from "../../triggers/read-trigger.js";
import type { Trigger } from "../../triggers/trigger.js";
import { proxySettings } from "../compose/model-access.js";
import { redactedPullRequests, redactedRepository } from "../compose/redacted-host.js";
import type { Uploaded, UploadRequest } from "./artifact.js";
import { artifactName } from "./artifact-name.js";
import { type ActionStart, toolEnvironment } from "./environment.js";
import { type ActionInputs, readInputs } from "./inputs.js";
import { logConsole } from "./log-console.js";
import type { LogWriter } from "./log-writer.js";
import { baseSettings, publishPlace, withheldIfSecret } from "./place.js";
import { annotate, writeSummary } from "./report-back.js";
import type { HealFunction, HealResult } from "./request.js";
import { findCheckout, type Runner, readRunner } from "./runner.js";
import { clearOutputs, outputsOf, type StepOutputs, writeOutputs } from "./step-outputs.js";

export interface ActionDeps {
  readonly heal: HealFunction;
  readonly upload: (request: UploadRequest) => Promise<Uploaded>;
  readonly log: LogWriter;
  /** Applied to everything that leaves for the host, the summary and the run's page. */
  readonly redact: Redact;
  readonly ownSecrets: OwnSecrets;
  readonly signal: AbortSignal;
  readonly version: string;
  /** How fast the host may be asked; absent = as it wants to be asked. */
  readonly pace?: Pace;
  /** Few random lower-case letters and digits. */
  readonly suffix: string;
  /** Tells the post step where an unfinished bundle lies, and when there is none any more. */
  readonly remember: (bundle: { readonly directory: string; readonly artifact: string } | "uploaded") => void;
  readonly views: Views;
}

/** The journal as other readers see it. */
export interface Views {
  readonly pullRequest: PullRequestWriter;
  readonly summary: (lines: readonly JournalLine[], context: { readonly pullRequestUrl: string | null; readonly artifactName: string | null }) => string;
  readonly annotations: (lines: readonly JournalLine[]) => readonly Annotation[];
}

/** One step of a job. Gives the exit status: 0 unless the step is to fail. */
export async function runAction(start: ActionStart, deps: ActionDeps): Promise<number> {
  clearOutputs();
  try {
    const runner = readRunner(start.environment);
    const decision = readTrigger(runner.event);
    if (decision.kind === "skip") {
      deps.log.write(`Skipped: ${decision.reason}`);
      return 0;
    }
    const inputs = readInputs(start.environment);
    if (decision.kind === "refused") return endWithoutRun({ reason: "not-allowed", sentence: decision.reason }, inputs, deps);
    return await healJob({ start, runner, trigger: decision, inputs }, deps);
  } catch (error) {
    return endWithoutRun(stopFor(error), { failOnUnhealed: failWanted(start) }, deps);
  }
}

function stopFor(error: unknown): Stop {
  if (error instanceof SetupError) return { reason: "invalid-setup", sentence: error.message };
  const told = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { reason: "internal-error", sentence: `Heal failed by a fault of its own or of the machine: ${told}` };
}

/** Asked when the inputs as a whole could not be read. */
function failWanted(start: ActionStart): boolean {
  return start.environment["INPUT_FAIL-ON-UNHEALED"]?.trim().toLowerCase() === "true";
}

function endWithoutRun(stop: Stop, { failOnUnhealed }: Pick<ActionInputs, "failOnUnhealed">, { redact }: Pick<ActionDeps, "redact">): number {
  const { outcome } = stopReasons[stop.reason];
  writeOutputs({ outcome, "stop-reason": stop.reason }, redact);
  annotate([{ level: "error", title: `Heal: ${outcome}`, message: stop.sentence }], redact);
  return failOnUnhealed ? 1 : 0;
}

interface Job {
  readonly start: ActionStart;
  readonly runner: Runner;
  readonly trigger: Trigger;
  readonly inputs: ActionInputs;
}

async function healJob(job: Job, deps: ActionDeps): Promise<number> {
  const bundle = {
    directory: join(job.runner.temp, `heal-bundle-${deps.suffix}`),
    artifact: artifactName(deps.redact(job.runner.job), job.runner.attempt, deps.suffix),
  };
  deps.remember(bundle);
  const result = await healCheckout(job, deps, bundle);
  const upload = deps.signal.aborted
    ? undefined
    : await deps.upload({ name: bundle.artifact, directory: bundle.directory, environment: job.start.environment });
  if (upload?.kind === "uploaded") deps.remember("uploaded");
  await reportBack(job, deps, { result, upload, directory: bundle.directory });
  const { outcome } = stopReasons[result.stop.reason];
  return job.inputs.failOnUnhealed && outcome !== "healed" && outcome !== "nothing-to-heal" ? 1 : 0;
}

async function healCheckout(job: Job, deps: ActionDeps, bundle: { readonly directory: string; readonly artifact: string }): Promise<HealResult> {
  const { runner, trigger, inputs, start } = job;
  const checkout = findCheckout(runner.workspace, inputs.workingDirectory);
  const client = githubClient({
    token: inputs.githubToken,
    apiUrl: runner.apiUrl,
    serverUrl: runner.serverUrl,
    repository: runner.event.repository,
    version: deps.version,
    ...(deps.pace === undefined ? {} : { pace: deps.pace }),
  });
  const repository = redactedRepository(githubRepository(client), deps.redact);
  const pullRequests = redactedPullRequests(githubPullRequests(client), deps.redact);
  await mkdir(runner.temp, { recursive: true });
  const pinned = await openPinnedCommit({ checkout: checkout.root, commits: trigger.testedCommits, scratch: runner.temp });
  try {
    const place = withheldIfSecret(await publishPlace(trigger, inputs, repository), deps.redact);
    return await deps.heal({
      inputs,
      pinned,
      directory: checkout.directory,
      settings: await baseSettings(trigger, inputs, { pinned, repository }),
      bundleDirectory: bundle.directory,
      workflowRun: runner.runUrl === null ? null : { url: runner.runUrl, artifact: bundle.artifact },
      publisher: publisher({ repository, pullRequests, text: deps.views.pullRequest }, place),
      redact: deps.redact,
      ownSecrets: deps.ownSecrets,
      hostEnvironment: toolEnvironment(start),
      proxy: proxySettings(start.environment),
      missingKey: trigger.writes.kind === "withheld" ? "go-on" : "stop",
      console: logConsole(deps.log),
      signal: deps.signal,
    });
  } finally {
    await pinned.close();
  }
}

interface Finished {
  readonly result: HealResult;
  /** Undefined when the job is being cancelled: the post step uploads. */
  readonly upload: Uploaded | undefined;
  readonly directory: string;
}

async function reportBack(job: Job, deps: ActionDeps, { result, upload, directory }: Finished): Promise<void> {
  const published = lastOf(result.lines, "published");
  const artifact = upload?.kind === "uploaded" ? upload.name : null;
  const outputs: StepOutputs = { ...outputsOf(outcomeDocument(result.lines), published), bundle: artifact ?? "", report: join(directory, "report.md") };
  writeOutputs(outputs, deps.redact);
  if (upload?.kind === "failed") deps.log.write(`The bundle was not uploaded (${upload.reason}). It lies in ${directory} until the job ends.`);
  const summary = deps.views.summary(result.lines, { pullRequestUrl: published?.pullRequest?.url ?? null, artifactName: artifact });
  await writeSummary(job.start.environment.GITHUB_STEP_SUMMARY, summary, deps.redact);
  annotate(deps.views.annotations(result.lines), deps.redact);
}
