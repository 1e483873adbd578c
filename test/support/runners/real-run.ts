import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { InstrumentedCommand, Rig } from "../../../src/checks/runners/runner.js";
import type { RunnerName } from "../../../src/domain/case.js";
import type { FileView } from "../../../src/domain/file-view.js";
import type { RunEvidence } from "../../../src/evidence/run-evidence.js";

/** A project of a few files in a temporary folder, for running a real test runner without a box. */
export class RealProject implements Disposable {
  readonly root: string;
  readonly #home: string;
  #runs = 0;

  constructor(files: Readonly<Record<string, string>>) {
    this.#home = realpathSync(mkdtempSync(join(tmpdir(), "heal-runner-")));
    this.root = join(this.#home, "project");
    mkdirSync(this.root);
    this.write(files);
  }

  write(files: Readonly<Record<string, string>>): void {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(this.root, path)), { recursive: true });
      writeFileSync(join(this.root, path), text);
    }
  }

  get files(): FileView {
    return viewOf(this.root);
  }

  /** Fresh places for one run. */
  rig(): Rig {
    this.#runs += 1;
    const rig = { root: this.root, tools: join(this.#home, `tools ${this.#runs}`), out: join(this.#home, `out ${this.#runs}`) };
    mkdirSync(rig.tools);
    mkdirSync(rig.out);
    return rig;
  }

  run(
    command: InstrumentedCommand,
    place: { readonly rig: Rig; readonly runner: RunnerName; readonly environment?: Readonly<Record<string, string>> },
  ): RunEvidence {
    for (const [name, text] of Object.entries(command.tools)) writeFileSync(join(place.rig.tools, name), text);
    const environment = { PATH: process.env["PATH"] ?? "", HOME: this.#home, LANG: "C.UTF-8", CI: "true", ...place.environment, ...command.environment };
    const done = spawnSync("sh", ["-c", command.command], {
      cwd: join(this.root, command.directory),
      env: environment,
      encoding: "utf8",
      timeout: 60_000,
      maxBuffer: 1 << 26,
    });
    const reports: Record<string, string> = {};
    for (const name of readdirSync(place.rig.out)) {
      if (command.collect.includes(name) || command.collect.includes("*")) reports[name] = readFileSync(join(place.rig.out, name), "utf8");
    }
    const end =
      done.status === null ? ({ kind: "signalled", signal: done.signal ?? "?", exitCode: 137 } as const) : ({ kind: "exited", exitCode: done.status } as const);
    return { runner: place.runner, end, stdout: done.stdout, stderr: done.stderr, reports, root: this.root, files: this.files };
  }

  [Symbol.dispose](): void {
    rmSync(this.#home, { recursive: true, force: true });
  }
}

/** Reads a folder the way the workspace does, without ignoring anything but bytecode. */
export function viewOf(root: string): FileView {
  const paths = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith(".pyc"))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();
  const known = new Set(paths);
  return {
    paths: () => paths,
    has: (path) => known.has(path),
    read: (path) => (known.has(path) ? { text: readFileSync(join(root, path), "utf8"), encoding: "utf8" } : undefined),
  };
}
