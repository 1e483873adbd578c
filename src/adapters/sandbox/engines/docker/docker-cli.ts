import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import type { Stream } from "node:stream";
import { runTool, systemPath, type ToolResult } from "../../run-tool.js";

type Environment = Readonly<Record<string, string | undefined>>;

/** Where the user's daemon is. The rest of the user's settings (credential helpers, plugins, contexts) is not handed to the client. */
const passedOn = ["DOCKER_HOST", "DOCKER_TLS_VERIFY", "DOCKER_CERT_PATH", "DOCKER_API_VERSION"] as const;

/** The docker command with an environment of our own making. */
export class DockerCli {
  /** All that the client gets, and what talks to the daemon on our behalf. */
  readonly environment: Readonly<Record<string, string>>;

  /** @param emptyFolder stands for the client's home and settings */
  constructor(host: Environment, emptyFolder: string) {
    const given = passedOn.flatMap((name) => (host[name] === undefined || host[name] === "" ? [] : [[name, host[name]] as const]));
    this.environment = { PATH: systemPath, LC_ALL: "C", HOME: emptyFolder, DOCKER_CONFIG: emptyFolder, ...Object.fromEntries(given) };
  }

  run(args: readonly string[], timeoutMs = 60_000): Promise<ToolResult> {
    return runTool("docker", args, { environment: this.environment, timeoutMs });
  }

  /** Like `run`, and throws with the client's own words when it fails. */
  async must(args: readonly string[], timeoutMs?: number): Promise<string> {
    const result = await this.run(args, timeoutMs);
    if (result.exitCode !== 0) throw new DockerError(`docker ${args[0] ?? ""}: ${firstLine(result.stderr)}`);
    return result.stdout.trim();
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

export function firstLine(text: string): string {
  const lines = text.split("\n").map((line) => line.trim());
  const line = lines.find((candidate) => candidate !== "" && !candidate.startsWith("WARNING")) ?? "no message";
  return line.replace(/^docker: /, "").slice(0, 400);
}
