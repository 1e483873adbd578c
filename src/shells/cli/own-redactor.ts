import { createRedactor, type Redact } from "../../redaction/redactor.js";
import { commandStart } from "./environment.js";

/** What every text of the command line passes before it leaves: knows the secrets of the environment this process was started with. */
export function ownRedactor(): Redact {
  return createRedactor({ knownValues: commandStart().secrets });
}
