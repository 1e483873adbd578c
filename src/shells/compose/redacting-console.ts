import type { Console } from "../../ports/console.js";
import { redactLeaves } from "../../redaction/redact-values.js";
import type { Redact } from "../../redaction/redactor.js";

/** Events come from the bundle and are redacted there; whoever hands in others must not be able to show more. */
export function redactingConsole(inner: Console, redact: Redact): Console {
  return {
    event: (line) => inner.event({ ...line, event: redactLeaves(line.event, redact) }),
    progress: (progress) => inner.progress(progress),
    note: (text) => inner.note(redact(text)),
  };
}
