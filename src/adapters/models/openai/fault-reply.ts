import type { ModelReply } from "../../../domain/model-call.js";
import type { TransportFault } from "./faults.js";
import { proxyRefused } from "./refusal.js";

/** What a fault below the protocol means for the run. `begun`: something of the answer had come. */
export function faultReply(fault: TransportFault, call: { readonly host: string; readonly begun: boolean }): ModelReply {
  const { host } = call;
  // What took the request and is still at it may bill it, though nothing was heard.
  const begun = call.begun || fault.kind === "silent" || fault.kind === "total";
  const down = (reason: string, retry: "soon" | "never" = "soon"): ModelReply => ({
    kind: "unavailable",
    reason,
    retry,
    retryAfterMs: null,
    ...(begun ? { begun: true } : {}),
  });
  const wrong = (reason: string): ModelReply => ({ kind: "misconfigured", setting: "base-url", reason });
  switch (fault.kind) {
    case "connect-timeout":
      return down(`${host} could not be connected to in time (${fault.code}). Check base-url and the network.`);
    case "silent":
      return down(`${host} took the request but answered nothing in ${fault.code}.`);
    case "idle":
      return down(`${host} stopped in the middle of the answer: nothing for ${fault.code}.`);
    case "total":
      return down(`${host} did not end its answer in ${fault.code}.`, "never");
    case "unknown-host":
      return down(`The name ${host} in base-url cannot be resolved (${fault.code}). Check base-url and the network.`);
    case "no-listener":
      return down(`Nothing answers at ${host} (${fault.code}). Check base-url and that the endpoint runs.`);
    case "broken":
      return down(`The connection to ${host} broke (${fault.code}). Check the network and the endpoint's own log, then run again.`);
    case "too-large":
      return down(`The answer of ${host} is too large (${fault.code}). Check that base-url leads to chat completions.`, "never");
    case "untrusted-certificate":
      return wrong(
        `The certificate of ${host} is not trusted (${fault.code}). Check base-url; for a certificate authority of your own set NODE_EXTRA_CA_CERTS.`,
      );
    case "no-tls":
      return wrong(`${host} does not speak https (${fault.code}). Check the port in base-url.`);
    case "proxy":
      return proxyRefused();
  }
}
