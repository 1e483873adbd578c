import type { ModelReply } from "../../../domain/model-call.js";
import { tellsKey } from "./api-key.js";
import { contextExceeded } from "./context-exceeded.js";
import type { ParameterComplaint } from "./dialect.js";
import { type ErrorBody, readErrorBody } from "./error-body.js";
import type { EndpointRefusal } from "./faults.js";
import { quoteOf, shortLine } from "./foreign-text.js";
import { retryAfterMs } from "./retry-after.js";

export interface EndpointFacts {
  readonly host: string;
  readonly origin: string;
  readonly model: string;
  readonly apiKey: string | null;
  /** Milliseconds since 1970. */
  readonly wallTime: () => number;
}

export type RefusalReading = { readonly kind: "parameter"; readonly complaint: ParameterComplaint; readonly otherwise: ModelReply } | ModelReply;

/** Some endpoints repeat the request behind their complaint; the complaint itself is short. */
const complaintLength = 1_000;

/** What an answer without success means. The endpoint's words are quoted only where they cannot tell of the key. */
export function readRefusal(refusal: EndpointRefusal, facts: EndpointFacts): RefusalReading {
  const body = readErrorBody(refusal.body);
  const status = refusal.status;
  if (status < 300) return noAnswer(status, facts);
  if (status >= 300 && status < 400) return redirected(refusal, facts);
  if (status === 401) return keyRefused(facts);
  if (status === 407) return proxyRefused();
  const filter = contentFilter(body);
  if (filter !== null) return filter;
  const context = contextExceeded(status, body);
  if (context !== null) return { kind: "context-exceeded", limit: context.limit };
  const busy = busyOrBroke(refusal, body, facts);
  if (busy !== null) return busy;
  if (status === 400 || status === 422) return badRequest(status, body, facts);
  if (aboutModel(status, body)) return modelRefused(status, body, facts);
  if (status === 403) return forbidden(facts);
  if (status === 404 || status === 405) return notHere(status, facts);
  return refusedRequest(status, body, facts);
}

/** What names a parameter of ours is about that, even where it speaks of the model. */
function badRequest(status: number, body: ErrorBody, facts: EndpointFacts): RefusalReading {
  const otherwise = aboutModel(status, body) ? modelRefused(status, body, facts) : refusedRequest(status, body, facts);
  const text = (body.message === "" ? body.text : body.message).slice(0, complaintLength);
  return { kind: "parameter", complaint: { parameter: body.parameter, text }, otherwise };
}

function noAnswer(status: number, facts: EndpointFacts): ModelReply {
  const reason = `${facts.host} answers without a chat completion (${status}). Check base-url: most endpoints want an address that ends in /v1.`;
  return { kind: "misconfigured", setting: "base-url", reason };
}

function redirected(refusal: EndpointRefusal, facts: EndpointFacts): ModelReply {
  const target = redirectTarget(refusal.headers.get("location"), facts);
  const reason = `${facts.host} redirects${target} (${refusal.status}). The key is sent nowhere but to base-url; set base-url to the address that answers.`;
  return { kind: "misconfigured", setting: "base-url", reason };
}

function redirectTarget(location: string | null, facts: EndpointFacts): string {
  if (location === null || !URL.canParse(location, facts.origin)) return "";
  const url = new URL(location, facts.origin);
  const target = url.origin === facts.origin ? url.pathname : url.origin;
  return tellsKey(target, facts.apiKey) ? "" : ` to ${shortLine(target)}`;
}

function keyRefused(facts: EndpointFacts): ModelReply {
  const reason =
    facts.apiKey === null
      ? `${facts.host} wants a key (401). Set api-key (HEAL_API_KEY).`
      : `${facts.host} does not accept the key (401). Check that api-key (HEAL_API_KEY) is whole, valid and meant for base-url.`;
  return { kind: "misconfigured", setting: "api-key", reason };
}

/** Words about a key's rights often hold a piece of the key, so none are quoted. */
function forbidden(facts: EndpointFacts): ModelReply {
  const reason = `${facts.host} does not allow the call (403). Check that api-key (HEAL_API_KEY) may use the model "${shortLine(facts.model)}" from this region.`;
  return { kind: "misconfigured", setting: "api-key", reason };
}

