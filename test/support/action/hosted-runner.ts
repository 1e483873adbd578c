import { type ChildProcess, execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type GithubServer, runtimeToken, writeToken } from "../github-server/server.js";

const run = promisify(execFile);

export interface StepRequest {
  /** Bundle to start, e.g. dist/index.cjs. */
  readonly entry: string;
  readonly event: { readonly name: string; readonly payload: unknown; readonly ref: string; readonly sha: string };
  /** As a workflow's `with:`. */
  readonly inputs?: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
  /** Called once the step runs, e.g. to cancel it. */
  readonly whileRunning?: (child: ChildProcess) => void;
}

export interface StepResult {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly outputs: Readonly<Record<string, string>>;
  readonly state: Readonly<Record<string, string>>;
  readonly summary: string;
}

/** A hosted runner's folders and environment around one job whose repository lives on the loopback server. */
export class HostedRunner {
  readonly workspace: string;
  readonly temp: string;
  readonly #folder: string;
  readonly #server: GithubServer;

  private constructor(folder: string, server: GithubServer) {
    this.#folder = folder;
    this.#server = server;
    this.workspace = join(folder, "work", server.state.name, server.state.name);
    this.temp = join(folder, "work", "_temp");
  }

  static async start(server: GithubServer): Promise<HostedRunner> {
    const runner = new HostedRunner(await mkdtemp(join(tmpdir(), "hosted-runner-")), server);
    for (const path of [
      runner.workspace,
      runner.temp,
      join(runner.temp, "_runner_file_commands"),
      join(runner.#folder, "home"),
      join(runner.#folder, "tools"),
    ]) {
      await mkdir(path, { recursive: true });
    }
    return runner;
  }

  /** What actions/checkout leaves: the files, and a git directory that holds the token. */
  async checkout(commit: string): Promise<void> {
    const git = (...args: string[]) => run("git", ["-C", this.workspace, ...args], { env: { PATH: process.env.PATH ?? "", HOME: join(this.#folder, "home") } });
    await git("init", "--quiet");
    await git("config", "http.extraheader", `AUTHORIZATION: basic ${Buffer.from(`x-access-token:${writeToken}`).toString("base64")}`);
    await git("fetch", "--quiet", `${this.#server.url}/${this.#server.state.fullName}.git`, "+refs/*:refs/remotes/origin/*");
    await git("checkout", "--quiet", "--detach", commit);
  }

  /** Exactly what a hosted runner gives a step of a JavaScript action. */
  async environment(request: Pick<StepRequest, "event" | "inputs" | "environment">): Promise<Record<string, string>> {
    const commands = join(this.temp, "_runner_file_commands");
    for (const name of ["output", "state", "env", "path", "summary"]) await writeFile(join(commands, name), "");
    const eventPath = join(this.temp, "event.json");
    await writeFile(eventPath, JSON.stringify(request.event.payload));
    const inputs = { "github-token": writeToken, "working-directory": ".", ...request.inputs };
    return {
      PATH: process.env.PATH ?? "",
      HOME: join(this.#folder, "home"),
      LANG: "C.UTF-8",
      CI: "true",
      RUNNER_OS: "Linux",
      RUNNER_ARCH: "X64",
      RUNNER_NAME: "GitHub Actions 1",
      RUNNER_ENVIRONMENT: "github-hosted",
      RUNNER_TEMP: this.temp,
      RUNNER_TOOL_CACHE: join(this.#folder, "tools"),
      RUNNER_WORKSPACE: join(this.workspace, ".."),
      RUNNER_TRACKING_ID: "github_1",
      GITHUB_ACTIONS: "true",
      GITHUB_ACTION: "heal",
      GITHUB_ACTOR: "ada",
      GITHUB_API_URL: this.#server.url,
      // The artifact client takes any other host for an old server without its service.
      GITHUB_SERVER_URL: `http://github.localhost:${new URL(this.#server.url).port}`,
      GITHUB_GRAPHQL_URL: `${this.#server.url}/graphql`,
      GITHUB_EVENT_NAME: request.event.name,
      GITHUB_EVENT_PATH: eventPath,
      GITHUB_JOB: "test",
      GITHUB_REF: request.event.ref,
      GITHUB_REPOSITORY: this.#server.state.fullName,
      GITHUB_RUN_ATTEMPT: "1",
      GITHUB_RUN_ID: "4711",
      GITHUB_RUN_NUMBER: "1",
      GITHUB_SHA: request.event.sha,
      GITHUB_WORKFLOW: "ci",
      GITHUB_WORKSPACE: this.workspace,
      GITHUB_OUTPUT: join(commands, "output"),
      GITHUB_STATE: join(commands, "state"),
      GITHUB_ENV: join(commands, "env"),
      GITHUB_PATH: join(commands, "path"),
      GITHUB_STEP_SUMMARY: join(commands, "summary"),
      ACTIONS_RUNTIME_TOKEN: runtimeToken,
      ACTIONS_RUNTIME_URL: `${this.#server.url}/`,
      ACTIONS_RESULTS_URL: `${this.#server.url}/`,
      ACTIONS_CACHE_URL: `${this.#server.url}/cache/`,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: "oidc-token-0123456789abcdef",
      ACTIONS_ID_TOKEN_REQUEST_URL: `${this.#server.url}/oidc`,
      ...Object.fromEntries(Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value])),
      ...request.environment,
    };
  }

  async step(request: StepRequest): Promise<StepResult> {
    const child = spawn(process.execPath, [request.entry], { cwd: this.workspace, env: await this.environment(request), stdio: ["ignore", "pipe", "pipe"] });
    const [stdout, stderr] = [collected(child.stdout), collected(child.stderr)];
    request.whileRunning?.(child);
    const exitCode = await new Promise<number | null>((resolve) => child.on("close", resolve));
    return { exitCode, stdout: await stdout, stderr: await stderr, ...(await this.#written()) };
  }

  async #written(): Promise<Pick<StepResult, "outputs" | "state" | "summary">> {
    const text = (name: string) => readFile(join(this.temp, "_runner_file_commands", name), "utf8");
    return { outputs: keyValues(await text("output")), state: keyValues(await text("state")), summary: await text("summary") };
  }

  /** Names of what a run left in the runner's temporary folder beside what the runner itself put there. */
  leftovers(names: readonly string[]): string[] {
    return names.filter((name) => !existsSync(join(this.temp, name)));
  }

  async stop(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }
}

async function collected(stream: NodeJS.ReadableStream): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

/** The runner's file format `name<<delimiter`, value lines, delimiter; the last of a name counts. */
function keyValues(text: string): Record<string, string> {
  const values: Record<string, string> = {};
  const lines = text.split("\n");
  for (let index = 0; index < lines.length; index++) {
    const [, name, delimiter] = /^([^<]+)<<(.+)$/.exec(lines[index] ?? "") ?? [];
    if (name === undefined || delimiter === undefined) continue;
    const end = lines.indexOf(delimiter, index + 1);
    values[name] = lines.slice(index + 1, end).join("\n");
    index = end;
  }
  return values;
}

export function pushEvent(branch: string, commit: string): StepRequest["event"] {
  return { name: "push", payload: { ref: `refs/heads/${branch}`, after: commit, deleted: false }, ref: `refs/heads/${branch}`, sha: commit };
}

export interface PullRequestFacts {
  readonly head: { readonly ref: string; readonly sha: string; readonly repo?: string };
  readonly base: { readonly ref: string; readonly sha: string };
  readonly merge: string;
}

export function pullRequestEvent(facts: PullRequestFacts): StepRequest["event"] {
  const pull_request = {
    number: 7,
    state: "open",
    head: { ref: facts.head.ref, sha: facts.head.sha, repo: { full_name: facts.head.repo ?? "acme/widget" } },
    base: { ...facts.base, repo: { full_name: "acme/widget" } },
  };
  return { name: "pull_request", payload: { action: "synchronize", number: 7, pull_request }, ref: "refs/pull/7/merge", sha: facts.merge };
}
