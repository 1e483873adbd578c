import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { brokenCheck, writeProject } from "../../support/cli/broken-project.js";
import { healRun, outcomeIn, runArguments, type StartedCommand, startHeal } from "../../support/cli/heal-command.js";
import { everythingOf, keyIn, mending, modelServer, runWithModel } from "../../support/cli/model-run.js";
import { testFolder } from "../../support/cli/test-folder.js";
import { testKey } from "../../support/model-server/client.js";
import type { ModelServer, Reply } from "../../support/model-server/server.js";
import { suiteRequires } from "../../support/requirements.js";

const environment = { HEAL_API_KEY: testKey };

/** Environments of every process below this one. */
function environmentsBelow(pid: number | undefined): string[] {
  const parents = new Map(readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? [[name, parentOf(name)] as const] : [])));
  const isBelow = (name: string | undefined): boolean =>
    name !== undefined && name !== "0" && (parents.get(name) === String(pid) || isBelow(parents.get(name)));
  return [...parents.keys()].filter(isBelow).map((name) => contentOf(`/proc/${name}/environ`));
}

function parentOf(pid: string): string | undefined {
  return /^PPid:\s*(\d+)$/m.exec(contentOf(`/proc/${pid}/status`))?.[1];
}

/** Processes end while they are looked at. */
function contentOf(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}

interface Waiting {
  readonly command: StartedCommand;
  /** Standard error so far. */
  told(): string;
  /** Lets the model answer; gives what the command came to. */
  goOn(): ReturnType<typeof healRun>;
}

/** A run that has sent its first request and waits for the answer. */
async function waitingRun(folder: string, nodeOptions: string): Promise<Waiting> {
  const { promise: asked, resolve: tellAsked } = Promise.withResolvers<void>();
  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
  const held: Reply = async (exchange) => {
    tellAsked();
    await mayAnswer;
    await mending(exchange);
  };
  const server: ModelServer = await modelServer(held);
  const more = ["--coder", "model", "--model", "test-model", "--base-url", server.baseUrl];
  const args = runArguments({ cwd: writeProject(join(folder, "project")), check: brokenCheck, out: join(folder, "out"), more });
  const command = startHeal(args, { environment: { ...environment, OPENAI_API_KEY: `second-${testKey}`, NODE_OPTIONS: nodeOptions } });
  let told = "";
  command.child.stderr?.on("data", (chunk: Buffer) => {
    told += chunk.toString("utf8");
  });
  await Promise.race([asked, command.ended.then(({ stderr }) => Promise.reject(new Error(stderr)))]);
  return {
    command,
    told: () => told,
    goOn: () => {
      answer();
      return command.ended;
    },
  };
}

/** Whether something listens there. */
function listens(port: number): Promise<"yes" | "no"> {
  return new Promise((done) => {
    const socket = connect(port, "127.0.0.1");
    socket.on("connect", () => done("yes")).on("error", () => done("no"));
    socket.unref();
  });
}

suiteRequires("bubblewrap")("the model's key", () => {
  test("is in no environment of a process that the run started", async () => {
    const run = await waitingRun(testFolder(), "");
    const seen = environmentsBelow(run.command.child.pid).filter((text) => text.includes("PATH="));
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.filter((text) => /_API_KEY=/.test(text) || keyIn(text).length > 0)).toEqual([]);
    expect((await run.goOn()).status).toBe(0);
  });

  test("is not to be seen from the box in any process", async () => {
    const folder = testFolder();
    const check = "! cat /proc/*/environ 2>/dev/null | tr '\\0' '\\n' | grep API_KEY";
    const run = await healRun({ cwd: writeProject(join(folder, "project")), check, out: join(folder, "out"), environment });
    expect(run.status, run.stderr).toBe(0);
    expect(outcomeIn(join(folder, "out"))).toMatchObject({ stopReason: "nothing-failed" });
  });

  test("is in no report and no snapshot that a signal asks for, and no signal opens a debugger", async () => {
    const folder = testFolder();
    const dumps = join(folder, "dumps");
    mkdirSync(dumps);
    const run = await waitingRun(folder, `--report-on-signal --report-directory=${dumps} --diagnostic-dir=${dumps} --heapsnapshot-signal=SIGUSR2`);
    for (const signal of ["SIGUSR1", "SIGUSR2"] as const) run.command.child.kill(signal);
    const ended = await run.goOn();
    expect(ended.status, ended.stderr).toBe(0);
    expect(ended.stderr).not.toContain("Debugger listening");
    expect(readdirSync(dumps)).toEqual([]);
  });

  test.each(["net", "http,https,tls", "undici,fetch", "*"])("is in nothing that NODE_DEBUG=%s has Node write", async (NODE_DEBUG) => {
    const server = await modelServer(mending);
    const run = await runWithModel({ flags: ["--model", "test-model", "--base-url", server.baseUrl], environment: { NODE_DEBUG } });
    expect(run.status, run.stderr).toBe(0);
    expect(keyIn(everythingOf(run))).toEqual([]);
    expect(run.stderr).toContain("stopped: fixed");
  });

  test("is not behind a debugger's port that the environment asked for", async () => {
    const run = await waitingRun(testFolder(), "--inspect=127.0.0.1:0");
    const port = Number(/Debugger listening on ws:\/\/127\.0\.0\.1:(\d+)\//.exec(run.told())?.[1]);
    expect(port).toBeGreaterThan(0);
    expect(await listens(port)).toBe("no");
    expect((await run.goOn()).status).toBe(0);
  });
});

test("a crash writes no report that could hold the key", () => {
  const folder = testFolder();
  const root = resolve(import.meta.dirname, "../../..");
  const crash = (script: string) =>
    spawnSync(process.execPath, [`${root}/scripts/run.cjs`, script], {
      encoding: "utf8",
      env: { ...process.env, ...environment, NODE_OPTIONS: `--report-uncaught-exception --report-directory=${folder}` },
    });
  const result = crash(`${root}/test/support/cli/crash/driver.ts`);
  expect(result.status).not.toBe(0);
  expect(result.stderr).toContain("crashed on purpose");
  expect(readdirSync(folder)).toEqual([]);
});
