import { CommanderError } from "commander";
import { SetupError } from "../../domain/errors.js";
import { cliProgram } from "./program.js";

/** Runs one command line; the number is the exit status of DESIGN §8. Messages of commands go to stderr, results to stdout. */
export async function main(args: readonly string[], version: string): Promise<number> {
  const program = cliProgram(version);
  try {
    await program.command.parseAsync([...args], { from: "user" });
    return program.exitStatus();
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (error instanceof SetupError) {
      process.stderr.write(`heal: ${error.message}\n`);
      return 2;
    }
    process.stderr.write(`heal: a fault of Heal's own or of the machine: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    return 2;
  }
}
