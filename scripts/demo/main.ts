import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import type { JournalLine } from "../../src/domain/journal.ts";
import { ensureEngine } from "../ensure-engine.ts";
import { matrixTable } from "./matrix-table.ts";

const repository = resolve(import.meta.dirname, "../..");
const example = join(repository, "fixtures/projects/access-log-javascript");
const shipped = join(repository, "dist/cli.cjs");
const check = "npm test";
/** Heal's exit status when no engine works. */
const noSandbox = 3;
/** Longer lines are cut where nobody draws them: the report has the whole. */
const widest = 160;
const unboxed =
  "No sandbox works here, so the demo uses `--sandbox none`: its tests run unprotected, which is fine for code that ships with Heal and for no other.";

type Sandbox = "auto" | "none";

/** `npm run demo`: heals a copy of the worked example and shows what happened. Resolves to the exit status. */
async function main(): Promise<number> {
  const first: Sandbox = ensureEngine() ? "auto" : "none";
  const done = await show(first);
  return done === noSandbox && first === "auto" ? show("none") : done;
}

async function show(sandbox: Sandbox): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "heal-demo-"));
  const [project, bundle] = [join(folder, "access-log"), join(folder, "report")];
  cpSync(example, project, { recursive: true });
  if (sandbox === "none") console.log(unboxed);
  console.log(`Heal mends a small project with two faults, without a model, key or network. A copy of it lies in ${project}.`);
  console.log(`$ heal run --cwd ${project} --check "${check}" --sandbox ${sandbox} --out ${bundle}\n`);
  const exit = await run(["run", "--cwd", project, "--check", check, "--sandbox", sandbox, "--out", bundle]);
  if (exit !== noSandbox) tell(exit, bundle);
  if (sandbox === "none") console.log(unboxed);
  return exit;
}

/** The built command line, as users start it; in a checkout that was not built, its sources. */
function commandLine(): readonly string[] {
  return existsSync(shipped) ? [shipped] : [join(repository, "scripts/run.cjs"), join(repository, "src/cli.ts")];
}

/** On a terminal Heal draws its own progress; elsewhere the hundred candidates that taught nothing are left out. */
function run(args: readonly string[]): Promise<number> {
  const live = process.stderr.isTTY;
  const child = spawn(process.execPath, [...commandLine(), ...args], { stdio: ["ignore", "inherit", live ? "inherit" : "pipe"] });
  if (child.stderr !== null) createInterface({ input: child.stderr }).on("line", (line) => void (isQuiet(line) || console.error(shortened(line))));
  // Ctrl-C reaches the child too, which ends in order; the demo waits for it.
  process.on("SIGINT", () => {});
  return new Promise((done, failed) => child.on("error", failed).on("close", (code) => done(code ?? 1)));
}

function isQuiet(line: string): boolean {
  return /^\s*[\d.]+s {3,}candidate \d+: (?:still-failing|duplicate|unparsable|timed-out)\b/.test(line);
}

function shortened(line: string): string {
  return line.length <= widest ? line : `${line.slice(0, widest - 1)}…`;
}

function tell(exit: number, bundle: string): void {
  const lines = readFileSync(join(bundle, "journal.jsonl"), "utf8").trim().split("\n");
  const events = lines.map((line) => (JSON.parse(line) as JournalLine).event);
  const matrix = events.findLast((event) => event.type === "matrix")?.matrix;
  if (matrix !== undefined) console.log(`\nRegression matrix\n${matrixTable(matrix, exit === 0 ? "healed" : "not healed")}`);
  if (exit === 0) console.log(`\nThe fix:    ${join(bundle, "fix.patch")}`);
  console.log(`The report: ${join(bundle, "report.md")}`);
}

process.exitCode = await main();
