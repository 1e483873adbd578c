import type { Invocation } from "../command/invocation.js";
import { quote } from "../command/shell-line.js";
import failures from "./heal_failures.py";
import lines from "./heal_lines.py";

/** What both Python runners inject. */
export const sharedTools: Readonly<Record<string, string>> = { "heal_failures.py": failures, "heal_lines.py": lines };

/** Puts the tools first on the module path for the whole command; what the environment sets stays behind. */
export function exportToolsPath(tools: string): string {
  return `export PYTHONPATH=${quote(tools)}"\${PYTHONPATH:+:$PYTHONPATH}"`;
}

/** The command sets PYTHONPATH itself: the export alone would be lost. */
export function setsPythonPath(invocation: Invocation): boolean {
  return "PYTHONPATH" in invocation.environment;
}

/** An isolated interpreter (-I, -E) never looks at PYTHONPATH; without site (-S) no hook is started. */
export function isIsolated(invocation: Invocation): boolean {
  return invocation.interpreterOptions.some((option) => /^-[A-Za-z]*[IES]/.test(option));
}
