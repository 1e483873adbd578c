import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RowResult } from "../heal-row.ts";
import { passesHiddenTests } from "../judge.ts";
import { type Project, projectOf, writeProject } from "../project.ts";
import { brokenProgram, type Row } from "../row.ts";
import { CountingProxy } from "./counting-proxy.ts";

/** What a user would take instead, each with its own defaults. */
export const tools = ["aider", "mini"] as const;
export type Tool = (typeof tools)[number];

export interface ToolSetup {
  readonly tool: Tool;
  /** The tool's program. */
  readonly path: string;
  readonly model: string;
  readonly baseUrl: string;
}

const timeLimitMs = 10 * 60_000;

function commandOf({ tool, path, model }: ToolSetup, { check, source }: Pick<Project, "check" | "source">): readonly string[] {
  const task = `\`${check}\` fails in this project. Correct ${source} so that it passes. Do not change the tests.`;
  switch (tool) {
    case "aider":
      return [path, "--yes-always", "--no-check-update", "--auto-test", "--test-cmd", check, "--model", `openai/${model}`, "--message", task, source];
    case "mini":
      return [
        path,
        "-c",
        "mini_textbased.yaml",
        "--model-class",
        "litellm_textbased",
        "--yolo",
        "--exit-immediately",
        "--cost-limit",
        "0",
        "--model",
        `openai/${model}`,
        "--task",
        task,
      ];
  }
}

/** Lets the tool work on a row as a project with one commit, in a box that may write nothing else, and judges the file it leaves by the hidden tests. */
export async function toolRow(row: Row, setup: ToolSetup): Promise<RowResult> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "tool-row-")));
  const home = realpathSync(mkdtempSync(join(tmpdir(), "tool-home-")));
  const proxy = await CountingProxy.open(setup.baseUrl);
  try {
    const project = projectOf(row);
    writeProject(folder, project);
    commitAll(folder);
    const command = commandOf(setup, project);
    const began = performance.now();
    await runBoxed(command, { folder, home, baseUrl: proxy.baseUrl });
    const durationMs = Math.round(performance.now() - began);
    for (const [path, text] of Object.entries(project.files)) if (path !== project.source) writeProject(folder, { ...project, files: { [path]: text } });
    const after = readFileSync(join(folder, project.source), "utf8");
    const passed = spawnSync("sh", ["-c", project.check], { cwd: folder, timeout: 30_000, stdio: "ignore" }).status === 0;
    return {
      ...{ task: row.task_id, bug: row.bug_type, durationMs, candidates: 0, acceptedAt: null, confidence: null, rejectedBy: [], refusals: [] },
      outcome: passed ? "healed" : "gave-up",
      stopReason: passed ? "fixed" : durationMs >= timeLimitMs ? "max-time" : "no-progress",
      hidden: passed ? passesHiddenTests(row, after) : null,
      explanation: "",
      ...proxy.counted,
      touched: after.startsWith(brokenProgram(row).trimEnd()) ? "no" : "yes",
    };
  } finally {
    proxy.close();
    for (const path of [folder, home]) rmSync(path, { recursive: true, force: true });
  }
}

function commitAll(folder: string): void {
  const git = (...args: readonly string[]): void => {
    spawnSync("git", ["-c", "user.name=bench", "-c", "user.email=bench@localhost", ...args], { cwd: folder, stdio: "ignore" });
  };
  git("init");
  git("add", "--all");
  git("commit", "--message", "Broken");
}

interface BoxedRun {
  readonly folder: string;
  readonly home: string;
  readonly baseUrl: string;
}

/** A tool that runs what a model says gets a read-only machine but for the project and an empty home. */
function runBoxed(command: readonly string[], { folder, home, baseUrl }: BoxedRun): Promise<void> {
  const writable = [folder, home].flatMap((path) => ["--bind", path, path]);
  const box = ["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", ...writable, "--unshare-pid", "--die-with-parent", "--chdir", folder];
  const environment = {
    PATH: process.env["PATH"],
    HOME: home,
    OPENAI_API_BASE: baseUrl,
    OPENAI_API_KEY: "none",
    MSWEA_CONFIGURED: "true",
    MSWEA_COST_TRACKING: "ignore_errors",
    MSWEA_GLOBAL_CONFIG_DIR: home,
    AIDER_ANALYTICS: "false",
  };
  return new Promise((done) => {
    const started = execFile(
      "bwrap",
      [...box, ...command],
      { env: environment, timeout: timeLimitMs, killSignal: "SIGKILL", maxBuffer: 64 * 1024 * 1024 },
      () => done(),
    );
    started.stdin?.end();
  });
}
