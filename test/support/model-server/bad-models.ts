import { faults } from "./faults.js";
import { says } from "./replies.js";
import type { Reply } from "./server.js";

/** What may be wrong with a model called `test-model`, and what a person is told of it whichever door they came through. */
export interface BadModel {
  readonly reply: Reply | "down";
  readonly outcome: "setup-error" | "gave-up";
  readonly stopReason: "invalid-setup" | "model-unavailable" | "unusable-replies";
  /** Exit status of the command line. */
  readonly status: 1 | 2;
  /** The whole sentence but for the last failure that follows it. The endpoint is called HOST. */
  readonly says: string;
}

const setupError = { outcome: "setup-error", stopReason: "invalid-setup", status: 2 } as const;

export const badModels: Readonly<Record<string, BadModel>> = {
  "a wrong key": {
    ...setupError,
    reply: faults["a refused key"],
    says: "Stopped after 0 attempts (invalid-setup): The setting api-key does not work: HOST does not accept the key (401). Check that api-key (HEAL_API_KEY) is whole, valid and meant for base-url.",
  },
  "a wrong model": {
    ...setupError,
    reply: faults["an unknown model"],
    says: 'Stopped after 0 attempts (invalid-setup): The setting model does not work: HOST does not offer the model "test-model" to this key (404). Check model and base-url. It says: "The model `nope` does not exist or you do not have access to it.".',
  },
  "a page where an answer should be": {
    ...setupError,
    reply: faults["a web page"],
    says: "Stopped after 0 attempts (invalid-setup): The setting base-url does not work: HOST answers with a web page instead of a chat completion. Check base-url: most endpoints want an address that ends in /v1.",
  },
  "an endpoint that is down": {
    reply: "down",
    outcome: "gave-up",
    stopReason: "model-unavailable",
    status: 1,
    says: "Stopped after 0 attempts (model-unavailable): The model test-model gave no answer: Nothing answers at HOST (ECONNREFUSED). Check base-url and that the endpoint runs. Asked 5 times.",
  },
  "a model that talks but never codes": {
    reply: says("I would look at the function first. It seems that the sign is wrong."),
    outcome: "gave-up",
    stopReason: "unusable-replies",
    status: 1,
    says: "Stopped after 3 attempts (unusable-replies): three replies in a row held no edit that could be tried, the last because it holds no fenced code. Name another model, or give another profile (small, large).",
  },
  "a context of 2,000 tokens": {
    ...setupError,
    reply: faults["a context that is too small"],
    says: "Stopped after 0 attempts (invalid-setup): The context of the model test-model (2000 tokens) is too small for the shortest brief; name a model with a larger one, at least 4,000 tokens.",
  },
};

/** Whatever the endpoint says where it refuses a request, it is not passed on: it may hold the key. */
export const refusedRequest =
  'Stopped after 0 attempts (model-unavailable): The model test-model gave no answer: HOST refused the request (400). Check that base-url leads to chat completions and that the endpoint takes the model "test-model".';

/** Of a settings file whose first line is `base-url`. */
export const endpointInSettings =
  ".github/heal.yml, line 1: unknown key `base-url`. Remove it: a repository must not say where the key is sent. Give the address with --base-url (in the action the input `base-url`).";
