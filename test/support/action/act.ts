import { execFile } from "node:child_process";
import { copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type GithubServer, writeToken } from "../github-server/server.js";
import { type BuiltEntries, bundleEntries } from "./bundle.js";

const run = promisify(execFile);
const top = fileURLToPath(new URL("../../..", import.meta.url));

/** What act says about one line or step. */
interface ActLine {
  readonly msg?: string;
  readonly stepID?: readonly string[];
  readonly stage?: string;
  readonly stepResult?: string;
  readonly jobResult?: string;
}

export interface ActRun {
  /** Result of each step of the workflow by its id, main stage only. */
  readonly steps: Readonly<Record<string, string>>;
  readonly jobResult: string;
  readonly log: string;
}

/** Runs workflows of a repository on the loopback server with real runner semantics, on this machine, with Heal's bundle as `acme/heal@v1`. */
export class Act {
  readonly #folder: string;
  readonly #bundles: BuiltEntries;

  private constructor(folder: string, bundles: BuiltEntries) {
    this.#folder = folder;
    this.#bundles = bundles;
  }

  static async prepare(): Promise<Act> {
    const bundles = await bundleEntries({ index: "src/main.ts", post: "src/post.ts" });
    const folder = await mkdtemp(join(tmpdir(), "heal-act-"));
    await mkdir(join(folder, "action"));
    await copyFile(join(top, "action.yml"), join(folder, "action/action.yml"));
    await rm(join(folder, "action/dist"), { recursive: true, force: true });
    await run("cp", ["-r", dirname(bundles.path("index")), join(folder, "action/dist")]);
    return new Act(folder, bundles);
  }

  async push(server: GithubServer, commit: string): Promise<ActRun> {
    const home = await mkdtemp(join(this.#folder, "home-"));
    const repository = join(home, "repository");
    await run("git", ["clone", "--quiet", `${server.url}/${server.state.fullName}.git`, repository]);
    const event = join(home, "event.json");
    await writeFile(event, JSON.stringify({ ref: "refs/heads/main", after: commit, deleted: false }));
    const variables = {
      GITHUB_API_URL: server.url,
      GITHUB_SERVER_URL: server.url,
      GITHUB_REPOSITORY: server.state.fullName,
      GITHUB_RUN_ID: "4711",
      NO_COLOR: "1",
      GIT_PAGER: "cat",
    };
    const args = ["push", "-C", repository, "-e", event, "-P", "ubuntu-latest=-self-hosted", "--no-cache-server", "--json"];
    const local = ["--local-repository", `acme/heal@v1=${join(this.#folder, "action")}`, "-s", `GITHUB_TOKEN=${writeToken}`];
    const settings = Object.entries(variables).flatMap(([name, value]) => ["--env", `${name}=${value}`]);
    const path = [dirname(process.execPath), process.env.PATH ?? ""].join(":");
    const env = { HOME: home, XDG_CACHE_HOME: join(home, "cache"), TERM: "dumb", PATH: path };
    return readRun(await started([...args, ...local, ...settings], env));
  }

  async remove(): Promise<void> {
    await this.#bundles.remove();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** A job that fails makes act fail: its lines are the result all the same. */
async function started(args: readonly string[], env: Readonly<Record<string, string>>): Promise<string> {
  const child = run("act", args, { env, maxBuffer: 64 * 1024 * 1024 });
  child.child.stdin?.end();
  try {
    return (await child).stdout;
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

function readRun(output: string): ActRun {
  const lines = output.split("\n").flatMap(parsed);
  const steps: Record<string, string> = {};
  for (const line of lines) if (line.stepResult !== undefined && line.stage === "Main") steps[line.stepID?.join(".") ?? ""] = line.stepResult;
  return { steps, jobResult: lines.findLast((line) => line.jobResult !== undefined)?.jobResult ?? "", log: lines.map((line) => line.msg ?? "").join("\n") };
}

function parsed(line: string): ActLine[] {
  try {
    return [JSON.parse(line) as ActLine];
  } catch {
    return [];
  }
}
