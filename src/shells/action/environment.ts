import { secretValues } from "../../redaction/secret-environment.js";
import { modelKey } from "../compose/model-key.js";

/** The runner's environment as the action found it, read once. Nothing of it stays in the process, so no child can inherit it. */
export interface ActionStart {
  readonly environment: Readonly<Record<string, string>>;
  /** Values that no text may carry out. */
  readonly secrets: readonly string[];
}

/** What libraries of this process read themselves and what holds no secret. */
const staying =
  /^(PATH|HOME|TMPDIR|TZ|LANG|LC_\w+|SSL_CERT_\w+|NODE_EXTRA_CA_CERTS|(HTTPS?|NO)_PROXY|GITHUB_(OUTPUT|STATE|STEP_SUMMARY|WORKSPACE|SERVER_URL)|RUNNER_TEMP|STATE_\w+)$/i;

/** Copies the environment and takes everything out of it that is not known to be harmless. */
export function takeEnvironment(holder: { readonly env: Record<string, string | undefined> }): ActionStart {
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(holder.env)) {
    if (value === undefined) continue;
    environment[name] = value;
    if (!staying.test(name)) delete holder.env[name];
  }
  const secrets = new Set([...secretValues(environment), ...modelKey(environment["INPUT_API-KEY"]).secrets]);
  return { environment: Object.freeze(environment), secrets: Object.freeze([...secrets]) };
}

/** Names of the runner and of the workflow: no box and no tool needs them. */
const runnerName = /^(INPUT_|GITHUB_|ACTIONS_|RUNNER_|STATE_)/i;

/** What tools are found with: the environment without anything the runner, the workflow or a secret put there. */
export function toolEnvironment(start: ActionStart): Readonly<Record<string, string>> {
  const kept = Object.entries(start.environment).filter(([name, value]) => !runnerName.test(name) && !start.secrets.includes(value));
  return Object.fromEntries(kept);
}
