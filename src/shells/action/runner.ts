import { existsSync, readFileSync } from "node:fs";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { SetupError } from "../../domain/errors.js";
import { workflowRunUrl } from "../../domain/workflow-run.js";
import type { EventSource } from "../../triggers/trigger.js";

/** What the runner says about the job. */
export interface Runner {
  readonly event: EventSource;
  readonly apiUrl: string;
  readonly serverUrl: string;
  readonly workspace: string;
  /** Folder for our files, outside the workspace; the runner empties it. */
  readonly temp: string;
  readonly job: string;
  readonly attempt: string;
  /** Page of the workflow run; null when the runner does not say enough. */
  readonly runUrl: string | null;
}

export function readRunner(environment: Readonly<Record<string, string>>): Runner {
  const named = (name: string): string => {
    const value = environment[name];
    if (value === undefined || value === "")
      throw new SetupError(`The variable ${name} is not set. Heal's action runs as a step of a GitHub Actions job; elsewhere use the command line.`);
    return value;
  };
  return {
    event: {
      name: named("GITHUB_EVENT_NAME"),
      payload: readPayload(named("GITHUB_EVENT_PATH")),
      ref: environment.GITHUB_REF ?? "",
      sha: named("GITHUB_SHA"),
      repository: named("GITHUB_REPOSITORY"),
    },
    apiUrl: environment.GITHUB_API_URL || "https://api.github.com",
    serverUrl: environment.GITHUB_SERVER_URL || "https://github.com",
    workspace: named("GITHUB_WORKSPACE"),
    temp: named("RUNNER_TEMP"),
    job: environment.GITHUB_JOB ?? "job",
    attempt: environment.GITHUB_RUN_ATTEMPT ?? "1",
    runUrl: workflowRunUrl({ server: environment.GITHUB_SERVER_URL ?? "", repository: named("GITHUB_REPOSITORY"), id: environment.GITHUB_RUN_ID ?? "" }),
  };
}

function readPayload(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new SetupError(
      `The event file ${path} cannot be read (${error instanceof Error ? error.message : String(error)}). Run Heal as a step of the job that GitHub started.`,
    );
  }
}

export interface Checkout {
  /** Absolute path of the checkout's top folder. */
  readonly root: string;
  /** Where checks run, relative to it; "" is the top. */
  readonly directory: string;
}

/** The checkout around the working directory: the workspace itself, or a folder below it when actions/checkout was given a `path`. */
export function findCheckout(workspace: string, workingDirectory: string): Checkout {
  const start = resolve(workspace, workingDirectory);
  const below = relative(workspace, start);
  if (isAbsolute(below) || below.split(sep)[0] === "..") throw new SetupError(`The working directory ${workingDirectory} is outside the workspace.`);
  if (!existsSync(start))
    throw new SetupError(
      `The working directory ${workingDirectory} does not exist in the workspace. Correct \`working-directory\`, or check the repository out before Heal.`,
    );
  const parts = below === "" ? [] : below.split(sep);
  for (let depth = parts.length; depth >= 0; depth--) {
    const root = join(workspace, ...parts.slice(0, depth));
    if (existsSync(join(root, ".git"))) return { root, directory: parts.slice(depth).join("/") };
  }
  throw new SetupError(`There is no git checkout at ${start} or above it in the workspace. Put actions/checkout before Heal.`);
}
