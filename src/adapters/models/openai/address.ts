import { SetupError } from "../../../domain/errors.js";

/** How the key is sent. Azure's classic addresses take it in a header of their own. */
export type KeyHeader = "bearer" | "api-key";

export interface EndpointAddress {
  /** Without query, fragment and trailing slash. */
  readonly base: string;
  readonly query: Readonly<Record<string, string>>;
  readonly origin: string;
  /** For texts, e.g. "127.0.0.1:8080". */
  readonly host: string;
  readonly keyHeader: KeyHeader;
  readonly place: "this-machine" | "elsewhere";
}

const azureHost = /\.(openai\.azure\.com|cognitiveservices\.azure\.com|services\.ai\.azure\.com)$/i;
const loopbackHost = /^(localhost|.+\.localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/i;

/** Checks where the key would go. Plain http is refused except on this machine: others on the way could read key and code. Throws SetupError. */
export function endpointAddress(baseUrl: string, plainHttp: "refused" | "allowed" = "refused"): EndpointAddress {
  const url = parse(baseUrl);
  if (url.protocol !== "https:" && url.protocol !== "http:") throw invalid(shown(url), "has to start with https://");
  if (url.username !== "" || url.password !== "")
    throw invalid(`${url.protocol}//…@${url.host}`, "holds a user name or password. Give the key as api-key (HEAL_API_KEY) instead");
  if (url.protocol === "http:" && plainHttp === "refused" && !loopbackHost.test(url.hostname))
    throw invalid(shown(url), "is plain http, so key and code could be read on the way. Use https; plain http is taken only on localhost");
  return {
    base: `${url.origin}${url.pathname}`.replace(/\/+$/, "").replace(/\/chat\/completions$/, ""),
    query: Object.fromEntries(url.searchParams),
    origin: url.origin,
    host: url.host,
    keyHeader: azureHost.test(url.hostname) ? "api-key" : "bearer",
    place: loopbackHost.test(url.hostname) ? "this-machine" : "elsewhere",
  };
}

function parse(baseUrl: string): URL {
  try {
    return new URL(baseUrl.trim());
  } catch {
    throw invalid("its value", "is not an address. Give one like https://api.openai.com/v1 or http://localhost:11434/v1");
  }
}

function shown(url: URL): string {
  return `${url.protocol}//${url.host}${url.pathname}`;
}

function invalid(value: string, problem: string): SetupError {
  return new SetupError(`base-url: ${value} ${problem}.`);
}
