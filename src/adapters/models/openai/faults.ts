/** What went wrong on the way to an endpoint and back, below the protocol. */
export type TransportFaultKind =
  | "connect-timeout"
  | "silent"
  | "idle"
  | "total"
  | "unknown-host"
  | "no-listener"
  | "broken"
  | "untrusted-certificate"
  | "no-tls"
  | "proxy"
  | "too-large";

export class TransportFault extends Error {
  override readonly name = "TransportFault";
  readonly kind: TransportFaultKind;
  /** The system's own code, e.g. "ECONNRESET". */
  readonly code: string;

  constructor(kind: TransportFaultKind, code: string) {
    super(`${kind} (${code})`);
    this.kind = kind;
    this.code = code;
  }
}

/** An answer that is no success. Its body is the endpoint's text: data, cut to a size. */
export class EndpointRefusal extends Error {
  override readonly name = "EndpointRefusal";
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;

  constructor(status: number, headers: Headers, body: string) {
    super(`status ${status}`);
    this.status = status;
    this.headers = headers;
    this.body = body;
  }
}

const certificateCodes = new Set([
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "CERT_HAS_EXPIRED",
  "CERT_NOT_YET_VALID",
  "CERT_REVOKED",
  "CERT_UNTRUSTED",
  "ERR_TLS_CERT_ALTNAME_INVALID",
]);

const kindOfCode: Readonly<Record<string, TransportFaultKind>> = {
  ENOTFOUND: "unknown-host",
  EAI_AGAIN: "unknown-host",
  ECONNREFUSED: "no-listener",
  EHOSTUNREACH: "no-listener",
  ENETUNREACH: "no-listener",
  EADDRNOTAVAIL: "no-listener",
  ETIMEDOUT: "connect-timeout",
  ERR_PROXY_TUNNEL: "proxy",
};

/** How OpenSSL words that plain bytes came instead of TLS. */
const notTls = /wrong version number|packet length too long|http request/;

/** What Node's network modules raise, as a fault of ours. */
export function transportFault(error: unknown): TransportFault {
  if (error instanceof TransportFault) return error;
  const code = codeOf(error);
  if (certificateCodes.has(code)) return new TransportFault("untrusted-certificate", code);
  if (code === "EPROTO" && error instanceof Error && notTls.test(error.message)) return new TransportFault("no-tls", code);
  return new TransportFault(kindOfCode[code] ?? "broken", code);
}

/** Tries on several addresses come as one error that holds the others. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  if (error instanceof Error && "code" in error && typeof error.code === "string") return error.code;
  return "unknown error";
}

/** The library wraps what its fetch throws: finds ours again. */
export function ownFault(error: unknown): TransportFault | EndpointRefusal | null {
  for (let current = error, depth = 0; current instanceof Error && depth < 5; current = current.cause, depth++) {
    if (current instanceof TransportFault || current instanceof EndpointRefusal) return current;
  }
  return null;
}
