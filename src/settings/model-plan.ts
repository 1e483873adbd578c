import { SetupError } from "../domain/errors.js";
import type { ModelPrice } from "../domain/model-call.js";
import type { ModelPlan } from "../domain/model-plan.js";
import { checkedBaseUrl, defaultBaseUrl } from "./base-url.js";
import type { GivenSettings } from "./given.js";
import type { HealYml } from "./heal-yml.js";
import { isLocalModel, isModelName } from "./model-name.js";
import { publishedPrice } from "./prices.js";

/** `note`: why a model that was named is not asked; null = none was named. */
export type ModelChoice = { readonly kind: "model"; readonly plan: ModelPlan } | { readonly kind: "none"; readonly note: string | null };

const howToName = "Name one with --model (or the `model` input, or `model:` in .github/heal.yml)";
const howToGiveKey =
  "Set HEAL_API_KEY (in the action the input `api-key`), or name an endpoint that needs none, for example --base-url http://localhost:11434/v1";

/** Which model a run asks. Throws SetupError when one is wanted that cannot be had. */
export function chooseModel(file: HealYml, given: GivenSettings): ModelChoice {
  const name = given.model ?? file.model;
  if (name === undefined) return withoutName(given);
  if (given.coder === "operators") return { kind: "none", note: `The model ${name} was not asked: the coder is \`operators\`.` };
  const plan = planFor(name, file, given);
  if (given.key !== undefined || !asksEndpoint(plan) || given.baseUrl !== undefined) return { kind: "model", plan };
  if (given.coder === "model" || (given.model !== undefined && given.missingKey !== "go-on"))
    throw new SetupError(`No key is given for the model ${name} at ${plan.baseUrl}. ${howToGiveKey}.`);
  return { kind: "none", note: `The model ${name} was not asked: no key is given for it. ${howToGiveKey}.` };
}

function withoutName(given: GivenSettings): ModelChoice {
  if (given.coder === "model") throw new SetupError(`The coder is \`model\`, but no model is named. ${howToName}.`);
  const idle = given.baseUrl === undefined ? given.repairModel && "repair-model" : "base-url";
  if (idle === undefined) return { kind: "none", note: null };
  throw new SetupError(`\`${idle}\` is given, but no model is named, so it would do nothing. ${howToName}, or leave \`${idle}\` out.`);
}

function asksEndpoint(plan: ModelPlan): boolean {
  return !isLocalModel(plan.name) || (plan.repairName !== null && !isLocalModel(plan.repairName));
}

function planFor(name: string, file: HealYml, given: GivenSettings): ModelPlan {
  const repairName = given.repairModel ?? file["repair-model"] ?? null;
  for (const one of [name, repairName ?? name]) checkName(one);
  const baseUrl = checkedBaseUrl(given.baseUrl ?? defaultBaseUrl);
  const host = new URL(baseUrl).host;
  const priceOf = (model: string): ModelPrice | null => givenPrice(file, model) ?? (isLocalModel(model) ? free : publishedPrice(model, host));
  return {
    name,
    repairName,
    baseUrl,
    profile: given.profile ?? file.profile ?? "auto",
    tester: file.tester ?? "on",
    reviewer: file.reviewer ?? "on",
    reflection: "auto",
    price: priceOf(name),
    repairPrice: repairName === null ? null : priceOf(repairName),
  };
}

const free: ModelPrice = { input: 0, output: 0 };

function givenPrice({ prices = {} }: HealYml, model: string): ModelPrice | undefined {
  return Object.hasOwn(prices, model) ? prices[model] : undefined;
}

function checkName(name: string): void {
  if (isModelName(name)) return;
  throw new SetupError(
    `The model's name ${JSON.stringify(name.slice(0, 80))} is empty, too long or holds hidden characters. ${howToName}, as the endpoint spells it.`,
  );
}
