import type { Redact } from "../../redaction/redactor.js";
import type { Publisher } from "../../stages/publish.js";
import { holdsSecret } from "./redacting-bundle.js";

/** Publishes no patch that holds what looks like a secret. */
export function guardedPublisher(inner: Publisher, redact: Redact): Publisher {
  return {
    earlier: (failure) => inner.earlier(failure),
    publish: async (fix) => {
      if (!holdsSecret(fix.patch, redact)) return inner.publish(fix);
      const reason = "Nothing was published: the patch or the lines around it hold what looks like a secret.";
      return { event: { type: "published", action: "nothing", branch: null, pullRequest: null, reason }, warnings: [] };
    },
  };
}
