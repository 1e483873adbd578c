import { createHash } from "node:crypto";
import type { ModelMessage } from "../../domain/model-call.js";

export interface KeyedPrompt {
  readonly messages: readonly ModelMessage[];
  readonly temperature: number;
}

/** Names a prompt across runs: hex of SHA-256 over it, with what differs from run to run normalised. */
export function cassetteKey(prompt: KeyedPrompt): string {
  return createHash("sha256")
    .update(JSON.stringify([prompt.temperature, steadyPrompt(prompt.messages)]))
    .digest("hex");
}

/** The prompt as one text, the same in two runs of the same thing. */
export function steadyPrompt(messages: readonly ModelMessage[]): string {
  const whole = messages.map((message) =>
    [`[${message.role}]`, message.content, ...(message.toolCalls ?? []).map((call) => `${call.name} ${call.arguments}`)].join("\n"),
  );
  return numbered(replacements.reduce((text, [pattern, by]) => text.replace(pattern, by), whole.join("\n")));
}

const unit = "(?:ms|milliseconds?|µs|us|s|secs?|seconds?|m|mins?|minutes?)";

/** Order matters: a path may hold what would else be a number or a token. */
const replacements: readonly (readonly [RegExp, string])[] = [
  [/(?:\/private)?\/var\/folders\/[\w+]+\/[\w+]+\/T\/[^\s/"'`:)\]]+/g, "<temp>"],
  [/(?:\/private)?\/(?:var\/)?tmp\/[^\s/"'`:)\]]+/g, "<temp>"],
  [/pytest-of-[\w-]+\/pytest-\d+/g, "<temp>"],
  [/[A-Za-z]:\\Users\\[^\\\s]+\\AppData\\Local\\Temp\\[^\\\s"'`)]+/g, "<temp>"],
  [/\b\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?/g, "<time>"],
  [/\b(localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1?\]):\d{2,5}\b/g, "$1:<port>"],
  [/\b(port:?\s+)\d{4,5}\b/gi, "$1<port>"],
  [/\b(pid:?\s+)\d+\b/gi, "$1<pid>"],
  [/\b0x[0-9a-fA-F]{6,16}\b/g, "<address>"],
  [/\b\d+:\d{2}(?::\d{2})?\.\d+\b/g, "<duration>"],
  [new RegExp(`(?<![\\w.])\\d+(?:\\.\\d+)?\\s?${unit}(?![\\w])`, "g"), "<duration>"],
];

/** Fence tokens are long hexadecimal words: each becomes its number in the order in which they come, so that which is which stays. */
function numbered(text: string): string {
  const seen = new Map<string, number>();
  return text.replace(/(?<![0-9a-fA-F])[0-9a-f]{12,64}(?![0-9a-fA-F])/g, (token) => {
    if (!seen.has(token)) seen.set(token, seen.size + 1);
    return `<token ${seen.get(token)}>`;
  });
}
