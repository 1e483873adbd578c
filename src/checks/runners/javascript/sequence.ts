import type { Rewritten } from "../command/rewrite.js";

/** One shell line for several commands of the same folder: all run, the first failing status is the line's status. */
export function inSequence(commands: readonly Rewritten[]): Rewritten {
  const [first, ...others] = commands;
  if (first === undefined) return { command: ":", directory: "" };
  if (others.length === 0) return first;
  const steps = commands.map((step) => `( ${step.command} ) || heal_status=$\{heal_status:-$?}`);
  return { command: `${steps.join("; ")}; exit $\{heal_status:-0}`, directory: first.directory };
}
