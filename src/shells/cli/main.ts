import { CommanderError } from "commander";
import { SetupError } from "../../domain/errors.js";
import { machineProblem } from "../../stages/machine-problem.js";
import { shutDiagnostics } from "../compose/shut-diagnostics.js";
import { commandStart } from "./environment.js";
import { cliProgram } from "./program.js";

/** Runs one command line; the number is the exit status that the README lists. Messages of commands go to stderr, results to stdout. */
export async function main(args: readonly string[], version: string): Promise<number> {
  const lost = watchOutputs();
  if (commandStart().key.value !== null) shutDiagnostics(process);
  const complaints: string[] = [];
  const program = cliProgram(version, (text) => void complaints.push(text));
  try {
    await program.command.parseAsync([...args], { from: "user" });
    return lost() ? 2 : program.exitStatus();
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    await complain(error instanceof CommanderError ? complaints.join("") : `heal: ${problemText(error)}\n`);
    return 2;
  }
}

/** Arguments and files are quoted in messages: whatever they hold, it is redacted and no command to a runner that logs it. */
async function complain(text: string): Promise<void> {
  const [{ ownRedactor }, { uncommanded }] = await Promise.all([import("./own-redactor.js"), import("../../render/safe-text.js")]);
  process.stderr.write(uncommanded(ownRedactor()(text)));
}

function problemText(error: unknown): string {
  if (error instanceof SetupError) return error.message;
  const problem = machineProblem(error);
  if (problem !== undefined) return problem;
  return `a fault of Heal's own or of the machine: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}

/** A reader that went away (`heal report … | head`) is no fault, and a run goes on without it. Tells whether a result was lost for another reason. */
function watchOutputs(): () => boolean {
  let lost = false;
  process.stderr.on("error", () => {});
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE" || lost) return;
    lost = true;
    process.exitCode = 2;
    process.stderr.write(`heal: the result could not be written to standard output (${error.code ?? error.message}).\n`);
  });
  return () => lost;
}
