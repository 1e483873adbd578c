const endpoint = "Remove it: a repository must not say where the key is sent. Give the address with --base-url (in the action the input `base-url`).";
const key = "Remove it, and replace the key if this file was published: the key is given in HEAL_API_KEY (in the action the input `api-key`).";
const limit = "Remove it: the limits of a run are flags (in the action inputs), for example --max-cost.";

/** Spelt without case, dashes and underlines. */
const places: readonly (readonly [RegExp, string])[] = [
  [
    /^(openai|anthropic|model|repairmodel|llm|ai|heal|provider)?(api)?(base)?(url|uri|host|endpoint|address)$|^(openai|model|llm)?(api)?base$|^(openai|anthropic|provider)$|^(http|https|all|no)?proxy$|^headers?$|^(tls|ssl|cert|insecure)\w*$|^ca(file|bundle|cert)$|^verify(tls|ssl)?$/,
    endpoint,
  ],
  [/^(heal|openai|model)?(api)?(key|token|secret)$/, key],
  [/^(max(attempts|minutes|tokens|cost)|coder)$/, limit],
];

/** Where a setting belongs that people look for in the file and that it does not take; undefined = nobody would look for it there. */
export function elsewhere(name: string): string | undefined {
  const plain = name.toLowerCase().replace(/[-_]/g, "");
  return places.find(([pattern]) => pattern.test(plain))?.[1];
}
