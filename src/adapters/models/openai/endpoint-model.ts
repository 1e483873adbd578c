import { OpenAI } from "openai";
import { Stream } from "openai/streaming";
import type { ModelReply } from "../../../domain/model-call.js";
import type { LanguageModel, ModelRequest } from "../../../ports/language-model.js";
import { parseStrictJson } from "../../../support/strict-json.js";
import { worstPromptTokens } from "../prompt-size.js";
import { type EndpointAddress, endpointAddress } from "./address.js";
import { Answer } from "./answer.js";
import { answerSchema, asChunk, chunkSchema, shapeProblem } from "./answer-schema.js";
import { cleanKey } from "./api-key.js";
import { type Dialect, fullDialect, withOtherLimit, withoutRefused } from "./dialect.js";
import { readErrorBody } from "./error-body.js";
import { faultReply } from "./fault-reply.js";
import { EndpointRefusal, ownFault } from "./faults.js";
import { contextIn } from "./model-list.js";
import { type EndpointFacts, readRefusal } from "./refusal.js";
import { requestBody } from "./request-body.js";
import { withoutToldKey } from "./told-key.js";
import { CountedResponse, endpointFetch } from "./transport.js";
import { defaultTimeOuts, type TimeOuts } from "./watch.js";

export interface EndpointOptions {
  /** As the endpoint calls the model. */
  readonly model: string;
  readonly baseUrl: string;
  /** Null or blank = the endpoint wants none. */
  readonly apiKey: string | null;
  /** Plain http to other machines; refused when left out. */
  readonly plainHttp?: "refused" | "allowed";
  readonly timeOuts?: Partial<TimeOuts>;
  /** HTTPS_PROXY, HTTP_PROXY, NO_PROXY of the person's environment. */
  readonly proxy?: Readonly<Record<string, string>>;
  /** Heal's version, for the user agent. */
  readonly version: string;
  /** Milliseconds since 1970; the machine's clock when left out. */
  readonly wallTime?: () => number;
}

/** One refusal for each parameter, and a smaller answer on top. */
const mostAdjustments = 8;
const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
const listPatienceMs = 10_000;
/** Some servers stream without saying so. */
const looksLikeEvents = /^\s*(?:data|event|id|retry)?:/;
const answerLimits = { length: 16 * 1024 ** 2, depth: 64 };

/** Chat completions behind any base URL. Throws SetupError when made with an address or a key that cannot work. */
export class EndpointModel implements LanguageModel {
  readonly name: string;
  readonly #client: OpenAI;
  readonly #facts: EndpointFacts;
  #dialect: Dialect = fullDialect;

