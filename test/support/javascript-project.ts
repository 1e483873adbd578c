import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import type { InstrumentedCommand, Rig } from "../../src/checks/runners/runner.js";
import type { RunnerName } from "../../src/domain/case.js";
import type { FileView } from "../../src/domain/file-view.js";
import type { RunEvidence } from "../../src/evidence/run-evidence.js";

const MODULES = resolve(import.meta.dirname, "../../node_modules");

/** A small project on disk whose `node_modules` are this repository's own, so that real runners can be started in it. */
export interface JavascriptProject {
  readonly root: string;
  readonly rig: Rig;
  readonly files: FileView;
  /** Adds or replaces a file. */
  write(path: string, text: string): void;
  /** Runs the command as a box would: tools in place, report folder empty before, reports read back after. */
  run(runner: RunnerName, command: InstrumentedCommand): Promise<RunEvidence>;
  remove(): void;
}

export function javascriptProject(texts: Readonly<Record<string, string>>): JavascriptProject {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "heal-js-")));
  const root = join(home, "tree");
  const known = new Map<string, string>();
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    known.set(path, text);
  };
  for (const [path, text] of Object.entries(texts)) write(path, text);
  symlinkSync(MODULES, join(root, "node_modules"));
  const rig = { root, tools: join(home, "tools"), out: join(home, "out") };
  return {
    root,
    rig,
    files: fileViewOf(known),
    write,
    run: (runner, command) => runCommand({ runner, command, rig, files: fileViewOf(known) }),
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}

/** A live look at texts kept in memory. */
export function fileViewOf(texts: ReadonlyMap<string, string>): FileView {
  return {
    paths: () => [...texts.keys()].sort(),
    has: (path) => texts.has(path),
    read: (path) => {
      const text = texts.get(path);
      return text === undefined ? undefined : { text, encoding: "utf8" };
    },
  };
}

async function runCommand(run: {
  readonly runner: RunnerName;
  readonly command: InstrumentedCommand;
  readonly rig: Rig;
  readonly files: FileView;
}): Promise<RunEvidence> {
  const { command, rig } = run;
  rmSync(rig.out, { recursive: true, force: true });
  mkdirSync(rig.out, { recursive: true });
  mkdirSync(rig.tools, { recursive: true });
  for (const [name, text] of Object.entries(command.tools)) writeFileSync(join(rig.tools, name), text);
  const ended = await shell(command.command, join(rig.root, command.directory), command.environment);
  const reports = Object.fromEntries(
    readdirSync(rig.out)
      .toSorted()
      .map((name) => [name, readFileSync(join(rig.out, name), "utf8")]),
  );
  return {
    runner: run.runner,
    end: { kind: "exited", exitCode: ended.code },
    stdout: ended.stdout,
    stderr: ended.stderr,
    reports,
    root: rig.root,
    files: run.files,
  };
}

/** The tests' own runner leaves variables that would change the inner one. */
function cleanEnvironment(added: Readonly<Record<string, string>>): Record<string, string | undefined> {
  const own = Object.entries(process.env).filter(([name]) => !/^(?:VITEST|NODE_|TEST|VITE_|npm_|HEAL_|FORCE_COLOR|DEV|PROD|MODE|SSR|BASE_URL)/.test(name));
  return { ...Object.fromEntries(own), CI: "true", NO_COLOR: "1", ...added };
}

function shell(command: string, directory: string, environment: Readonly<Record<string, string>>): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((done) => {
    execFile(
      "sh",
      ["-c", command],
      { cwd: directory, env: cleanEnvironment(environment), timeout: 60_000, maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === "number" ? error.code : 137;
        done({ code, stdout, stderr });
      },
    );
  });
}
