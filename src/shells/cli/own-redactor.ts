import { createRedactor, type Redact } from "../../redaction/redactor.js";
import { secretValues } from "../../redaction/secret-environment.js";
import { definedEnvironment } from "./environment.js";

/** What every text of the command line passes before it leaves: knows the secrets of this process's environment. */
export function ownRedactor(environment: Readonly<Record<string, string>> = definedEnvironment()): Redact {
  return createRedactor({ knownValues: secretValues(environment) });
}
