import { EndpointModel, type EndpointOptions } from "../../../src/adapters/models/openai/endpoint-model.js";
import type { ModelReply } from "../../../src/domain/model-call.js";
import type { ModelRequest } from "../../../src/ports/language-model.js";
import type { ModelServer } from "./server.js";

/** Shaped like a key, so that a part of it is seen wherever it turns up. */
export const testKey = "sk-test-Vq3nW8zLr5TbYc1KdPf7";

export function askFor(given: Partial<ModelRequest> = {}): ModelRequest {
  return { role: "coder", messages: [{ role: "user", content: "Mend it." }], maxOutputTokens: 100, temperature: 0, seed: 7, files: [], ...given };
}

export function modelAt(server: Pick<ModelServer, "baseUrl">, given: Partial<EndpointOptions> = {}): EndpointModel {
  return new EndpointModel({ model: "test-model", baseUrl: server.baseUrl, apiKey: testKey, version: "0.0.0", ...given });
}

export function ask(server: Pick<ModelServer, "baseUrl">, given: Partial<EndpointOptions> = {}): Promise<ModelReply> {
  return modelAt(server, given).complete(askFor(), new AbortController().signal);
}
