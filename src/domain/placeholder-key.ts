/** What the guides of servers that want no key tell people to give in its place. */
const placeholders: ReadonlySet<string> = new Set(
  // vLLM, SGLang, LocalAI; Ollama; LM Studio; llama.cpp; and what people write instead
  "empty ollama lm-studio sk-no-key-required no-key no-key-required not-needed none dummy".split(" "),
);

/** Such a word is no secret: hiding it would blank ordinary text. */
export function isPlaceholderKey(key: string): boolean {
  return placeholders.has(key.trim().toLowerCase());
}
