import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import type { Stream } from "node:stream";
import { ordinaryPatience } from "../../patience.js";
import { runTool, systemPath, type ToolOptions, type ToolResult } from "../../run-tool.js";

type Environment = Readonly<Record<string, string | undefined>>;

/** Where the user's daemon is. The rest of the user's settings (credential helpers, plugins, contexts) is not handed to the client. */
const passedOn = ["DOCKER_HOST", "DOCKER_TLS_VERIFY", "DOCKER_CERT_PATH", "DOCKER_API_VERSION"] as const;

/** The docker command with an environment of our own making. */
export class DockerCli {
  /** All that the client gets, and what talks to the daemon on our behalf. */
  readonly environment: Readonly<Record<string, string>>;
  private readonly answerMs: number;

  /** @param emptyFolder stands for the client's home and settings */
  constructor(host: Environment, emptyFolder: string, { startMs } = ordinaryPatience) {
    this.answerMs = startMs;
    const given = passedOn.flatMap((name) => (host[name] === undefined || host[name] === "" ? [] : [[name, host[name]] as const]));
    this.environment = { PATH: systemPath, LC_ALL: "C", HOME: emptyFolder, DOCKER_CONFIG: emptyFolder, ...Object.fromEntries(given) };
  }

  run(args: readonly string[], options: Pick<ToolOptions, "timeoutMs" | "input"> = {}): Promise<ToolResult> {
    return runTool("docker", args, { environment: this.environment, timeoutMs: this.answerMs, ...options });
  }

  /** Like `run`, and throws with the client's own words when it fails. */
  async must(args: readonly string[], input?: Buffer): Promise<string> {
    const result = await this.run(args, input === undefined ? {} : { input });
    if (result.exitCode === 0) return result.stdout.trim();
    throw this.failure(args, result);
  }

  failure([command = ""]: readonly string[], result: ToolResult): DockerError {
    if (result.overdue) return new DockerError(hanging(`\`docker ${command}\` gave no answer`, this.answerMs));
    return new DockerError(`docker ${command}: ${firstLine(result.stderr)}`);
  }

  /**
   * With pipes on all three streams, in an own session so that Ctrl-C on the terminal does not reach the box past us.
   * @param held streams that the client has open, unused, for as long as it lives
   */
  spawn(args: readonly string[], held: readonly Stream[] = []): ChildProcessWithoutNullStreams {
    const child = spawn("docker", args, { stdio: ["pipe", "pipe", "pipe", ...held], env: this.environment, detached: true });
    return child as ChildProcessWithoutNullStreams;
  }
}

/** The daemon or its client failed: infrastructure, never a verdict on the code in the box. */
export class DockerError extends Error {
  override readonly name = "DockerError";
}

/** The sentence for what did not happen in time, with what a person can do at once. */
export function hanging(failure: string, limitMs: number): string {
  return `${failure} within ${limitMs / 1000} s: the Docker daemon hangs. Restart it, or use \`sandbox: bubblewrap\`.`;
}

export function firstLine(text: string): string {
  const lines = text.split("\n").map((line) => line.trim());
  const line = lines.find((candidate) => candidate !== "" && !candidate.startsWith("WARNING")) ?? "no message";
  return line.replace(/^docker: /, "").slice(0, 400);
}