  constructor(options: EndpointOptions) {
    const address = endpointAddress(options.baseUrl, options.plainHttp);
    const apiKey = cleanKey(options.apiKey);
    this.name = options.model;
    this.#facts = { host: address.host, origin: address.origin, model: options.model, apiKey, wallTime: options.wallTime ?? Date.now };
    this.#client = libraryClient(address, {
      address,
      apiKey,
      timeOuts: { ...defaultTimeOuts, ...options.timeOuts },
      userAgent: `heal/${options.version}`,
      proxy: options.proxy ?? {},
    });
  }

  async complete(request: ModelRequest, signal: AbortSignal): Promise<ModelReply> {
    for (let adjustments = 0; ; adjustments++) {
      if (signal.aborted) return { kind: "cancelled" };
      const reading = await this.#ask(request, signal);
      if (reading.kind !== "parameter") return withoutToldKey(reading, this.#facts.apiKey);
      const next = withoutRefused(this.#dialect, reading.complaint, { outputTokens: request.maxOutputTokens });
      if (next === null || adjustments === mostAdjustments) return reading.otherwise;
      this.#dialect = next;
    }
  }

  /** What cannot be read tells nothing: the first call says what is wrong with an endpoint. */
  async contextTokens(signal: AbortSignal): Promise<number | null> {
    const patience = AbortSignal.any([signal, AbortSignal.timeout(listPatienceMs)]);
    try {
      const response = await this.#client.models.list({ signal: patience }).asResponse();
      const read = parseStrictJson((await response.text()).trim(), answerLimits);
      return read.kind === "invalid" ? null : contextIn(read.value, this.name);
    } catch (error) {
      if (patience.aborted || ownFault(error) !== null) return null;
      throw error;
    }
  }

  async #ask(request: ModelRequest, signal: AbortSignal): Promise<ReturnType<typeof readRefusal>> {
    const answer = new Answer({ outputTokens: request.maxOutputTokens, promptTokens: worstPromptTokens(request), apiKey: this.#facts.apiKey });
    try {
      const wrong = await this.#receive(request, signal, answer);
      if (answer.overLimit) this.#dialect = withOtherLimit(this.#dialect) ?? this.#dialect;
      if (wrong !== null) return wrong;
      return signal.aborted ? cancelled(answer) : answer.reply();
    } catch (error) {
      if (signal.aborted) return cancelled(answer);
      const fault = ownFault(error);
      if (fault === null) throw error;
      return fault instanceof EndpointRefusal ? this.#refused(fault, answer) : faultReply(fault, { host: this.#facts.host, begun: answer.arrived });
    }
  }

  /** Fills the answer; what comes back is why it is none. */
  async #receive(request: ModelRequest, signal: AbortSignal, answer: Answer): Promise<ModelReply | null> {
    const body = requestBody(this.name, request, this.#dialect);
    const response = await this.#client.chat.completions.create(body, { signal }).asResponse();
    if (response instanceof CountedResponse) answer.comesFrom(response);
    const type = response.headers.get("content-type") ?? "";
    if (/event-stream/i.test(type)) return this.#receiveStream(response, answer);
    const text = await response.text();
    if (looksLikeEvents.test(text)) return this.#receiveStream(new Response(text, { headers: response.headers }), answer);
    return this.#receiveWhole(text, response.headers, answer);
  }

  async #receiveStream(response: Response, answer: Answer): Promise<ModelReply | null> {
    const stream = Stream.fromSSEResponse<unknown>(response, new AbortController(), this.#client, false, "events");
    try {
      for await (const event of stream) {
        const chunk = chunkSchema.safeParse(event);
        if (!chunk.success) return malformed(shapeProblem(chunk.error), answer);
        answer.add(chunk.data);
        if (isFailure(chunk.data.error)) throw hiddenRefusal(JSON.stringify({ error: chunk.data.error }), response.headers);
        if (answer.runsOn) return answer.cutOff();
      }
    } catch (error) {
      if (error instanceof SyntaxError) return malformed("an event is not JSON", answer);
      throw error;
    }
    return null;
  }

  #receiveWhole(text: string, headers: Headers, answer: Answer): ModelReply | null {
    if (/^\s*</.test(text)) return webPage(this.#facts.host);
    const read = parseStrictJson(text.trim(), answerLimits);
    if (read.kind === "invalid") return malformed(`no JSON: ${read.reason}`, answer);
    const whole = answerSchema.safeParse(read.value);
    if (!whole.success) return malformed(shapeProblem(whole.error), answer);
    answer.add(asChunk(whole.data));
    if (isFailure(whole.data.error)) throw hiddenRefusal(JSON.stringify({ error: whole.data.error }), headers);
    return answer.runsOn ? answer.cutOff() : null;
  }

  #refused(refusal: EndpointRefusal, answer: Answer): ReturnType<typeof readRefusal> {
    const reading = readRefusal(refusal, this.#facts);
    if (!answer.begun) return reading;
    const reply = reading.kind === "parameter" ? reading.otherwise : reading;
    if (reply.kind === "unavailable") return { ...reply, begun: true };
    return { kind: "unavailable", reason: "The endpoint ended the answer with an error.", retry: "soon", retryAfterMs: null, begun: true };
  }
}

/** The library gets a stand-in for the key and every setting it would else take from the environment; `endpointFetch` sends the real key. */
function libraryClient(address: EndpointAddress, transport: Parameters<typeof endpointFetch>[0]): OpenAI {
  return new OpenAI({
    apiKey: "kept by the transport",
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    baseURL: address.base,
    defaultQuery: { ...address.query },
    maxRetries: 0,
    timeout: 2 ** 31 - 1,
    logLevel: "off",
    logger: silent,
    fetch: endpointFetch(transport),
  });
}

function cancelled(answer: Answer): ModelReply {
  return { kind: "cancelled", ...(answer.arrived ? { begun: true } : {}) };
}

function malformed(problem: string, answer: Answer): ModelReply {
  return { kind: "malformed", reason: `The answer is not of the protocol's shape (${problem}).`, usage: answer.usage };
}

function webPage(host: string): ModelReply {
  const reason = `${host} answers with a web page instead of a chat completion. Check base-url: most endpoints want an address that ends in /v1.`;
  return { kind: "misconfigured", setting: "base-url", reason };
}

function isFailure(error: unknown): boolean {
  return error !== undefined && error !== null && error !== false && error !== "";
}

/** An error in an answer whose status says success, with the status it should have had. */
function hiddenRefusal(body: string, headers: Headers): EndpointRefusal {
  const { status, codes } = readErrorBody(body);
  const meant = /rate_limit|too_many_requests|resource_exhausted/.test(codes) ? 429 : /authentication|invalid_api_key/.test(codes) ? 401 : 500;
  return new EndpointRefusal(status ?? meant, headers, body);
}