export function proxyRefused(): ModelReply {
  const reason = "The proxy on the way to base-url wants a user name and password (407). Put them into HTTPS_PROXY, or name the host in NO_PROXY.";
  return { kind: "misconfigured", setting: "base-url", reason };
}

function contentFilter(body: ErrorBody): ModelReply | null {
  if (!/content_filter|responsibleaipolicyviolation|content_policy_violation|invalid_prompt/i.test(`${body.codes} ${body.text}`)) return null;
  return { kind: "refused", reason: "The endpoint's content filter did not take the prompt.", usage: null };
}

const brokeWords = /insufficient[_ ](?:quota|balance|credits?|funds)|billing[_ ](?:hard_limit|not_active)|not enough credits|payment required/i;
const quotaWords = /exceeded your current quota|quota exceeded|quota has been (?:reached|exceeded)/i;

/** Overload passes, a spent quota does not. Some endpoints call every limit a quota, but then say when to come again. */
function busyOrBroke(refusal: EndpointRefusal, body: ErrorBody, facts: EndpointFacts): ModelReply | null {
  const { status } = refusal;
  if (status !== 402 && status !== 408 && status !== 409 && status !== 425 && status !== 429 && status < 500) return null;
  const wait = retryAfterMs(refusal.headers, body.message, facts.wallTime());
  const words = `${body.codes} ${body.message}`;
  const broke = status === 402 || brokeWords.test(words) || (status === 429 && wait === null && quotaWords.test(words));
  const said = quoteOf(body.message, facts.apiKey);
  if (broke) return unavailable(`The quota or credit at ${facts.host} is used up (${status}). Top it up or use another api-key.${said}`, "never", null);
  if (status === 429)
    return unavailable(`${facts.host} limits how often it may be asked (429).${said} Run again later, or with an api-key of a higher limit.`, "soon", wait);
  if (status === 501 || status === 505) return unavailable(`${facts.host} does not offer this call (${status}).${said} Check base-url.`, "never", null);
  return unavailable(`${facts.host} is down or overloaded (${status}).${said} Run again later, or name another endpoint with base-url.`, "soon", wait);
}

function aboutModel(status: number, body: ErrorBody): boolean {
  if (![400, 403, 404, 410, 422].includes(status)) return false;
  if (/model_not_found|model_not_available|model_decommissioned|deploymentnotfound|invalid_model|not_found_error/i.test(`${body.codes} ${body.text}`))
    return true;
  if (status === 410) return true;
  return /\bmodels?\b[^.]{0,120}\b(?:not found|does not exist|not exist|not supported|decommissioned|deprecated|no access|not available|unavailable|not a valid|unknown|invalid)|(?:not a valid|unknown|invalid|no such|no access to) model|\bmodel ?(?:id|name)\b|try pulling it/i.test(
    body.message,
  );
}

function modelRefused(status: number, body: ErrorBody, facts: EndpointFacts): ModelReply {
  const said = quoteOf(body.message, facts.apiKey);
  const reason = `${facts.host} does not offer the model "${shortLine(facts.model)}" to this key (${status}). Check model and base-url.${said}`;
  return { kind: "misconfigured", setting: "model", reason };
}

function notHere(status: number, facts: EndpointFacts): ModelReply {
  const reason = `${facts.host} knows no chat completions at base-url (${status}). Most endpoints want an address that ends in /v1.`;
  return { kind: "misconfigured", setting: "base-url", reason };
}

function refusedRequest(status: number, body: ErrorBody, facts: EndpointFacts): ModelReply {
  const remedy = `Check that base-url leads to chat completions and that the endpoint takes the model "${shortLine(facts.model)}".`;
  return unavailable(`${facts.host} refused the request (${status}).${quoteOf(body.message, facts.apiKey)} ${remedy}`, "never", null);
}

function unavailable(reason: string, retry: "soon" | "never", wait: number | null): ModelReply {
  return { kind: "unavailable", reason, retry, retryAfterMs: wait };
}
